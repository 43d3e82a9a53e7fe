import Analysis
import Diagnostics
import Geometry
import Landmarks

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
    `protocol` = ProtocolChoices(measures.choices)
    self.measures = MeasureName.allCases.reduce(into: [:]) { $0[$1.rawValue] = Measure(measures[$1]) }
    severity = measures.severity.map(SeverityGrade.init)
    severities = measures.grades.map { ScaleGrade($0, measures[$0.scale.measure]) }
  }
}

extension ScanResult.Measure {
  init(_ result: MeasureResult) {
    value = result.value.map { Rounding.value($0) }
    unit = result.unit
    ci95 = result.ci95.map { [Rounding.value($0.lowerBound), Rounding.value($0.upperBound)] }
    (reason, code) = (result.reasons.text(), result.reasons.first?.code.rawValue)
    overCap = result.overCap.map { Rounding.value($0) }
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
  init(_ choices: MeasurementProtocol) {
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

/// How numbers are cut for files: far below what is measured, and the same in every run.
enum Rounding {
  /// A value in its unit, to four decimals.
  static func value(_ value: Double) -> Double { rounded(value, 4) }
  /// A share, to four decimals.
  static func fraction(_ value: Double) -> Double { rounded(value, 4) }
  /// Metres as millimetres, to three decimals.
  static func millimetres(_ metres: Double) -> Double { (metres * 1e6).rounded() / 1e3 }
  /// A point in metres as millimetres.
  static func millimetres(_ point: Vector3) -> [Double] { [point.x, point.y, point.z].map { millimetres($0) } }
}
