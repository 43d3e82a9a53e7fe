internal import LibCairo
import Platform

/// A document that Cairo draws into memory; lengths are millimetres, y down, colours shades of grey.
final class CairoDocument {
  /// What kind of file it becomes; only PDF has pages.
  enum Format { case pdf, svg }

  /// Where a text's given point lies on its base line.
  enum Alignment { case left, centre, right }

  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let written = Written()

  /// What Cairo has written so far.
  private final class Written { var data = Data() }

  /// A document with an empty page.
  ///
  /// - Parameter title: what a viewer shows as its name.
  init(_ format: Format, sizeMm: SIMD2<Double>, title: String) {
    let write: cairo_write_func_t = { closure, bytes, count in
      guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
      Unmanaged<Written>.fromOpaque(closure).takeUnretainedValue().data.append(bytes, count: Int(count))
      return CAIRO_STATUS_SUCCESS
    }
    let target = Unmanaged.passUnretained(written).toOpaque()
    let points = 72 / 25.4
    switch format {
    case .pdf:
      surface = cairo_pdf_surface_create_for_stream(write, target, sizeMm.x * points, sizeMm.y * points)
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
      // Equal sheets are equal bytes.
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z")
    case .svg:
      surface = cairo_svg_surface_create_for_stream(write, target, sizeMm.x, sizeMm.y)
      cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_MM)
    }
    context = cairo_create(surface)
    if case .pdf = format { cairo_scale(context, points, points) }
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Begins another page.
  func nextPage() { cairo_show_page(context) }

  /// Fills rectangles, which may overlap, as one shape, so that no seam shows between neighbours.
  func fill(_ rectangles: [(origin: SIMD2<Double>, size: SIMD2<Double>)], shade: Double = 0) {
    cairo_set_source_rgb(context, shade, shade, shade)
    for (origin, size) in rectangles { cairo_rectangle(context, origin.x, origin.y, size.x, size.y) }
    cairo_fill(context)
  }

  /// Draws a line through points.
  func line(_ points: [SIMD2<Double>], width: Double, shade: Double = 0) {
    cairo_set_source_rgb(context, shade, shade, shade)
    cairo_set_line_width(context, width)
    for (index, point) in points.enumerated() {
      if index == 0 { cairo_move_to(context, point.x, point.y) } else { cairo_line_to(context, point.x, point.y) }
    }
    cairo_stroke(context)
  }

  /// Draws a circle.
  func circle(_ centre: SIMD2<Double>, radius: Double, width: Double, shade: Double = 0) {
    cairo_set_source_rgb(context, shade, shade, shade)
    cairo_set_line_width(context, width)
    cairo_new_sub_path(context)
    cairo_arc(context, centre.x, centre.y, radius, 0, 2 * .pi)
    cairo_stroke(context)
  }

  /// Fills a disc.
  func disc(_ centre: SIMD2<Double>, radius: Double, shade: Double) {
    cairo_set_source_rgb(context, shade, shade, shade)
    cairo_new_sub_path(context)
    cairo_arc(context, centre.x, centre.y, radius, 0, 2 * .pi)
    cairo_fill(context)
  }

  /// Writes a line of text in DejaVu Sans.
  ///
  /// - Parameter size: the height of the em in millimetres.
  func text(
    _ text: String, at point: SIMD2<Double>, size: Double, bold: Bool = false, _ alignment: Alignment = .left
  ) {
    let advance = advance(of: text, size: size, bold: bold)
    let before =
      switch alignment {
      case .left: 0.0
      case .centre: advance / 2
      case .right: advance
      }
    cairo_set_source_rgb(context, 0, 0, 0)
    cairo_move_to(context, point.x - before, point.y)
    cairo_show_text(context, text)
  }

  /// Writes a text in lines that are no wider than asked for, broken at spaces, but not before a unit.
  ///
  /// - Parameters:
  ///   - point: where the first base line begins.
  ///   - line: from one base line to the next, in millimetres.
  /// - Returns: the base line of a line behind the last one.
  @discardableResult
  func paragraph(_ text: String, at point: SIMD2<Double>, width: Double, size: Double, line: Double) -> Double {
    var (lines, current) = ([String](), "")
    for word in Self.words(text) {
      let longer = current.isEmpty ? word : current + " " + word
      if !current.isEmpty, advance(of: longer, size: size, bold: false) > width {
        lines.append(current)
        current = word
      } else {
        current = longer
      }
    }
    lines.append(current)
    for (index, text) in lines.enumerated() {
      self.text(text, at: point + [0, Double(index) * line], size: size)
    }
    return point.y + Double(lines.count) * line
  }

  /// The words of a text; a number and its unit are one.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    for word in text.split(separator: " ") {
      let isUnit = ["mm", "cm", "dpi", "%"].contains(String(word.prefix { $0.isLetter || $0 == "%" }))
      if isUnit, let last = words.popLast() { words.append(last + " " + word) } else { words.append(String(word)) }
    }
    return words
  }

  /// The width of a text in millimetres; its typeface is chosen from here on.
  private func advance(of text: String, size: Double, bold: Bool) -> Double {
    cairo_select_font_face(
      context, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(context, size)
    var extents = cairo_text_extents_t()
    cairo_text_extents(context, text, &extents)
    return extents.x_advance
  }

  /// Ends the document.
  ///
  /// - Throws: `CapSheetError.cannotDraw` where Cairo reported a fault on the way.
  func finished() throws(CapSheetError) -> Data {
    cairo_surface_finish(surface)
    for status in [cairo_status(context), cairo_surface_status(surface)] where status != CAIRO_STATUS_SUCCESS {
      throw .cannotDraw(reason: String(cString: cairo_status_to_string(status)))
    }
    return written.data
  }
}
