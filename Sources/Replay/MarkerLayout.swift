import Diagnostics
import Geometry
internal import Inputs

import Foundation

/// Where a cap's markers lie on the head: the `markers.json` of an earlier reconstruction.
enum MarkerLayout {
  private static let largestBytes = 1 << 24

  private struct Content: Decodable {
    struct Marker: Decodable {
      let corners: [[Double]]

      enum CodingKeys: String, CodingKey { case corners = "corners_mm" }
    }
    let schema, frame, dictionary: String
    let markers: [String: Marker]
  }

  /// Four corners of each marker in the head's frame, metres.
  static func read(_ url: URL, dictionary: String) throws(MarkerLayoutError) -> [Int: [Vector3]] {
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(url.path, atMost: largestBytes) } catch {
      throw .unreadable(path: url.path, found: error.found)
    }
    guard let content = try? JSONText.decode(Content.self, from: Data(bytes)), content.schema == "calvaria/markers/1"
    else { throw .invalid(path: url.path, expected: .phrase("own_markers_file"), found: .phrase("something_else")) }
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
      let points = marker.corners.filter { $0.count == 3 && $0.allSatisfy { abs($0) < 1000 } }
      guard let id = Int(key), marker.corners.count == 4, points.count == 4 else {
        throw .invalid(
          path: url.path, expected: .phrase("four_corners"),
          found: .phrase("others_of_marker", ["id": .text(String(key.prefix(20)))]))
      }
      corners[id] = points.map { Vector3($0[0], $0[1], $0[2]) / 1000 }
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
