internal import Diagnostics
internal import Files
package import Movement
internal import Platform

extension MotionQuantity {
  /// What it is called.
  static func title(_ key: String, _ language: Language) -> String { language.term(key, of: "motion_value") }
  /// How it is defined.
  static func definition(_ key: String, _ language: Language) -> String {
    language.term(key, of: "motion_value_definition")
  }

  /// All values that stand in frames, whatever the joint: the names of pictures.
  static let seen = ["start", "minimum", "maximum", "return", "left", "right", "flexion", "extension"]
  /// The values that are the way from one end to another, or a difference, and stand in no frame.
  private static let extents = ["range", "arc", "difference"]

  /// Whether it is an end, or a place, that a frame shows.
  package var isSeen: Bool { !Self.extents.contains(key) }
}

extension MotionResult {
  /// The values that cards show and that are followed over time.
  package var followed: [MotionQuantity] { quantities.filter { !["start", "return"].contains($0.key) } }

  /// The value that says most: range or arc, else the only one.
  var mainKey: String { quantities.first { ["range", "arc"].contains($0.key) }?.key ?? quantities[0].key }

  /// A value by its name; nil where it is withheld.
  func value(_ key: String) -> MotionValue? { quantities.first { $0.key == key }?.value }

  /// The ends as they stand on the curve, upper and lower, by their names.
  var ends: [(key: String, value: MotionValue?)] {
    let names =
      joint != .neck ? ("maximum", "minimum") : movement == .flexion ? ("flexion", "extension") : ("right", "left")
    return [(names.0, values.maximum), (names.1, values.minimum)]
  }

  /// How much could be measured, by the names that badges have.
  var measuredState: String {
    let values = quantities.map(\.value)
    if values.allSatisfy({ $0 == nil }) { return "not_measured" }
    return status == .complete ? "measured" : "measured_in_part"
  }

  /// Whether another result is of the same joint, side and movement.
  func isSameMovement(as other: MotionResult) -> Bool {
    joint == other.joint && side == other.side && movement == other.movement
  }

  /// In what another result was made otherwise, by the names of `motion_condition`; empty where both can be compared.
  func differences(from other: MotionResult) -> [String] {
    // In space a view shows nothing more.
    let areInSpace = source.dimensions == 3 && other.source.dimensions == 3
    let pairs: [(String, Bool)] = [
      ("joint", joint == other.joint), ("side", side == other.side), ("movement", movement == other.movement),
      ("view", areInSpace || view == other.view), ("reference", reference == other.reference),
      ("effort", effort == other.effort), ("neutral", neck?.neutral?.kind == other.neck?.neutral?.kind),
      ("line", movement != .lateral || neck?.seenBy == other.neck?.seenBy),
      ("dimensions", source.dimensions == other.source.dimensions),
      (
        "rules",
        rules.concerning(joint, movement) == other.rules.concerning(joint, movement)
          && neck?.neckRules == other.neck?.neckRules
      ),
    ]
    return pairs.filter { !$0.1 }.map(\.0)
  }
}

extension MotionResult {
  /// The result that a text holds, with nothing in it that this program would not have written.
  ///
  /// - Parameter file: what it is called in errors.
  static func checked(_ text: [UInt8], file: String) throws(MotionFolderError) -> MotionResult {
    let result: MotionResult
    do { result = try MotionResult.read(Data(text)) } catch {
      throw .strange(file: file, found: (error as? JSONText.Fault)?.found ?? .phrase("something_else"))
    }
    guard result.schema == schema else { throw .strange(file: file, found: .quoted(result.schema)) }
    guard result.isSound else { throw .strange(file: file, found: .phrase("motion_impossible_numbers")) }
    return result
  }

  /// No result has more repeats, plateaus or findings.
  private static let (mostParts, mostFindings) = (100_000, 1000)
  /// No angle, and no range, is larger, in degrees.
  private static let largest = 360.0

  /// Whether every number is one that can be measured.
  private var isSound: Bool {
    let counts = [gates.all, gates.valid, source.frames, filters.outliers] + Array(gates.rejected.values)
    let times = plateaus.flatMap { [$0.fromS, $0.toS] } + held.flatMap { [$0.fromS, $0.toS] }
    let angles =
      plateaus.map(\.degrees) + held.map(\.degrees)
      + repeats.flatMap { [$0.farDegrees, $0.nearDegrees].compactMap(\.self) }
    return repeats.count <= Self.mostParts && plateaus.count <= Self.mostParts && held.count <= Self.mostParts
      && findings.count <= Self.mostFindings && gates.rejected.count <= Self.mostFindings
      && counts.allSatisfy { (0...100_000_000).contains($0) } && times.allSatisfy { abs($0) < 1e15 }
      && angles.allSatisfy { abs($0) <= Self.largest }
      // With one degree of freedom an interval may be many times wider than any angle, and so may a tolerance.
      && [filters.noiseDegrees, filters.toleranceDegrees].allSatisfy { (0...1e6).contains($0) }
      && (0...1e9).contains(source.durationS)
      && (source.rate.map { (0...1e9).contains($0) } ?? true) && (0...1).contains(gates.validShare)
      && quantities.compactMap(\.value).allSatisfy(\.isSound) && pace.allSatisfy(\.isSound)
  }
}

extension MotionValue {
  /// Whether the value lies in its interval, and both among angles.
  fileprivate var isSound: Bool {
    ci95.count == 2 && ci95[0] <= degrees && degrees <= ci95[1] && ci95.allSatisfy { abs($0) <= 1e6 }
      && abs(degrees) <= 360 && (0...1_000_000).contains(plateaus) && frames.count <= 100_000 && covers.count <= 100
  }
}

extension PaceRow {
  /// Whether the value lies in its interval, and both can be.
  fileprivate var isSound: Bool {
    (0...1e9).contains(estimate.value)
      && (estimate.ci95.map { $0.contains(estimate.value) && (0...1e9).contains($0.lowerBound) && $0.upperBound <= 1e9 }
        ?? (key == Self.unseen))
  }
}
