import Diagnostics
import Geometry
import Landmarks
import Platform

/// What is measured on one section, with reasons for what can't be.
struct SectionMeasures {
  let section: Section
  private(set) var centre: Vector2?
  private(set) var leftFront, rightFront: Diagonal?
  private(set) var ears: [Landmark] = []
  private let tragions: [Landmark: Vector3]
  /// The radii from the centre in mm, every 5° from the front to the right; empty without a centre, nil through a gap.
  private(set) var radii: [Double?] = []
  /// Left minus right radius in mm, every 15° from the front to the back; empty where one is missing.
  private(set) var radialDifferences: [Double] = []
  /// Values in the units of ``MeasureName/unit``.
  private(set) var values: [MeasureName: Double] = [:]
  /// The signed values of measures with a ``MeasureName/fold``.
  private(set) var signed: [MeasureName: Double] = [:]
  private(set) var reasons: [MeasureName: Finding] = [:]

  /// - Parameter only: the one measure that is asked for, with what it is made of; nil for all.
  init(
    _ section: Section, tragions: [Landmark: Vector3], choices: MeasurementProtocol, only: MeasureName? = nil
  ) {
    (self.section, self.tragions) = (section, tragions)
    let asks = { (names: MeasureName...) in only.map(names.contains) ?? true }
    measureLength()
    if asks(.width, .cranialIndex, .frontWidth5, .frontWidth10, .frontWidth20) || choices.centre == .boundingBox {
      measureWidth(choices.ears == .excluded ? tragions : [:])
    }
    if asks(.circumference, .perimeter) { measureOutline() }
    if asks(.frontWidth5, .frontWidth10, .frontWidth20) { measureFrontWidths() }
    placeCentre(choices.centre)
    guard let centre else {
      let reason = reasons[.length] ?? reasons[.width] ?? missing(nil)
      withhold(
        [
          .diagonalLeftFront, .diagonalRightFront, .cva, .cvai, .cvaiShorter, .oddi, .oclr, .rsi,
          .frontRadiusDifference, .backRadiusDifference,
        ], reason)
      return
    }
    measureDiagonals(centre, degrees: choices.diagonalAngleDegrees)
    if asks(.oclr) { measureOCLR(centre) }
    if asks(.rsi, .frontRadiusDifference, .backRadiusDifference) { measureRadii(centre) }
  }

  /// Searches the outline for steps, its ears taken out whatever the protocol says; nil where too little of it was seen.
  func steps() -> OutlineSteps? {
    OutlineSteps(EarExclusion.directions(of: section, tragions: tragions).points)
  }

  private func missing(_ gap: SectionGap?) -> Finding {
    let level = ["level_mm": FindingValue.millimetres(section.level)]
    guard let gap else { return Finding(.sectionUnreached, level) }
    return Finding(.sectionGap, ["width_mm": .millimetres(gap.width), "place": .place(gap.place)]).with(level)
  }

  private mutating func measureLength() {
    guard !section.points.isEmpty else { return withhold([.length], missing(nil)) }
    set(
      .length, 1000 * (section.extent(along: [0, 1]) + section.extent(along: [0, -1])),
      hidden([0, 1]) ?? hidden([0, -1]))
  }

  private mutating func measureWidth(_ tragions: [Landmark: Vector3]) {
    guard !section.points.isEmpty else { return withhold([.width, .cranialIndex], missing(nil)) }
    let (points, ears) = EarExclusion.apply(to: section, tragions: tragions)
    self.ears = ears
    let across = points.map { $0.x }
    set(.width, 1000 * (across.max()! - across.min()!), hidden([1, 0]) ?? hidden([-1, 0]))
    set(.cranialIndex, 100 * (values[.width] ?? .nan) / (values[.length] ?? .nan), reasons[.length] ?? reasons[.width])
  }

  private mutating func measureOutline() {
    guard section.isClosed, let outline = section.outline.first else {
      return withhold([.circumference, .perimeter], missing(section.gaps.max { $0.width < $1.width }))
    }
    let contour = Contour.smoothed(outline)
    set(.perimeter, 1000 * Polygon.perimeter(contour), nil)
    set(.circumference, 1000 * Polygon.perimeter(Polygon.hull(contour)), nil)
  }

  private mutating func placeCentre(_ choice: MeasurementProtocol.Centre) {
    let lateral = choice == .boundingBox
    guard reasons[.length] == nil, !lateral || reasons[.width] == nil else { return }
    centre = [lateral ? section.middle(along: [1, 0]) : 0, section.middle(along: [0, 1])]
  }

  private mutating func measureDiagonals(_ centre: Vector2, degrees: Double) {
    leftFront = diagonal(centre, degrees: -degrees)
    rightFront = diagonal(centre, degrees: degrees)
    set(.diagonalLeftFront, 1000 * (leftFront?.length ?? .nan), reason(for: leftFront, centre, degrees: -degrees))
    set(.diagonalRightFront, 1000 * (rightFront?.length ?? .nan), reason(for: rightFront, centre, degrees: degrees))
    guard let left = leftFront?.length, let right = rightFront?.length else {
      let reason = reasons[.diagonalLeftFront] ?? reasons[.diagonalRightFront] ?? missing(nil)
      return withhold([.cva, .cvai, .cvaiShorter, .oddi], reason)
    }
    let (longer, shorter, difference) = (max(left, right), min(left, right), left - right)
    fold(.cva, 1000 * difference)
    fold(.cvai, 100 * difference / longer)
    fold(.cvaiShorter, 100 * difference / shorter)
    fold(.oddi, 100 * difference / shorter)
  }

