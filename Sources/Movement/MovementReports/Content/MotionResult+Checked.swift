internal import Diagnostics
internal import Files
internal import Movement
internal import Platform

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
