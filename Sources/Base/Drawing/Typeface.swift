internal import DrawingBridge
public import Platform

/// A typeface. Only one thread at a time may use it.
public final class Typeface {
  let pointer: OpaquePointer

  /// Where systems have DejaVu Sans: Debian, Fedora, Arch.
  private static let places = [
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
  ]

  /// DejaVu Sans, which has the letters of most European languages.
  public static func installed() throws(DrawingError) -> Typeface {
    guard let place = places.first(where: { FileManager.default.isReadableFile(atPath: $0) }) else { throw .noTypeface }
    return try Typeface(URL(fileURLWithPath: place))
  }

  /// The typeface of a font file.
  public init(_ file: URL) throws(DrawingError) {
    var error = DrawingFault()
    var font: OpaquePointer?
    guard drawing_font_open(file.path, &font, &error) == 0, let font else { throw .failed(error.text) }
    pointer = font
  }

  deinit { drawing_font_close(pointer) }

  /// The width of a text in pixels.
  public func width(of text: String, size: Int) throws(DrawingError) -> Int {
    var error = DrawingFault()
    var width: Int32 = 0
    guard drawing_text_width(pointer, text, Int32(size), &width, &error) == 0 else { throw .failed(error.text) }
    return Int(width)
  }

  /// The largest of the sizes at which a text is at most so wide; at the smallest the text is cut and ends in `…`.
  public func fit(
    _ text: String, width: Int, sizes: ClosedRange<Int>
  ) throws(DrawingError) -> (text: String, size: Int) {
    for size in sizes.reversed() where try self.width(of: text, size: size) <= width { return (text, size) }
    var cut = text
    while !cut.isEmpty {
      cut.removeLast()
      if try self.width(of: cut + "…", size: sizes.lowerBound) <= width { break }
    }
    return (cut + "…", sizes.lowerBound)
  }
}
