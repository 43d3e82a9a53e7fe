package import Drawing
import Feedback
import Geometry

/// How a marker of a frame is drawn; never told by colour alone.
enum MarkerLook {
  /// The marker links the frame to those before: a thick line.
  case shared
  /// The marker is the cap's, but links nothing: a dashed line.
  case other
  /// The marker is not the cap's, or can't be trusted: a thin line without a number.
  case stray

  var paint: Paint {
    switch self {
    case .shared: .skyBlue
    case .other: .orange
    case .stray: .gray
    }
  }
}

extension ReplayScene {
  /// How a detected marker is drawn.
  func look(_ id: Int) -> MarkerLook {
    if !facts.markers.contains(where: { $0.id == id }) { return .stray }
    return feedback.overlap.ids.contains(id) ? .shared : .other
  }
}

extension Canvas {
  /// Draws a quadrilateral in a look, with a dark rim so that it is seen on any background; small ones with finer
  /// lines.
  mutating func quad(_ corners: [Vector2], _ look: MarkerLook, crossed: Bool = false) throws(DrawingError) {
    let side = Quad.side(corners)
    let finer = side < 36 ? 1 : 0
    switch look {
    case .shared: try outlined(corners, closed: true, width: 4 - finer, look.paint)
    case .stray: try outlined(corners, closed: true, width: 1, look.paint)
    case .other:
      try dashed(corners, width: 3 - finer, length: min(max(side / 4, 6), 14), look.paint)
    }
    if crossed { try cross(corners, look.paint) }
  }

  /// Draws the diagonals of a quadrilateral.
  mutating func cross(_ corners: [Vector2], _ paint: Paint) throws(DrawingError) {
    try outlined([corners[0], corners[2]], width: 2, paint)
    try outlined([corners[1], corners[3]], width: 2, paint)
  }

  /// Draws a closed line in dashes with a dark rim.
  mutating func dashed(_ corners: [Vector2], width: Int, length: Double, _ paint: Paint) throws(DrawingError) {
    for (i, corner) in corners.enumerated() {
      for dash in Dash.along(corner, corners[(i + 1) % corners.count], length: length) {
        try outlined(dash, width: width, paint)
      }
    }
  }

  /// Draws a line with a dark rim.
  package mutating func outlined(
    _ points: [Vector2], closed: Bool = false, width: Int, _ paint: Paint
  ) throws(DrawingError) {
    try line(points, closed: closed, width: width + 3, .black)
    try line(points, closed: closed, width: width, paint)
  }

  /// Writes a text with a dark rim, its middle at a point.
  package mutating func label(
    _ text: String, at middle: Vector2, size: Int, _ typeface: Typeface
  ) throws(DrawingError) {
    let start = middle + Vector2(-Double(try typeface.width(of: text, size: size)) / 2, 0.36 * Double(size))
    for offset: Vector2 in [[-2, 0], [2, 0], [0, -2], [0, 2], [-1, -1], [1, -1], [-1, 1], [1, 1]] {
      try self.text(text, at: start + offset, size: size, typeface, .black)
    }
    try self.text(text, at: start, size: size, typeface, .white)
  }
}

/// Measures of a quadrilateral in a picture.
enum Quad {
  /// The mean length of its sides in pixels.
  static func side(_ corners: [Vector2]) -> Double {
    let lengths = (0..<4).map { (i: Int) -> Double in (corners[i] - corners[(i + 1) % 4]).length }
    return lengths.reduce(0, +) / 4
  }
}

/// Parts of a dashed line.
enum Dash {
  /// The dashes from one point to another, with gaps of the same length: the first begins and the last ends there.
  ///
  /// - Parameter length: about how long a dash is.
  static func along(_ a: Vector2, _ b: Vector2, length: Double) -> [[Vector2]] {
    let count = max(1, Int(((b - a).length / length / 2 + 0.5).rounded()))
    let whole = 2 * Double(count) - 1
    return (0..<count).map { i in
      [a + (b - a) * (2 * Double(i) / whole), a + (b - a) * ((2 * Double(i) + 1) / whole)]
    }
  }
}
