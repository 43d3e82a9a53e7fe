public import Analysis
import Diagnostics
import Geometry
public import Landmarks

extension ScanResult {
  /// The result of a measurement; the parts about recording and tracking are the caller's to add.
  ///
  /// - Parameters:
  ///   - measures: what was measured.
  ///   - meshFromScan: the transform from the frame of the landmarks to that of the mesh that is written.
  public init(_ measures: HeadMeasures, meshFromScan: RigidTransform = .identity) {
    status = measures.isComplete ? .complete : .incomplete
    findings = measures.reasons + measures.notes
    (reasons, notes) = (findings.reasons, findings.notes)
    section = SectionPlace(measures)
    landmarks = Landmarks(measures.landmarks, meshFromScan: meshFromScan)
    midline = measures.symmetry.map { Midline($0, meshFromScan: meshFromScan) }
    `protocol` = ProtocolChoices(measures.choices)
    self.measures = MeasureName.allCases.reduce(into: [:]) { $0[$1.rawValue] = Measure(measures[$1]) }
    let index = measures.choices.index
    // It stands beside the index: what withholds that one withholds both.
    bySymmetry = measures[index].value == nil ? nil : measures.indexBySymmetry.map { IndexBySymmetry(index, $0) }
    severity = measures.severity.map(SeverityGrade.init)
    severities = measures.grades.map { ScaleGrade($0, measures[$0.scale.measure]) }
  }
}

extension ScanResult.Measure {
  init(_ result: MeasureResult) {
    unit = result.unit
    value = result.value.map { Rounding.value($0) }
    ci95 = result.ci95.map { [Rounding.value($0.lowerBound), Rounding.value($0.upperBound)] }
    repeatability = result.repeatability.map { [Rounding.value($0.lowerBound), Rounding.value($0.upperBound)] }
    budget = result.budget.isEmpty ? nil : result.budget.map(ScanResult.BudgetLine.init)
    (reason, code) = (result.reasons.text(), result.reasons.first?.code.rawValue)
    overCap = result.overCap.map { Rounding.value($0) }
    signed = result.signed?.mapped(Rounding.value)
  }
}

extension ScanResult.IndexBySymmetry {
  init(_ name: MeasureName, _ result: MeasureResult) {
    let written = ScanResult.Measure(result)
    (measure, unit) = (name.rawValue, written.unit)
    (value, ci95, repeatability) = (written.value, written.ci95, written.repeatability)
    (reason, code) = (written.reason, written.code)
    findings = result.reasons.isEmpty ? nil : result.reasons
  }
}

extension ScanResult.BudgetLine {
  init(_ component: UncertaintyComponent) {
    (source, kind, unit) = (component.source.rawValue, component.kind.rawValue, component.unit)
    (sd, sensitivity) = (Rounding.value(component.deviation), component.sensitivity.map { Rounding.value($0) })
    contribution = Rounding.value(component.contribution)
  }

  /// The line as it was computed, to the figures that are written; nil for a source that this version does not know.
  var component: UncertaintyComponent? {
    guard let source = UncertaintySource(rawValue: source), let kind = UncertaintyKind(rawValue: kind) else {
      return nil
    }
    return UncertaintyComponent(
      source: source, kind: kind, deviation: sd, unit: unit, effect: sd * (sensitivity ?? 0),
      contribution: contribution)
  }
}

extension ScanResult.SeverityGrade {
  init(_ severity: Severity) {
    scale = severity.scale.name
    level = severity.level
    probabilities = Self.written(severity.probabilities)
    flattened = severity.flattened.rawValue
  }

  /// Probabilities by level, without those that round to nothing.
  static func written(_ probabilities: [Int: Double]) -> [String: Double] {
    probabilities.reduce(into: [:]) { all, level in
      let probability = Rounding.fraction(level.value)
      if probability > 0 { all["\(level.key)"] = probability }
    }
  }
}

