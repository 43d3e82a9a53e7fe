#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Geometry

/// A line through the centre of a section, from its front end to its back end; metres, in the plane of the section.
public struct Diagonal: Sendable, Equatable {
  /// The ends on the outline.
  public let front, back: Vector2
  /// The distance of the ends in metres.
  public var length: Double { (front - back).length }
}

/// What is measured on one section, with reasons for what can't be.
struct SectionMeasures {
  let section: Section
  private(set) var centre: Vector2?
  private(set) var leftFront, rightFront: Diagonal?
  private(set) var ears: [Landmark] = []
  /// Values in the units of ``MeasureName/unit``.
  private(set) var values: [MeasureName: Double] = [:]
  private(set) var reasons: [MeasureName: String] = [:]

  init(_ section: Section, tragions: [Landmark: Vector3], choices: MeasurementProtocol) {
    self.section = section
    measureExtents(tragions)
    measureOutline()
    placeCentre(choices.centre)
    measureDiagonals(angle: choices.diagonalAngleDegrees * .pi / 180)
  }

  private var place: String { "the section \(Words.millimetres(section.level)) above the base plane" }

  private func missing(_ gap: SectionGap?) -> String {
    gap.map { "\(place) has \($0.description), where the surface was not seen" }
      ?? "the surface does not reach \(place)"
  }

  private mutating func measureExtents(_ tragions: [Landmark: Vector3]) {
    guard !section.points.isEmpty else { return withhold([.length, .width, .cranialIndex], missing(nil)) }
    set(
      .length, 1000 * (section.extent(along: [0, 1]) + section.extent(along: [0, -1])),
      hidden([0, 1]) ?? hidden([0, -1]))
    let (points, ears) = EarExclusion.apply(to: section, tragions: tragions)
    self.ears = ears
    let across = points.map(\.x)
    set(.width, 1000 * (across.max()! - across.min()!), hidden([1, 0]) ?? hidden([-1, 0]))
    set(.cranialIndex, 100 * (values[.width] ?? .nan) / (values[.length] ?? .nan), reasons[.length] ?? reasons[.width])
  }

  private mutating func measureOutline() {
    guard section.isClosed, let outline = section.outline.first else {
      return withhold([.circumference, .perimeter], missing(section.gaps.max { $0.width < $1.width }))
    }
    set(.perimeter, 1000 * Polygon.perimeter(outline), nil)
    set(.circumference, 1000 * Polygon.perimeter(Polygon.hull(outline)), nil)
  }

  private mutating func placeCentre(_ choice: MeasurementProtocol.Centre) {
    let lateral = choice == .boundingBox
    guard reasons[.length] == nil, !lateral || reasons[.width] == nil else { return }
    centre = [lateral ? section.middle(along: [1, 0]) : 0, section.middle(along: [0, 1])]
  }

  private mutating func measureDiagonals(angle: Double) {
    let derived: [MeasureName] = [.cva, .cvai, .cvaiShorter, .oddi]
    guard let centre else {
      let reason = reasons[.length] ?? reasons[.width] ?? missing(nil)
      return withhold([.diagonalLeftFront, .diagonalRightFront] + derived, reason)
    }
    leftFront = diagonal(.diagonalLeftFront, centre, [-sin(angle), cos(angle)])
    rightFront = diagonal(.diagonalRightFront, centre, [sin(angle), cos(angle)])
    guard let left = leftFront?.length, let right = rightFront?.length else {
      return withhold(derived, reasons[.diagonalLeftFront] ?? reasons[.diagonalRightFront] ?? missing(nil))
    }
    let (longer, shorter) = (max(left, right), min(left, right))
    set(.cva, 1000 * (longer - shorter), nil)
    set(.cvai, 100 * (longer - shorter) / longer, nil)
    set(.cvaiShorter, 100 * (longer - shorter) / shorter, nil)
    set(.oddi, 100 * longer / shorter, nil)
  }

  private mutating func diagonal(_ name: MeasureName, _ centre: Vector2, _ direction: Vector2) -> Diagonal? {
    guard let front = section.hit(from: centre, direction: direction),
      let back = section.hit(from: centre, direction: -direction)
    else {
      withhold([name], missing(section.gap(across: centre, direction) ?? section.gap(across: centre, -direction)))
      return nil
    }
    set(name, 1000 * (front - back).length, nil)
    return Diagonal(front: front, back: back)
  }

  private func hidden(_ direction: Vector2) -> String? { section.gapHidingExtent(along: direction).map { missing($0) } }

  private mutating func set(_ name: MeasureName, _ value: Double, _ reason: String?) {
    if let reason { reasons[name] = reason } else { values[name] = value }
  }

  private mutating func withhold(_ names: [MeasureName], _ reason: String) {
    for name in names { reasons[name] = reason }
  }
}

extension Section {
  /// Half-way between the extents along an axis and against it.
  func middle(along axis: Vector2) -> Double { (extent(along: axis) - extent(along: -axis)) / 2 }

  /// The gap through which a ray from `centre` leaves the outline, or nil.
  func gap(across centre: Vector2, _ direction: Vector2) -> SectionGap? {
    gaps.first {
      (($0.from - centre).cross(direction) >= 0) != (($0.to - centre).cross(direction) >= 0)
        && ((($0.from + $0.to) / 2 - centre).dot(direction) > 0)
    }
  }
}
