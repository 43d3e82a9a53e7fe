import Diagnostics
import Geometry
internal import Inputs
import Platform

/// Intrinsics in JSON: Open3D's `width`, `height` and `intrinsic_matrix`, nine numbers column by column, or `fx`, `fy`,
/// `cx`, `cy` in place of the matrix; for one camera, or in a section for each of `color` and `depth`.
struct IntrinsicsFile {
  /// The names that a recording may give it, the preferred one first.
  static let names = ["intrinsic.json", "camera_intrinsic.json"]

  /// The colour camera, or both where ``depth`` is nil.
  let color: Camera
  let depth: Camera?
  /// The pose of the depth camera in the colour camera's frame.
  private(set) var colorFromDepth = RigidTransform.identity
  /// True when a matrix was written row by row.
  let isRowMajor: Bool

  /// Reads a file's content; `file` is what an error calls it.
  init(_ data: Data, file: String) throws(RecordingError) {
    let content: Content
    do throws(JSONText.Fault) { content = try JSONText.decode(Content.self, from: data) } catch {
      throw .badIntrinsics(file: file, expected: .phrase("intrinsics_json"), found: Self.found(error))
    }
    switch content {
    case .one(let section):
      try Self.requireNoPose(section, file)
      (color, depth, isRowMajor) = (try section.camera(file), nil, section.isRowMajor)
    case .two(let first, let second):
      try Self.requireNoPose(first, file)
      (color, depth) = (try first.camera(file), try second.camera(file))
      isRowMajor = first.isRowMajor || second.isRowMajor
      if let pose = second.pose { colorFromDepth = try Self.transform(pose, file) }
    }
  }

  /// Throws where a camera has a pose that would not be used.
  private static func requireNoPose(_ section: CameraSection, _ file: String) throws(RecordingError) {
    guard section.pose != nil else { return }
    throw .badIntrinsics(file: file, expected: .phrase("pose_in_depth"), found: .phrase("pose_elsewhere"))
  }

  /// A pose of 16 numbers by row, metres.
  private static func transform(_ m: [Double], _ file: String) throws(RecordingError) -> RigidTransform {
    guard m.count == 16, m.allSatisfy(\.isFinite), m[12...] == [0, 0, 0, 1] else {
      throw .badIntrinsics(file: file, expected: .phrase("pose_matrix"), found: .count(m.count))
    }
    let rotation = Matrix3(rows: [m[0], m[1], m[2]], [m[4], m[5], m[6]], [m[8], m[9], m[10]])
    let translation = Vector3(m[3], m[7], m[11])
    guard rotation.isRotation(within: 1e-4), translation.length < farthest else {
      throw .badIntrinsics(
        file: file, expected: .phrase("pose_near", ["distance": .exact(farthest)]),
        found: .text("[" + m.map { "\($0)" }.joined(separator: ", ") + "]"))
    }
    return RigidTransform(rotation: rotation, translation: translation)
  }

  /// The cameras of one device are no farther apart, metres.
  private static let farthest = 0.5

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

/// One camera for both images, or one for each.
private enum Content: Decodable {
  case one(CameraSection)
  case two(color: CameraSection, depth: CameraSection)

  private enum Keys: CodingKey { case color, depth }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard container.contains(.color) || container.contains(.depth) else {
      self = .one(try CameraSection(from: decoder))
      return
    }
    self = .two(
      color: try container.decode(CameraSection.self, forKey: .color),
      depth: try container.decode(CameraSection.self, forKey: .depth))
  }
}

/// One camera as the file has it.
private struct CameraSection: Decodable {
  let width, height: Int
  let matrix: [Double]?
  let fx, fy, cx, cy: Double?
  let distortion: LensSection?
  /// The pose in the colour camera's frame, 16 numbers by row.
  let pose: [Double]?

  private enum CodingKeys: String, CodingKey {
    case width, height, fx, fy, cx, cy, distortion
    case matrix = "intrinsic_matrix"
    case pose = "to_color"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    width = try container.decode(Int.self, forKey: .width)
    height = try container.decode(Int.self, forKey: .height)
    matrix = try container.decodeIfPresent([Double].self, forKey: .matrix)
    fx = try container.decodeIfPresent(Double.self, forKey: .fx)
    fy = try container.decodeIfPresent(Double.self, forKey: .fy)
    cx = try container.decodeIfPresent(Double.self, forKey: .cx)
    cy = try container.decodeIfPresent(Double.self, forKey: .cy)
    distortion = try container.decodeIfPresent(LensSection.self, forKey: .distortion)
    // By row: 16 numbers, or four rows of four.
    let rows = try? container.decodeIfPresent([[Double]].self, forKey: .pose)
    pose = try rows.map { $0.flatMap(\.self) } ?? container.decodeIfPresent([Double].self, forKey: .pose)
  }