extension ScanResult.ScaleGrade {
  init(_ severity: Severity, _ measure: MeasureResult) {
    let graded = severity.scale
    (scale, version, source) = (graded.name, graded.version, graded.source)
    self.measure = graded.measure.rawValue
    unit = graded.measure.unit
    value = Rounding.value(measure.value ?? .nan)
    level = severity.level
    levels = graded.borders.count + 1
    names = graded.levelNames.isEmpty ? nil : graded.levelNames
    // What a level advises is not said where it may as well be another one.
    advice = severity.crossesBorder ? nil : graded.advice[severity.level]
    probabilities = ScanResult.SeverityGrade.written(severity.probabilities)
    crossesBorder = severity.crossesBorder
    borders = graded.borders.map { .init(value: $0.value, level: $0.belongsToLower ? "lower" : "upper") }
  }
}

extension ScanResult.Landmarks {
  init(_ landmarks: HeadLandmarks, meshFromScan: RigidTransform) {
    let moved = landmarks.transformed(by: meshFromScan).estimates
    self.init(
      source: Self.leastTrusted(moved)?.rawValue,
      points: moved.filter { $0.value.evidence > 0 }.reduce(into: [:]) { points, item in
        points[item.key.rawValue] = ScanResult.LandmarkEntry(
          mm: Rounding.millimetres(item.value.position), sdMm: Rounding.millimetres(item.value.standardDeviation),
          evidence: item.value.evidence, source: item.value.source.rawValue,
          reason: item.value.rejection?.text(), code: item.value.rejection?.code.rawValue)
      })
  }

  private static func leastTrusted(_ estimates: [Landmark: LandmarkEstimate]) -> LandmarkSource? {
    let used = Landmark.required.compactMap { estimates[$0]?.source }
    return [.automatic, .cap, .picked].first { used.contains($0) } ?? estimates.min { $0.key < $1.key }?.value.source
  }
}

extension ScanResult.ProtocolChoices {
  /// The choices of a protocol.
  public init(_ choices: MeasurementProtocol) {
    (name, version) = (choices.name, choices.version)
    (title, source) = (choices.title, choices.source)
    landmarks = Landmark.required.map(\.rawValue)
    apAxis = choices.apAxis.rawValue
    switch choices.level {
    case .fraction(let fraction):
      level = "fraction_of_vertex_height"
      levelFraction = fraction
    case .height: level = "height"
    case .longestSection: level = "longest_section"
    case .greatestCircumference: level = "greatest_circumference_without_ears"
    }
    centre = choices.centre.rawValue
    diagonalAngleDegrees = choices.diagonalAngleDegrees
    denominator = choices.denominator.rawValue
    index = choices.index.rawValue
    ears = choices.ears.rawValue
    capThickness = choices.capThickness.rawValue
    denominators = ["cvai": "longer diagonal", "cvai_shorter": "shorter diagonal", "cranial_index": "length"]
    bridgedGapMm = Rounding.millimetres(choices.bridgedGap)
  }
}

extension ScanResult.ProtocolChoices {
  /// Whether the section lies at a level.
  package func isAt(_ level: MeasurementProtocol.Level) -> Bool {
    switch level {
    case .greatestCircumference: self.level == "greatest_circumference_without_ears"
    case .longestSection: self.level == "longest_section"
    case .fraction(let share): levelFraction == share
    case .height: false
    }
  }
}

extension ScanResult {
  /// Takes over where a head stands among other children, with what must be known to read it; nil where nobody asks.
  public mutating func take(_ measures: HeadMeasures, among request: NormRequest?) {
    guard let request else { return }
    let score = request.score(measures)
    norm = Norm(score)
    findings += score.findings
    let references = request.references.flatMap { group in
      group.values(for: request.child).map { Reference(group, $0) }
    }
    let silent = request.references.filter { $0.values(for: request.child).isEmpty }
    findings += silent.map { group in
      Finding(
        .referenceAge,
        ["group": .text(group.name), "age_months": .number(request.child.tableAgeMonths, decimals: 1)])
    }
    self.references = references.isEmpty ? nil : references
  }
}

