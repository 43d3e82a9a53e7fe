import Diagnostics
import Geometry
internal import Files
package import Platform

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
