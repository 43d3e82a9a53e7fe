import Diagnostics
internal import DrawingBridge
import Geometry
import Images

/// A picture that is drawn on. Coordinates are pixels, x right and y down, pixel centres at integers; what lies outside is
/// cut off.
public struct Canvas: Sendable {
  /// The picture as it is drawn so far.
  public private(set) var image: ColorImage

  /// A canvas of one colour.
  public init(width: Int, height: Int, _ color: Paint) {
    let row = [color.red, color.green, color.blue]
    let bytes = 3 * width * height
    image = ColorImage(
      width: width, height: height,
      pixels: [UInt8](unsafeUninitializedCapacity: bytes) { pixels, count in
        for i in 0..<bytes { pixels.initializeElement(at: i, to: row[i % 3]) }
        count = bytes
      })
  }

  /// Fills an area.
  public mutating func fill(_ area: PixelArea, _ color: Paint) throws(DrawingError) {
    try call {
      drawing_area($0, Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height), color.bridged, $1)
    }
  }

  /// Fills a polygon with anti-aliased edges.
  public mutating func polygon(_ points: [Vector2], _ color: Paint) throws(DrawingError) {
    try draw(points) { drawing_polygon($0, $1, $2, color.bridged, $3) }
  }

  /// Draws an anti-aliased line through points.
  public mutating func line(_ points: [Vector2], closed: Bool = false, width: Int, _ color: Paint) throws(DrawingError)
  {
    try draw(points) { drawing_line($0, $1, $2, closed ? 1 : 0, Int32(width), color.bridged, $3) }
  }

  /// Writes a text whose baseline begins at a point.
  ///
  /// - Parameter size: the height of the letter M with its surroundings (the em) in pixels.
  public mutating func text(
    _ text: String, at point: Vector2, size: Int, _ typeface: Typeface, _ color: Paint
  ) throws(DrawingError) {
    try call {
      drawing_text(
        $0, typeface.pointer, text, Int32(point.x.rounded()), Int32(point.y.rounded()), Int32(size), color.bridged, $1)
    }
  }

  /// Draws an image into an area of the canvas, turned clockwise by quarter turns, then scaled.
  public mutating func place(_ source: ColorImage, quarterTurns: Int = 0, in area: PixelArea) throws(DrawingError) {
    try call {
      drawing_place(
        $0, source.pixels, Int32(source.width), Int32(source.height), Int32(((quarterTurns % 4) + 4) % 4),
        Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height), $1)
    }
  }

  private mutating func draw(
    _ points: [Vector2],
    _ body: (DrawingImage, UnsafePointer<Double>, Int32, UnsafeMutablePointer<DrawingFault>) -> Int32
  ) throws(DrawingError) {
    let numbers = points.flatMap { [$0.x, $0.y] }
    try call { body($0, numbers, Int32(points.count), $1) }
  }

  private mutating func call(
    _ body: (DrawingImage, UnsafeMutablePointer<DrawingFault>) -> Int32
  ) throws(DrawingError) {
    var error = DrawingFault()
    let (width, height) = (Int32(image.width), Int32(image.height))
    let status = image.pixels.withUnsafeMutableBufferPointer {
      body(DrawingImage(pixels: $0.baseAddress, width: width, height: height), &error)
    }
    if status != 0 { throw .failed(error.text) }
  }
}

/// A colour, sRGB.
///
/// The named ones can be told apart with any colour vision (Okabe & Ito 2008); still, nothing is told by colour alone.
public struct Paint: Sendable, Equatable {
  /// The parts, 0 to 255.
  public let red, green, blue: UInt8

  /// A colour from its parts.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  public static let white = Paint(255, 255, 255)
  public static let black = Paint(0, 0, 0)
  /// For backgrounds.
  public static let night = Paint(24, 26, 30)
  public static let gray = Paint(150, 150, 150)
  public static let orange = Paint(230, 159, 0)
  public static let skyBlue = Paint(86, 180, 233)
  public static let green = Paint(0, 158, 115)
  public static let yellow = Paint(240, 228, 66)

  var bridged: DrawingColor { DrawingColor(red: red, green: green, blue: blue) }
}

/// A rectangle of whole pixels.
public struct PixelArea: Sendable, Equatable {
  /// The left and upper end.
  public var x, y: Int
  /// The size.
  public var width, height: Int

  /// An area from its parts.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// Why nothing can be drawn.
public enum DrawingError: UserFacingError, Equatable {
  /// There are no letters to write with.
  case noTypeface
  /// The library refuses.
  case failed(String)

  public var message: ErrorMessage {
    switch self {
    case .noTypeface: ErrorMessage(.drawingNoTypeface, at: .phrase("drawing"))
    case .failed(let reason): ErrorMessage(.drawingFailed, at: .phrase("drawing"), ["reason": .text(reason)])
    }
  }
}
extension DrawingFault {
  /// The message; the bridge terminates it.
  var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