extension NormRequest {
  /// The request for a result that is renewed: where nobody named norms it keeps the built-in table and groups of before, and a table
  /// that is not at hand is not replaced by another one.
  public func renewing(_ earlier: ScanResult) -> NormRequest {
    var request = self
    if references.isEmpty, let groups = earlier.references?.map(\.group) {
      request.references = ReferenceGroup.builtIn.filter { groups.contains($0.name) }
    }
    guard !isNamed, unusable == nil, let norm = earlier.norm, norm.z != nil else { return request }
    if norm.table == table.name {
      request.isNamed = true
    } else {
      request.unusable = Finding(.normLost, ["table": .text(norm.table)])
    }
    return request
  }
}

extension ScanResult.Reference {
  /// A value as it is written.
  init(_ group: ReferenceGroup, _ value: ReferenceGroup.Value) {
    (self.group, version, source) = (group.name, group.version, group.source)
    (population, children, method) = (group.population, group.children, group.method.rawValue)
    diagonals = MeasurementProtocol.standard.diagonalAngleDegrees(of: value.measure).map { _ in
      group.diagonals?.text ?? MeasuringMethod.notStated.rawValue
    }
    (measure, unit) = (value.measure.rawValue, value.measure.unit)
    ageMonths = [value.months.lowerBound, value.months.upperBound]
    (statistic, self.value, sd) = (value.statistic.rawValue, value.middle, value.deviation)
    range = value.range.map { [$0.lowerBound, $0.upperBound] }
  }
}

extension ScanResult.Norm {
  /// The score as it is written.
  public init(_ score: NormScore) {
    (table, version, source) = (score.table, score.version, score.source)
    (measure, ageMonths, sex) = (score.measure.rawValue, score.child.ageMonths, score.child.sex.rawValue)
    correctedAgeMonths = score.child.correctedAgeMonths.map { rounded($0, 4) }
    z = score.z.map { Rounding.value($0) }
    ci95 = score.ci95.map { [Rounding.value($0.lowerBound), Rounding.value($0.upperBound)] }
    percentile = score.percentile.map { Rounding.value($0) }
    tapeShift = score.notes.first { $0.code == .normTape }?.values["shift"]?.figure.map { rounded($0, 2) }
    findings = score.reasons.isEmpty ? nil : score.reasons
    (reason, code) = (score.reasons.text(), score.reasons.first?.code.rawValue)
  }
}

extension ScanResult.SectionPlace {
  /// The place of the section that was measured, or nil where there is none.
  public init?(_ measures: HeadMeasures) {
    guard let section = measures.section, let vertex = measures.vertexHeight else { return nil }
    (heightMm, vertexHeightMm) = (Rounding.millimetres(section.level), Rounding.millimetres(vertex))
  }
}

extension ScanResult.Surface {
  /// The part of a surface in its head frame, or in its own where there is none: holes wider than 3 mm, at most `most`
  /// of them.
  public init(
    _ coverage: SurfaceCoverage?, holes: [Analysis.Hole], headFromScan: RigidTransform?, vertices: Int,
    triangles: Int, most: Int = 40
  ) {
    let wide = holes.lazy.map { ScanResult.Hole($0, headFromScan: headFromScan) }.filter { $0.diameterMm > 3 }.prefix(
      most)
    self.init(
      coverage: (coverage?.fraction).map(Rounding.fraction),
      regions: (coverage?.regions ?? [:]).reduce(into: [:]) { $0[$1.key.rawValue] = Rounding.fraction($1.value) },
      holes: Array(wide), vertices: vertices, triangles: triangles)
  }
}

