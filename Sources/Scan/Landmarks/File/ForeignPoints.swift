import Diagnostics
internal import Files
import Geometry

/// The points of another program's landmark file.
struct ForeignPoints {
  private var file: LandmarkFile

  init(_ name: String, _ numbers: PointNumbers) {
    file = LandmarkFile(name: name, entries: [:])
    file.numbers = numbers
  }

  /// The file of all points; one without any is refused.
  func read() throws(FileError) -> LandmarkFile {
    guard !file.entries.isEmpty else {
      throw FileKind.landmarks.fault(
        in: file.name, at: .phrase("text"), expected: .phrase("named_points"), found: .phrase("none"))
    }
    return file
  }

  /// No coordinate is larger, in the unit of the file.
  private static let largest = 1e5

  /// Takes a point by its label.
  ///
  /// - Parameters:
  ///   - place: where it stands in the file, for messages.
  ///   - coordinates: three numbers; fewer where some are none.
  ///   - unit: one such number in metres.
  mutating func add(
    _ label: String, _ coordinates: [Double], unit: Double, at place: FindingValue
  ) throws(FileError) {
    func fault(_ expected: FindingValue, _ found: FindingValue) -> FileError {
      FileKind.landmarks.fault(in: file.name, at: place, expected: expected, found: found)
    }
    guard let landmark = Landmark(label: label) else {
      throw fault(Landmark.instead(of: label) ?? .oneOf(Landmark.allCases.map(\.rawValue)), .quoted(label))
    }
    guard file.entries[landmark] == nil else { throw fault(.phrase("each_landmark_once"), .quoted(label)) }
    guard coordinates.count == 3, coordinates.allSatisfy({ abs($0) <= Self.largest }) else {
      throw fault(.phrase("three_coordinates"), .phrase("something_else"))
    }
    file.entries[landmark] = .point(
      Vector3(coordinates[0], coordinates[1], coordinates[2]) * unit, standardDeviation: nil)
  }
}

extension Landmark {
  /// The landmark of a label, whatever its case, with blanks and hyphens for underscores; nil for another.
  init?(label: String) {
    let plain = label.lowercased().split { " -_".contains($0) }.joined(separator: "_")
    self.init(rawValue: plain)
  }

  /// What is to be picked in place of a point that others use; nil for a name that is none of theirs.
  static func instead(of label: String) -> FindingValue? {
    let plain = label.lowercased()
    if plain.contains("nasion") { return .phrase("sellion_for_nasion") }
    return plain.contains("tragus") ? .phrase("tragion_for_tragus") : nil
  }
}
