internal import Diagnostics
import Geometry
internal import Files
import Platform

/// Intrinsics in JSON: Open3D's `width`, `height` and `intrinsic_matrix`, nine numbers column by column, or what other
/// programs call these (``IntrinsicsSection``); for one camera, or in a section for each of `color` and `depth`.
///
/// Programs write it, under many names in any spelling, so it is read as a `JSONValue` and not through `FileNode`, which knows
/// a key by one name.
struct IntrinsicsFile {
  /// The names that a recording may give it, the preferred one first.
  static let names = [
    "intrinsic.json", "camera_intrinsic.json", "intrinsics.json", "camera_intrinsics.json", "camera_info.json",
  ]

  /// The colour camera, or both where ``depth`` is nil.
  let color: Camera
  let depth: Camera?
  /// The pose of the depth camera in the colour camera's frame.
  private(set) var colorFromDepth = RigidTransform.identity
  /// True when a matrix was written row by row.
  let isRowMajor: Bool

  /// Reads a file's content; `file` is what an error calls it.
  init(_ data: Data, file: String) throws(RecordingError) {
    guard data.count <= Self.largest else { throw .tooLarge(file: file, bytes: data.count, limit: Self.largest) }
    let content: JSONValue
    do throws(JSONText.Fault) { content = try JSONText.decode(JSONValue.self, from: data) } catch {
      let found: FindingValue = if case .strange = error { .phrase("no_json") } else { error.found }
      throw .badIntrinsics(file: file, expected: .phrase("intrinsics_json"), found: found)
    }
    try self.init(content, file: file)
  }

  /// Reads what was decoded of a file; `file` is what an error calls it.
  init(_ content: JSONValue, file: String) throws(RecordingError) {
    guard case .group(let members) = content else {
      throw .badIntrinsics(file: file, expected: .phrase("intrinsics_json"), found: .phrase("something_else"))
    }
    guard let sections = try Self.sections(members, file) else {
      let section = try IntrinsicsSection(members, file: file)
      try Self.requireNoPose(section, file)
      (color, depth, isRowMajor) = (section.camera, nil, section.isRowMajor)
      return
    }
    try Self.requireNoPose(sections.color, file)
    (color, depth) = (sections.color.camera, sections.depth.camera)
    isRowMajor = sections.color.isRowMajor || sections.depth.isRowMajor
    if let pose = sections.depth.pose { colorFromDepth = try Self.transform(pose, file) }
  }

  /// No file of intrinsics has more bytes.
  private static let largest = 1 << 20

  /// The sections of the two cameras; nil of a file without sections.
  private static func sections(
    _ members: [String: JSONValue], _ file: String
  ) throws(RecordingError) -> (color: IntrinsicsSection, depth: IntrinsicsSection)? {
    func named(_ names: [String]) -> (name: String, value: JSONValue)? {
      names.lazy.compactMap { name in members.first { IntrinsicsMembers.plain($0.key) == name } }.first
        .map { ($0.key, $0.value) }
    }
    func section(_ found: (name: String, value: JSONValue)?, _ key: String) throws(RecordingError) -> IntrinsicsSection
    {
      guard let found else {
        throw .badIntrinsics(
          file: file, expected: .phrase("intrinsics_json"), found: .phrase("no_key", ["key": .text(key)]))
      }
      guard case .group(let group) = found.value else { throw .strange(found.name, in: file) }
      return try IntrinsicsSection(group, file: file)
    }
    let (color, depth) = (named(["color", "colour", "rgb"]), named(["depth"]))
    if color == nil, depth == nil { return nil }
    return (try section(color, "color"), try section(depth, "depth"))
  }

  /// Throws where a camera has a pose that would not be used.
  private static func requireNoPose(_ section: IntrinsicsSection, _ file: String) throws(RecordingError) {
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
}
