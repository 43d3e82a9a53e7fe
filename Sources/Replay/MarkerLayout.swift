import Diagnostics
import Geometry
internal import Inputs
import Platform
import Reports

/// Where a cap's markers lie on the head: the `markers.json` of an earlier reconstruction.
enum MarkerLayout {
  /// Four corners of each marker in the head's frame, metres.
  static func read(_ url: URL, dictionary: String) throws(MarkerLayoutError) -> [Int: [Vector3]] {
    let content: MarkersFile?
    do throws(InputFile.Fault) { content = try MarkersFile.read(url) } catch {
      throw .unreadable(path: url.path, found: error.found)
    }
    guard let content else {
      throw .invalid(path: url.path, expected: "the markers.json of `reconstruct`", found: "something else")
    }
    guard content.frame == "head" else {
      throw .invalid(
        path: url.path, expected: "markers in the head's frame", found: "the frame `\(content.frame.prefix(20))`")
    }
    guard content.dictionary == dictionary else {
      throw .invalid(path: url.path, expected: "markers of \(dictionary)", found: String(content.dictionary.prefix(40)))
    }
    var corners: [Int: [Vector3]] = [:]
    for (key, marker) in content.markers {
      guard let id = Int(key), let points = marker.corners(within: 1000) else {
        throw .invalid(path: url.path, expected: "four corners in mm", found: "others of marker \(key.prefix(20))")
      }
      corners[id] = points
    }
    guard corners.count >= 3 else {
      throw .invalid(path: url.path, expected: "at least three markers", found: "\(corners.count)")
    }
    return corners
  }
}

/// Why a layout can't be used.
public enum MarkerLayoutError: UserFacingError {
  /// The file is missing or can't be read.
  case unreadable(path: String, found: String)
  /// Its content is not what it should be.
  case invalid(path: String, expected: String, found: String)

  public var kind: UserFacingErrorKind {
    switch self {
    case .unreadable: .inputMissing
    case .invalid: .badConfiguration
    }
  }

  public var subject: String {
    switch self {
    case .unreadable(let path, _), .invalid(let path, _, _): path
    }
  }

  public var problem: String {
    switch self {
    case .unreadable(_, let found): "expected a readable markers.json, found \(found)"
    case .invalid(_, let expected, let found): "expected \(expected), found \(found)"
    }
  }

  public var remedy: String? { "name the markers.json of a result with landmarks, or leave --layout out" }
}
