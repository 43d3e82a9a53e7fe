import Diagnostics
import Geometry
internal import Inputs
import Platform

/// Intrinsics in Open3D's JSON: `width`, `height` and `intrinsic_matrix`, nine numbers column by column. `fx`, `fy`,
/// `cx`, `cy` may replace the matrix.
struct IntrinsicsFile {
  /// The names that a recording may give it, the preferred one first.
  static let names = ["intrinsic.json", "camera_intrinsic.json"]

  let camera: PinholeCamera
  /// True when the matrix was written row by row.
  let isRowMajor: Bool

  private struct Content: Decodable {
    let width, height: Int
    let matrix: [Double]?
    let fx, fy, cx, cy: Double?

    enum CodingKeys: String, CodingKey {
      case width, height, fx, fy, cx, cy
      case matrix = "intrinsic_matrix"
    }
  }

  /// Reads a file's content; `file` is what an error calls it.
  init(_ data: Data, file: String) throws(RecordingError) {
    let expected = FindingValue.phrase("intrinsics_json")
    let content: Content
    do throws(JSONText.Fault) { content = try JSONText.decode(Content.self, from: data) } catch {
      throw .badIntrinsics(file: file, expected: expected, found: Self.found(error))
    }
    if let matrix = content.matrix {
      (camera, isRowMajor) = try Self.camera(matrix, width: content.width, height: content.height, file: file)
    } else if let fx = content.fx, let fy = content.fy, let cx = content.cx, let cy = content.cy {
      camera = PinholeCamera(width: content.width, height: content.height, fx: fx, fy: fy, cx: cx, cy: cy)
      isRowMajor = false
    } else {
      throw .badIntrinsics(file: file, expected: expected, found: .phrase("no_key", ["key": .text("intrinsic_matrix")]))
    }
  }

  /// The camera of a matrix column by column, or row by row where only that makes a camera.
  private static func camera(
    _ m: [Double], width: Int, height: Int, file: String
  ) throws(RecordingError) -> (PinholeCamera, isRowMajor: Bool) {
    guard m.count == 9 else {
      throw .badIntrinsics(file: file, expected: .phrase("matrix_of", ["count": .count(9)]), found: .count(m.count))
    }
    let isRowMajor = m[6] == 0 && m[7] == 0 && (m[2] != 0 || m[5] != 0)
    let (cx, cy, zeros) = isRowMajor ? (m[2], m[5], [m[1], m[3]]) : (m[6], m[7], [m[1], m[2], m[3], m[5]])
    guard m[8] == 1, zeros.allSatisfy({ $0 == 0 }) else {
      throw .badIntrinsics(
        file: file,
        expected: .phrase("without_skew", ["matrix": .text("[fx, 0, 0, 0, fy, 0, cx, cy, 1]")]),
        found: .text("[" + m.map { "\($0)" }.joined(separator: ", ") + "]"))
    }
    return (PinholeCamera(width: width, height: height, fx: m[0], fy: m[4], cx: cx, cy: cy), isRowMajor)
  }

  private static func found(_ fault: JSONText.Fault) -> FindingValue {
    guard case .strange(let error) = fault else { return fault.found }
    return switch error as? DecodingError {
    case .keyNotFound(let key, _)?: .phrase("no_key", ["key": .text(key.stringValue)])
    case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
      .phrase(
        "something_else_in",
        ["place": .text(context.codingPath.map { $0.stringValue.quoted }.joined(separator: " "))])
    default: .phrase("no_json")
    }
  }
}