  private mutating func measureOCLR(_ centre: Vector2) {
    let ends = [-MeasureName.oclrAngleDegrees, MeasureName.oclrAngleDegrees].map { ($0, diagonal(centre, degrees: $0)) }
    guard let left = ends[0].1?.length, let right = ends[1].1?.length else {
      let reasons = ends.compactMap { reason(for: $0.1, centre, degrees: $0.0) }
      return withhold([.oclr], reasons.first ?? missing(nil))
    }
    fold(.oclr, 100 * (left - right) / min(left, right))
  }

  private mutating func measureRadii(_ centre: Vector2) {
    radii = section.radii(from: centre, along: OutlineRadii.directions).map { $0.map { 1000 * $0 } }
    for name in MeasureName.allCases {
      guard let degrees = name.radiusDegrees else { continue }
      let (left, right, lost) = pair(centre, degrees)
      set(name, 100 * (left - right) / max(left, right), lost)
    }
    var differences: [Double] = []
    for degrees in stride(from: 15, to: 180, by: 15) {
      let (left, right, lost) = pair(centre, degrees)
      if let lost { return withhold([.rsi], lost) }
      differences.append(left - right)
    }
    radialDifferences = differences
    set(.rsi, differences.reduce(0) { $0 + abs($1) }, nil)
  }

  /// The left and the right radius at an angle from the front, mm, or why one is missing.
  private func pair(_ centre: Vector2, _ degrees: Int) -> (left: Double, right: Double, lost: Finding?) {
    let (left, right) = (radii[OutlineRadii.index(of: -degrees)], radii[OutlineRadii.index(of: degrees)])
    guard let left, let right else {
      let lost = Self.direction(Double(left == nil ? -degrees : degrees))
      return (.nan, .nan, missing(section.gap(across: centre, lost)))
    }
    return (left, right, nil)
  }

  private mutating func measureFrontWidths() {
    let names = MeasureName.allCases.filter { $0.frontShare != nil }
    guard let length = values[.length], let width = values[.width] else {
      return withhold(names, reasons[.length] ?? reasons[.width] ?? missing(nil))
    }
    let front = section.extent(along: [0, 1])
    for name in names {
      let place = front - (name.frontShare ?? 0) * length / 1000
      let gap = section.gaps.first { ($0.from.y >= place) != ($0.to.y >= place) }
      set(name, 100_000 * (section.width(at: place) ?? .nan) / width, gap.map { missing($0) })
    }
  }

  /// The direction at an angle from forward, positive to the right.
  private static func direction(_ degrees: Double) -> Vector2 {
    [sin(degrees * .pi / 180), cos(degrees * .pi / 180)]
  }

  private func diagonal(_ centre: Vector2, degrees: Double) -> Diagonal? {
    let direction = Self.direction(degrees)
    guard let front = section.hit(from: centre, direction: direction),
      let back = section.hit(from: centre, direction: -direction)
    else { return nil }
    return Diagonal(front: front, back: back)
  }

  /// Why a diagonal could not be measured; nil where it could.
  private func reason(for diagonal: Diagonal?, _ centre: Vector2, degrees: Double) -> Finding? {
    guard diagonal == nil else { return nil }
    let direction = Self.direction(degrees)
    return missing(section.gap(across: centre, direction) ?? section.gap(across: centre, -direction))
  }

  private func hidden(_ direction: Vector2) -> Finding? {
    section.gapHidingExtent(along: direction).map { missing($0) }
  }

  private mutating func set(_ name: MeasureName, _ value: Double, _ reason: Finding?) {
    if let reason { reasons[name] = reason } else { values[name] = value }
  }

  private mutating func fold(_ name: MeasureName, _ value: Double) {
    signed[name] = value
    values[name] = name.fold!.value(ofSigned: value)
  }

  private mutating func withhold(_ names: [MeasureName], _ reason: Finding) {
    for name in names { reasons[name] = reason }
  }
}

extension [MeasureName: MeasureResult] {
  /// The side of a measure whose value and interval have lost it, from the measures of either side: for results from
  /// before signed values were written. Nil where the measure has no side, or where one of these is withheld.
  ///
  /// An interval that reaches symmetry has lost its lower end; the widest one that it can have been stands for it.
  public func side(of name: MeasureName) -> Estimate? {
    guard let fold = name.fold, let result = self[name], let value = result.value,
      let left = self[fold.left]?.value, let right = self[fold.right]?.value
    else { return nil }
    let (sign, size) = (left >= right ? 1.0 : -1.0, { (value: Double) in abs(value - fold.symmetric) })
    let interval = result.ci95.map { (interval: ClosedRange<Double>) in
      let (near, far) = (size(interval.lowerBound), size(interval.upperBound))
      let ends =
        Swift.min(near, far) == 0 ? [-Swift.max(near, far), Swift.max(near, far)] : [sign * near, sign * far].sorted()
      return ends[0]...ends[1]
    }
    return Estimate(sign * size(value), ci95: interval)
  }
}
