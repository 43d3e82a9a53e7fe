import Diagnostics
package import Files
import Geometry
package import Platform

/// The content of `markers.json` (schema `calvaria/markers/1`): where a cap's markers lie in the frame of the `mesh.ply`
/// beside it.
public struct MarkersFile: Codable, Sendable {
  /// A marker; a file that was not written by this program may give the corners alone.
  public struct Marker: Codable, Sendable {
    /// The four corners in millimetres.
    public let cornersMm: [[Double]]
    /// The standard deviation of each corner in millimetres.
    public let cornerSdMm: [Double]?
    /// The frames that saw the marker.
    public let sightings: Int?

    /// A marker from its parts.
    public init(cornersMm: [[Double]], cornerSdMm: [Double]?, sightings: Int?) {
      (self.cornersMm, self.cornerSdMm, self.sightings) = (cornersMm, cornerSdMm, sightings)
    }

    /// The four corners in metres; nil where they are not four points within `reach` millimetres of the origin.
    public func corners(within reach: Double) -> [Vector3]? {
      let points = cornersMm.filter { $0.count == 3 && $0.allSatisfy { abs($0) < reach } }
      guard cornersMm.count == 4, points.count == 4 else { return nil }
      return points.map { Vector3($0[0], $0[1], $0[2]) / 1000 }
    }
  }

  /// The contract's name and version, and the frame of the corners: `head` or `scan`.
  public let schema, frame: String
  /// The cap's dictionary.
  public let dictionary: String
  /// The printed edge of a marker.
  public let markerSizeMm: Double?
  /// The markers by their ids.
  public let markers: [String: Marker]

  /// The file's name in a result.
  public static let name = "markers.json"
  private static let currentSchema = "calvaria/markers/1"
  /// No map of a cap's markers is larger, in bytes; a larger file is not read.
  private static let largestBytes = 1 << 24

  /// The file of a map.
  public init(dictionary: String, markerSizeMm: Double, isInHeadFrame: Bool, markers: [String: Marker]) {
    (schema, frame) = (Self.currentSchema, isInHeadFrame ? "head" : "scan")
    (self.dictionary, self.markerSizeMm, self.markers) = (dictionary, markerSizeMm, markers)
  }

  /// Reads a file; nil for one with other content.
  ///
  /// - Throws: `InputFile.Fault` for a file that can't be read.
  package static func read(_ url: URL) throws(InputFile.Fault) -> MarkersFile? {
    read(try InputFile.bytes(url.path, atMost: largestBytes))
  }

  /// The file that bytes hold; nil for other content.
  package static func read(_ bytes: [UInt8]) -> MarkersFile? {
    guard bytes.count <= largestBytes else { return nil }
    let file = try? JSONText.decode(MarkersFile.self, from: Data(bytes), keys: .convertFromSnakeCase)
    return file?.schema == currentSchema ? file : nil
  }
}

/// Where a cap's markers lie on the head: the `markers.json` of an earlier reconstruction.
package enum MarkerLayout {
  /// Four corners of each marker in the head's frame, metres.
  package static func read(_ url: URL, dictionary: String) throws(MarkerLayoutError) -> [Int: [Vector3]] {
    let content: MarkersFile?
    do throws(InputFile.Fault) { content = try MarkersFile.read(url) } catch {
      throw .unreadable(path: url.path, found: error.found)
    }
    guard let content else {
      throw .invalid(path: url.path, expected: .phrase("own_markers_file"), found: .phrase("something_else"))
    }
    guard content.frame == "head" else {
      throw .invalid(
        path: url.path, expected: .phrase("markers_in_head_frame"),
        found: .phrase("the_frame", ["frame": .text(String(content.frame.prefix(20)))]))
    }
    guard content.dictionary == dictionary else {
      throw .invalid(
        path: url.path, expected: .phrase("markers_of", ["dictionary": .text(dictionary)]),
        found: .text(String(content.dictionary.prefix(40))))
    }
    var corners: [Int: [Vector3]] = [:]
    for (key, marker) in content.markers {
      guard let id = Int(key), let points = marker.corners(within: 1000) else {
        throw .invalid(
          path: url.path, expected: .phrase("four_corners"),
          found: .phrase("others_of_marker", ["id": .text(String(key.prefix(20)))]))
      }
      corners[id] = points
    }
    guard corners.count >= 3 else {
      throw .invalid(path: url.path, expected: .phrase("markers_at_least"), found: .count(corners.count))
    }
    return corners
  }
}

/// Why a layout can't be used.
public enum MarkerLayoutError: UserFacingError {
  /// The file is missing or can't be read.
  case unreadable(path: String, found: FindingValue)
  /// Its content is not what it should be.
  case invalid(path: String, expected: FindingValue, found: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let path, let found): ErrorMessage(.layoutUnreadable, at: path, nil, ["found": found])
    case .invalid(let path, let expected, let found):
      ErrorMessage(.layoutInvalid, at: path, nil, ["expected": expected, "found": found])
    }
  }
}
