internal import DrawingBridge

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
