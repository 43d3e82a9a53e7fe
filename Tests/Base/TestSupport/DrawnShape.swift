/// An element of a drawing or page as its text says it, so that tests can look at what is drawn and where.
public struct DrawnShape {
  /// The element, such as `line`.
  public let name: String
  /// Its attributes as they stand.
  public let attributes: [String: String]
  /// The text behind its tag, up to the next one.
  public let text: String

  /// The elements of SVG or HTML in their order, where a class is asked for those whose `class` is that.
  public static func all(in source: String, style: String? = nil) -> [DrawnShape] {
    source.matches(of: #/<([a-zA-Z][a-zA-Z0-9]*)((?:\s[-:a-zA-Z0-9]+="[^"]*")*)\s*/?>([^<]*)/#).map { match in
      let pairs = match.2.matches(of: #/([-:a-zA-Z0-9]+)="([^"]*)"/#).map { (String($0.1), String($0.2)) }
      return DrawnShape(
        name: String(match.1), attributes: Dictionary(pairs) { first, _ in first }, text: String(match.3))
    }.filter { style == nil || $0.style == style }
  }

  /// Its class.
  public var style: String { attributes["class"] ?? "" }

  /// A numeric attribute; NaN where there is none.
  public subscript(_ key: String) -> Double { attributes[key].flatMap(Double.init) ?? .nan }

  /// The place of a label, a rectangle's corner, or a disc's centre.
  public var place: SIMD2<Double> { name == "circle" ? [self["cx"], self["cy"]] : [self["x"], self["y"]] }

  /// The points of a path, or the ends of a line.
  public var points: [SIMD2<Double>] {
    if name == "line" { return [[self["x1"], self["y1"]], [self["x2"], self["y2"]]] }
    return (attributes["points"] ?? "").split(separator: " ").map { pair in
      let ends = pair.split(separator: ",").compactMap { Double($0) }
      return ends.count == 2 ? [ends[0], ends[1]] : [.nan, .nan]
    }
  }
}

/// The straight line through what is drawn and what it stands for: `drawn = offset + slope · value`.
public struct DrawnAxis {
  /// The slope, and the place of 0.
  public let slope, offset: Double

  /// The axis through two places and their values.
  public init(_ a: (value: Double, place: Double), _ b: (value: Double, place: Double)) {
    slope = (b.place - a.place) / (b.value - a.value)
    offset = a.place - slope * a.value
  }

  /// Where a value belongs.
  public func place(_ value: Double) -> Double { offset + slope * value }

  /// What a place stands for.
  public func value(_ place: Double) -> Double { (place - offset) / slope }
}