extension ScanResult.Hole {
  /// The rim of a surface in its head frame.
  public init(_ hole: Analysis.Hole, headFromScan: RigidTransform?) {
    let centre = headFromScan.map { $0 * hole.centre } ?? hole.centre
    place = headFromScan == nil ? "unknown" : PlaceText.place(centre)
    diameterMm = Rounding.millimetres(hole.diameter)
    perimeterMm = Rounding.millimetres(hole.perimeter)
    centreMm = Rounding.millimetres(centre)
  }
}

/// How numbers are cut for files: far below what is measured, and the same in every run.
package enum Rounding {
  /// A value in its unit, to four decimals.
  package static func value(_ value: Double) -> Double { rounded(value, 4) }
  /// A share, to four decimals.
  static func fraction(_ value: Double) -> Double { rounded(value, 4) }
  /// Metres as millimetres, to three decimals.
  static func millimetres(_ metres: Double) -> Double { (metres * 1e6).rounded() / 1e3 }
  /// A point in metres as millimetres.
  static func millimetres(_ point: Vector3) -> [Double] { [point.x, point.y, point.z].map { millimetres($0) } }
}

extension ScanResult {
  /// The measures as they were measured, by their names; what this version does not know is left out.
  public var measureResults: [MeasureName: MeasureResult] {
    var results = measures.reduce(into: [MeasureName: MeasureResult]()) { results, entry in
      guard let name = MeasureName(rawValue: entry.key) else { return }
      results[name] = MeasureResult(
        value: entry.value.value, unit: entry.value.unit, ci95: ClosedRange(ends: entry.value.ci95),
        repeatability: ClosedRange(ends: entry.value.repeatability),
        budget: (entry.value.budget ?? []).compactMap(\.component),
        reasons: reasons(entry.key, entry.value),
        signed: entry.value.signed)
    }
    for (name, result) in results where result.signed == nil {
      let signed = results.side(of: name)
      results[name]?.signed = signed
    }
    return results
  }

  /// The measures as they are written, with their sides also in a result from before these were written.
  public var sidedMeasures: [String: Measure] {
    measureResults.reduce(into: measures) { all, entry in
      all[entry.key.rawValue]?.signed = Measure(entry.value).signed
    }
  }

  /// Why a measure is withheld: the findings that say so, or the text where there are none.
  private func reasons(_ key: String, _ measure: Measure) -> [Finding] {
    guard measure.value == nil else { return [] }
    let own = findings.withheld.filter { $0.measures.contains(key) }
    guard own.isEmpty, let reason = measure.reason else { return own }
    return [Finding(.measureOtherReason, ["reason": .text(reason)])]
  }

  /// The landmarks in metres, in the frame of the mesh.
  public var headLandmarks: HeadLandmarks {
    let source = landmarks.source.flatMap(LandmarkSource.init) ?? .picked
    return HeadLandmarks(
      landmarks.points.reduce(into: [:]) { estimates, entry in
        guard let landmark = Landmark(rawValue: entry.key), entry.value.mm.count == 3 else { return }
        let at = entry.value.mm
        estimates[landmark] = LandmarkEstimate(
          position: Vector3(at[0], at[1], at[2]) / 1000, standardDeviation: entry.value.sdMm / 1000,
          evidence: entry.value.evidence ?? 1, source: source,
          rejection: entry.value.reason.map { reason in
            Finding(
              entry.value.code.flatMap { FindingCode(rawValue: $0) } ?? .landmarksRejected, ["reason": .text(reason)],
              written: reason)
          })
      })
  }
}

extension ScanResult.ProtocolChoices {
  /// The first choice in which another protocol differs, in words; nil for the same one.
  public func difference(from other: ScanResult.ProtocolChoices) -> FindingValue? {
    guard self != other else { return nil }
    if (name, version) != (other.name, other.version) {
      return .phrase(
        "both", ["a": .text("\(name) \(version)"), "b": .text("\(other.name) \(other.version)")])
    }
    return .phrase("different_choices", ["protocol": .text("\(name) \(version)")])
  }
}

