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

  /// Fills rectangles; where two overlap, the paper shows.
  func fill(_ rectangles: [(origin: SIMD2<Double>, size: SIMD2<Double>)], shade: Double = 0) {
    cairo_set_source_rgb(context, shade, shade, shade)
    // One path, so that no seam shows between neighbours.
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
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

  /// Writes a line of text in DejaVu Sans.
  ///
  /// - Parameter size: the height of the em in millimetres.
  func text(
    _ text: String, at point: SIMD2<Double>, size: Double, bold: Bool = false, _ alignment: Alignment = .left
  ) {
    cairo_select_font_face(
      context, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(context, size)
    cairo_set_source_rgb(context, 0, 0, 0)
    var extents = cairo_text_extents_t()
    cairo_text_extents(context, text, &extents)
    let before =
      switch alignment {
      case .left: 0.0
      case .centre: extents.x_advance / 2
      case .right: extents.x_advance
      }
    cairo_move_to(context, point.x - before, point.y)
    cairo_show_text(context, text)
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
