import Drawing
import Foundation
import Geometry
import Images
import Recordings
import Testing

/// Pictures: shapes, images and text where they should be.
@Suite struct CanvasTests {
  private func color(_ canvas: Canvas, _ x: Int, _ y: Int) -> [UInt8] {
    let at = 3 * (y * canvas.image.width + x)
    return Array(canvas.image.pixels[at..<(at + 3)])
  }

  /// The share of the pixels of an area that are not black.
  private func ink(_ canvas: Canvas, _ area: PixelArea) -> Double {
    var count = 0
    for y in area.y..<(area.y + area.height) {
      for x in area.x..<(area.x + area.width) where color(canvas, x, y) != [0, 0, 0] { count += 1 }
    }
    return Double(count) / Double(area.width * area.height)
  }

  @Test func aCanvasHasThreeBytesAPixel() {
    let image = Canvas(width: 5, height: 3, Paint(10, 20, 30)).image
    #expect(image.width == 5 && image.height == 3)
    #expect(image.pixels == (0..<15).flatMap { _ in [10, 20, 30] as [UInt8] })
  }

  @Test func anAreaIsFilledToItsBordersAndNotBeyond() throws {
    var canvas = Canvas(width: 12, height: 10, .black)
    try canvas.fill(PixelArea(x: 3, y: 2, width: 5, height: 4), Paint(10, 20, 30))
    for y in 0..<10 {
      for x in 0..<12 {
        let inside = (3..<8).contains(x) && (2..<6).contains(y)
        #expect(color(canvas, x, y) == (inside ? [10, 20, 30] : [0, 0, 0]), "\(x) \(y)")
      }
    }
  }

  @Test func whatLiesOutsideIsCutOff() throws {
    var canvas = Canvas(width: 20, height: 20, .black)
    try canvas.line([[-1e9, 10], [1e9, 10]], width: 1, .white)
    // Smooth lines are paler in the last column.
    #expect((0..<20).allSatisfy { color(canvas, $0, 10).min()! > 100 && color(canvas, $0, 13) == [0, 0, 0] })
    try canvas.polygon([[-50, -50], [70, -50], [70, 5], [-50, 5]], .orange)
    #expect(color(canvas, 0, 0) == [230, 159, 0])
    #expect(color(canvas, 19, 3) == [230, 159, 0])
    let typeface = try Typeface.installed()
    try canvas.text("beyond", at: [-500, 900], size: 20, typeface, .white)
    try canvas.text("", at: [5, 5], size: 20, typeface, .white)
  }

  /// Four pixels of different colours, turned: by hand.
  @Test(arguments: [(0, [1, 2, 3, 4]), (1, [3, 1, 4, 2]), (2, [4, 3, 2, 1]), (3, [2, 4, 1, 3]), (5, [3, 1, 4, 2])])
  func anImageIsTurnedClockwise(_ turns: Int, _ expected: [UInt8]) throws {
    let image = ColorImage(width: 2, height: 2, pixels: [1, 2, 3, 4].flatMap { [$0, $0, $0] })
    var canvas = Canvas(width: 4, height: 4, .black)
    try canvas.place(image, quarterTurns: turns, in: PixelArea(x: 1, y: 1, width: 2, height: 2))
    #expect(
      [color(canvas, 1, 1), color(canvas, 2, 1), color(canvas, 1, 2), color(canvas, 2, 2)].map { $0[0] } == expected)
    #expect(color(canvas, 0, 0) == [0, 0, 0])
    #expect(color(canvas, 3, 3) == [0, 0, 0])
  }

  @Test func anAreaBeyondTheCanvasIsAnError() {
    let image = ColorImage(width: 1, height: 1, pixels: [1, 2, 3])
    var canvas = Canvas(width: 4, height: 4, .black)
    #expect(throws: DrawingError.self) { try canvas.place(image, in: PixelArea(x: 2, y: 2, width: 3, height: 1)) }
  }

  /// Umlauts have their dots: ink above the height of the letter without them.
  @Test(arguments: [("a", "ä"), ("o", "ö"), ("u", "ü")]) func umlautsAreWritten(_ plain: String, _ umlaut: String)
    throws
  {
    let typeface = try Typeface.installed()
    #expect(try typeface.width(of: plain, size: 40) == typeface.width(of: umlaut, size: 40))
    var dots: [Double] = []
    for letter in [plain, umlaut] {
      var canvas = Canvas(width: 40, height: 60, .black)
      try canvas.text(letter, at: [5, 50], size: 40, typeface, .white)
      #expect(ink(canvas, PixelArea(x: 0, y: 30, width: 40, height: 20)) > 0.1, "the letter stands on its line")
      dots.append(ink(canvas, PixelArea(x: 0, y: 15, width: 40, height: 10)))
    }
    #expect(dots[0] == 0)
    #expect(dots[1] > 0.05)
  }

  @Test func aTextIsMadeToFit() throws {
    let typeface = try Typeface.installed()
    let text = "Als Nächstes: linkes Ohr, nach links oben bewegen"
    let wide = try typeface.width(of: text, size: 40)
    #expect(try typeface.fit(text, width: wide, sizes: 20...40) == (text, 40))
    let (same, smaller) = try typeface.fit(text, width: wide - 1, sizes: 20...40)
    #expect(same == text)
    #expect(smaller == 39)
    let (cut, least) = try typeface.fit(text, width: 120, sizes: 20...40)
    #expect(cut.hasSuffix("…"))
    #expect(cut.dropLast().count > 3)
    #expect(text.hasPrefix(cut.dropLast()))
    #expect(least == 20)
    #expect(try typeface.width(of: cut, size: 20) <= 120)
  }

  /// A closed line returns to its beginning, an open one does not.
  @Test func aLineIsClosedWhereItIsAsked() throws {
    for closed in [false, true] {
      var canvas = Canvas(width: 30, height: 20, .black)
      try canvas.line([[5, 5], [25, 5], [25, 15]], closed: closed, width: 3, .white)
      #expect(color(canvas, 15, 5).min()! > 200)
      #expect(color(canvas, 25, 10).min()! > 200)
      #expect((color(canvas, 15, 10).min()! > 200) == closed)
      #expect(color(canvas, 8, 14) == [0, 0, 0])
    }
  }

  /// One more letter would not fit.
  @Test(arguments: [90, 120, 200]) func aCutTextIsAsLongAsFits(width: Int) throws {
    let typeface = try Typeface.installed()
    let text = "Als Nächstes: linkes Ohr, nach links oben bewegen"
    let (cut, size) = try typeface.fit(text, width: width, sizes: 20...40)
    #expect(size == 20)
    let longer = String(text.prefix(cut.count)) + "…"
    #expect(try typeface.width(of: longer, size: 20) > width)
    #expect(try typeface.fit("abc", width: 0, sizes: 5...9) == ("…", 5))
  }

  @Test func aFileThatIsNoTypefaceIsRefused() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ttf")
    try Data("no typeface".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(throws: DrawingError.self) { try Typeface(file) }
    #expect(throws: DrawingError.self) { try Typeface(file.appending(path: "none")) }
  }
}