extension ScanResult {
  /// The built-in protocol that this was measured by; nil for another one.
  public var builtInProtocol: MeasurementProtocol? {
    MeasurementProtocol.builtIn.first { ProtocolChoices($0) == `protocol` }
  }

  /// Why a scale does not grade what the protocol measures; nil where it does.
  package func refusal(of scale: String) -> Finding? {
    findings.first { [.scaleAngle, .scalePoints].contains($0.code) && $0.values["scale"]?.key == scale }
  }

  /// The grade that stands for the head, that of ``severity``; nil where its measure is withheld.
  package var grade: ScaleGrade? { severities.first { $0.scale == severity?.scale } }

  /// The scales of the grades, by name; a name alone where it is not that of a built-in one. Nil where nothing was graded.
  public var scales: [(name: String, builtIn: SeverityScale?)]? {
    let names = severities.map(\.scale)
    return names.isEmpty ? nil : names.map { name in (name, SeverityScale.builtIn.first { $0.name == name }) }
  }
}

extension ScanResult.Landmarks {
  /// The landmarks as they were used, metres, the frame of the mesh; what this version does not know is left out.
  public var estimates: HeadLandmarks {
    HeadLandmarks(
      points.reduce(into: [:]) { all, item in
        guard let landmark = Landmark(rawValue: item.key), item.value.mm.count == 3, item.value.reason == nil else {
          return
        }
        let mm = item.value.mm
        all[landmark] = LandmarkEstimate(
          position: Vector3(mm[0], mm[1], mm[2]) / 1000, standardDeviation: item.value.sdMm / 1000,
          evidence: max(1, item.value.evidence ?? 1),
          source: item.value.source.flatMap(LandmarkSource.init(rawValue:)) ?? .picked)
      })
  }
}

extension ScanResult.Midline {
  init(_ symmetry: FaceSymmetry, meshFromScan: RigidTransform) {
    let plane = symmetry.plane.moved(by: meshFromScan)
    normal = [plane.normal.x, plane.normal.y, plane.normal.z].map { rounded($0, 9) }
    offsetMm = Rounding.millimetres(plane.offset)
    (angleSdDegrees, offsetSdMm) = (
      Rounding.value(symmetry.angleDeviation), Rounding.millimetres(symmetry.offsetDeviation)
    )
    angleFromLandmarksDegrees = Rounding.value(symmetry.angleFromLandmarks)
    (slantForward, slantUp) = (Rounding.value(symmetry.slant.forward), Rounding.value(symmetry.slant.up))
    (points, matchedFraction) = (symmetry.points, Rounding.value(symmetry.matchedShare))
    residualRmsMm = Rounding.millimetres(symmetry.residual)
    sellionMovedMm = symmetry.sellionShift.map { Rounding.millimetres($0) }
  }
}

extension ScanResult {
  /// The head frame of the landmarks, in the frame of which they are given; nil for an axis that this version does not know,
  /// and where landmarks or midline are missing.
  ///
  /// - Throws: ``HeadFrameError`` for landmarks that make none.
  public func headFrame(of landmarks: HeadLandmarks) throws(HeadFrameError) -> HeadFrame? {
    guard let axis = MeasurementProtocol.APAxis(rawValue: self.protocol.apAxis), landmarks.areSufficient else {
      return nil
    }
    return try HeadFrame(landmarks, apAxis: axis, midline: midline?.plane)
  }
}

extension ScanResult.Midline {
  /// The plane in metres; nil for numbers that are none.
  var plane: Plane? {
    guard normal.count == 3, offsetMm.isFinite else { return nil }
    let vector = Vector3(normal[0], normal[1], normal[2])
    guard vector.isFinite, abs(vector.length - 1) < 0.01 else { return nil }
    return Plane(normal: vector.normalized, offset: offsetMm / 1000)
  }
}