  /// The four numbers of the matrix, column by column or row by row where only that makes a camera.
  var isRowMajor: Bool {
    guard let m = matrix, m.count == 9 else { return false }
    return m[6] == 0 && m[7] == 0 && (m[2] != 0 || m[5] != 0)
  }

  func camera(_ file: String) throws(RecordingError) -> Camera {
    var camera = try pinhole(file)
    camera.lens = try distortion?.lens(of: camera, file)
    return camera
  }

  private func pinhole(_ file: String) throws(RecordingError) -> Camera {
    guard let m = matrix else {
      guard let fx, let fy, let cx, let cy else {
        throw .badIntrinsics(
          file: file, expected: .phrase("intrinsics_json"),
          found: .phrase("no_key", ["key": .text("intrinsic_matrix")]))
      }
      return Camera(width: width, height: height, fx: fx, fy: fy, cx: cx, cy: cy)
    }
    guard m.count == 9 else {
      throw .badIntrinsics(file: file, expected: .phrase("matrix_of", ["count": .count(9)]), found: .count(m.count))
    }
    let (cx, cy, zeros) = isRowMajor ? (m[2], m[5], [m[1], m[3]]) : (m[6], m[7], [m[1], m[2], m[3], m[5]])
    guard m[8] == 1, zeros.allSatisfy({ $0 == 0 }) else {
      throw .badIntrinsics(
        file: file,
        expected: .phrase("without_skew", ["matrix": .text("[fx, 0, 0, 0, fy, 0, cx, cy, 1]")]),
        found: .text("[" + m.map { "\($0)" }.joined(separator: ", ") + "]"))
    }
    return Camera(width: width, height: height, fx: m[0], fy: m[4], cx: cx, cy: cy)
  }
}

/// A lens as the file has it: OpenCV's coefficients, or Apple's tables.
private enum LensSection: Decodable {
  case coefficients([Double])
  case tables(LensTable)
  case polynomial([Double], tangential: [Double], centre: [Double])

  private enum Keys: String, CodingKey {
    case radial, tangential
    case table = "lookup_table"
    case inverse = "inverse_lookup_table"
    case center
  }

  init(from decoder: any Decoder) throws {
    if let coefficients = try? decoder.singleValueContainer().decode([Double].self) {
      self = .coefficients(coefficients)
      return
    }
    let container = try decoder.container(keyedBy: Keys.self)
    if let radial = try container.decodeIfPresent([Double].self, forKey: .radial) {
      self = .polynomial(
        radial, tangential: try container.decodeIfPresent([Double].self, forKey: .tangential) ?? [0, 0],
        centre: try container.decode([Double].self, forKey: .center))
      return
    }
    guard container.contains(.table) || container.contains(.inverse) else {
      throw DecodingError.keyNotFound(
        Keys.table, .init(codingPath: container.codingPath, debugDescription: "neither table is there"))
    }
    self = .tables(
      LensTable(
        toImage: try container.decodeIfPresent([Double].self, forKey: .table) ?? [],
        toRectified: try container.decodeIfPresent([Double].self, forKey: .inverse) ?? [],
        centre: try container.decodeIfPresent([Double].self, forKey: .center)))
  }

  func lens(of camera: Camera, _ file: String) throws(RecordingError) -> Lens? {
    switch self {
    case .coefficients(let k):
      guard [4, 5].contains(k.count), k.allSatisfy(\.isFinite) else {
        throw .badIntrinsics(
          file: file, expected: .phrase("lens_coefficients", ["list": .text("[k1, k2, p1, p2, k3]")]),
          found: .count(k.count))
      }
      guard k.contains(where: { $0 != 0 }) else { return nil }
      return Lens(radial: [k[0], k[1], k.count > 4 ? k[4] : 0], tangential: [k[2], k[3]])
    case .polynomial(let radial, let tangential, let centre):
      guard (1...8).contains(radial.count), tangential.count == 2, centre.count == 2,
        (radial + tangential + centre).allSatisfy(\.isFinite)
      else {
        throw .badIntrinsics(
          file: file, expected: .phrase("lens_coefficients", ["list": .text("radial, tangential, center")]),
          found: .text("\(radial.count), \(tangential.count), \(centre.count)"))
      }
      // The centre in pixels counted from the image's corner, where pixel centres are at halves.
      return Lens(
        radial: radial, tangential: [tangential[0], tangential[1]],
        centre: [(centre[0] - 0.5 - camera.cx) / camera.fx, (centre[1] - 0.5 - camera.cy) / camera.fy])
    case .tables(let table): return try table.lens(of: camera, file: file)
    }
  }
}
