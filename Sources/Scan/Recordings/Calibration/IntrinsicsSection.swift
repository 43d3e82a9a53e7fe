internal import Diagnostics
import Geometry
internal import Files

/// One camera of a file of intrinsics.
struct IntrinsicsSection {
  let camera: Camera
  /// True where a plain list of nine numbers was in order of rows, unlike Open3D's.
  let isRowMajor: Bool
  /// The pose in the colour camera's frame, 16 numbers by row.
  let pose: [Double]?

  /// Reads a section; `file` is what an error calls the file.
  init(_ group: [String: JSONValue], file: String) throws(RecordingError) {
    let members = IntrinsicsMembers(group, file: file)
    (camera, isRowMajor) = try members.camera()
    pose = try members.numbers(.pose)
  }
}

/// The members of a section, whichever of the usual names they have.
///
/// Names count without their case and without what is neither letter nor digit: `intrinsicMatrix` is `intrinsic_matrix`.
struct IntrinsicsMembers {
  /// What a member of the file is.
  enum Member: String {
    case width, height, matrix, fx, fy, cx, cy, focal, principal, distortion, coefficients, model, pose
    case k1, k2, k3, k4, p1, p2
  }

  /// Open3D, librealsense (`ppx`), nerfstudio (`fl_x`, `w`), ROS (`K`, `D`), OpenCV (`camera_matrix`).
  private static let names: [String: Member] = [
    "width": .width, "w": .width, "imagewidth": .width, "height": .height, "h": .height, "imageheight": .height,
    "intrinsicmatrix": .matrix, "intrinsic": .matrix, "intrinsics": .matrix, "intrinsicsmatrix": .matrix,
    "cameramatrix": .matrix, "cameraintrinsics": .matrix, "cameraintrinsic": .matrix, "k": .matrix,
    "fx": .fx, "flx": .fx, "focallengthx": .fx, "fy": .fy, "fly": .fy, "focallengthy": .fy,
    "cx": .cx, "ppx": .cx, "principalpointx": .cx, "cy": .cy, "ppy": .cy, "principalpointy": .cy,
    "focallength": .focal, "principalpoint": .principal,
    "distortion": .distortion, "coeffs": .coefficients, "distortioncoefficients": .coefficients,
    "distortioncoeffs": .coefficients, "distcoeffs": .coefficients, "d": .coefficients,
    "model": .model, "distortionmodel": .model, "cameramodel": .model, "tocolor": .pose,
    "k1": .k1, "k2": .k2, "k3": .k3, "k4": .k4, "p1": .p1, "p2": .p2,
  ]

  /// The members that stand for something, with their names in the file.
  private var members: [Member: [(name: String, value: JSONValue)]] = [:]
  private let file: String

  static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// The members of an object; `file` is what an error calls the file.
  init(_ group: [String: JSONValue], file: String) {
    self.file = file
    collect(group)
  }

  /// Takes in members, and those of a group that stands for the matrix.
  private mutating func collect(_ group: [String: JSONValue]) {
    for (name, value) in group.sorted(by: { $0.key < $1.key }) where value != .none {
      guard let member = Self.names[Self.plain(name)] else { continue }
      if member == .matrix, case .group(let inner) = value, Self.data(inner) == nil {
        collect(inner)
      } else {
        members[member, default: []].append((name, value))
      }
    }
  }

  /// The numbers of a matrix as OpenCV and ROS write it: `rows`, `cols` and `data`.
  private static func data(_ group: [String: JSONValue]) -> JSONValue? { group["data"] }

  // MARK: The parts

  /// The camera, and whether a plain list of nine numbers was in order of rows, unlike Open3D's.
  func camera() throws(RecordingError) -> (Camera, isRowMajor: Bool) {
    let (width, height) = (try count(.width), try count(.height))
    let matrix = try matrix()
    var stated = [
      try number(.fx, in: .focal, 0), try number(.fy, in: .focal, 1), try number(.cx, in: .principal, 0),
      try number(.cy, in: .principal, 1),
    ]
    if let matrix {
      let own = [matrix.fx, matrix.fy, matrix.cx, matrix.cy]
      for (key, (one, other)) in zip(["fx", "fy", "cx", "cy"], zip(own, stated)) {
        if let other, abs(one - other) > 1e-6 * abs(one) {
          throw twice(key, ["\(members[.matrix]![0].name) \(one)", "\(key) \(other)"])
        }
      }
      stated = own
    }
    let missing = zip(["fx", "fy", "cx", "cy"], stated).filter { $0.1 == nil }.map(\.0)
    guard missing.isEmpty else {
      throw .badIntrinsics(
        file: file, expected: .phrase("intrinsics_json"),
        found: .phrase("no_key", ["key": .text(missing.count == 4 ? "intrinsic_matrix" : missing[0])]))
    }
    var camera = Camera(
      width: width, height: height, fx: stated[0]!, fy: stated[1]!, cx: stated[2]!, cy: stated[3]!)
    camera.lens = try lens(of: camera)
    return (camera, matrix?.isRowMajor ?? false)
  }

  /// The nine numbers, column by column or row by row: whichever makes a camera. Both do only where cx and cy are 0, and
  /// then they are the same.
  private func matrix() throws(RecordingError) -> (fx: Double, fy: Double, cx: Double, cy: Double, isRowMajor: Bool)? {
    guard let m = try numbers(.matrix) else { return nil }
    guard m.count == 9 else {
      throw .badIntrinsics(file: file, expected: .phrase("matrix_of", ["count": .count(9)]), found: .count(m.count))
    }
    let isByRow = m[6] == 0 && m[7] == 0 && (m[2] != 0 || m[5] != 0)
    let (cx, cy, zeros) = isByRow ? (m[2], m[5], [m[1], m[3]]) : (m[6], m[7], [m[1], m[2], m[3], m[5]])
    guard m[8] == 1, zeros.allSatisfy({ $0 == 0 }) else {
      throw .badIntrinsics(
        file: file,
        expected: .phrase("without_skew", ["matrix": .text("[fx, 0, 0, 0, fy, 0, cx, cy, 1]")]),
        found: .text("[" + m.map { "\($0)" }.joined(separator: ", ") + "]"))
    }
    // Only Open3D's name promises an order, and rows in brackets of their own leave no doubt.
    var isRowMajor = false
    if isByRow, let (name, value) = members[.matrix]?.first, Self.plain(name) == "intrinsicmatrix",
      case .list(let items) = value
    {
      isRowMajor = items.count == 9
    }
    return (m[0], m[4], cx, cy, isRowMajor)
  }

  private func lens(of camera: Camera) throws(RecordingError) -> Lens? {
    if let (name, value) = try only(.distortion) {
      return try IntrinsicsLens(value, file: file, place: name).lens(of: camera, file)
    }
    var (name, k) = ("", try numbers(.coefficients) ?? [])
    if let own = members[.coefficients]?.first?.name { name = own }
    let single = try [Member.k1, .k2, .p1, .p2, .k3, .k4].map { member throws(RecordingError) in
      try number(member) ?? 0
    }
    if k.isEmpty { (name, k) = ("k1", single) }
    guard k.contains(where: { $0 != 0 }) else { return nil }
    // Other models have other equations; librealsense's list is of its own unless it names OpenCV's.
    let model = try only(.model)?.value
    var isOpenCV = model == nil && Self.plain(name) != "coeffs"
    if case .text(let text)? = model { isOpenCV = Self.openCVModels.contains(Self.plain(text)) }
    guard isOpenCV, k.dropFirst(5).allSatisfy({ $0 == 0 }) else {
      let words = ([name] + [model?.summary].compactMap(\.self)).joined(separator: ", ")
      throw .badIntrinsics(
        file: file, expected: .phrase("open_cv_lens", ["list": .text("[k1, k2, p1, p2, k3]")]), found: .text(words))
    }
    return try IntrinsicsLens(.list(k.prefix(5).map { .number($0) }), file: file, place: name).lens(of: camera, file)
  }

  /// The names of OpenCV's polynomial model elsewhere.
  private static let openCVModels: Set = [
    "opencv", "plumbbob", "radtan", "brownconrady", "distortionbrownconrady", "rsdistortionbrownconrady",
  ]

  // MARK: Values

  /// The value of a member; nil where the file has none.
  ///
  /// - Throws: where it has several that differ.
  private func only(_ member: Member) throws(RecordingError) -> (name: String, value: JSONValue)? {
    guard let all = members[member], let first = all.first else { return nil }
    if let other = all.first(where: { $0.value != first.value }) {
      throw twice(member.rawValue, [first, other].map { "\($0.name) \($0.value.summary)" })
    }
    return first
  }

  private func twice(_ key: String, _ found: [String]) -> RecordingError {
    .badIntrinsics(file: file, expected: .phrase("one_value_of", ["key": .text(key)]), found: .names(found))
  }

  private func count(_ member: Member) throws(RecordingError) -> Int {
    guard let (name, value) = try only(member) else {
      throw .badIntrinsics(
        file: file, expected: .phrase("intrinsics_json"), found: .phrase("no_key", ["key": .text(member.rawValue)]))
    }
    guard let count = value.asCount else { throw .strange(name, in: file) }
    return count
  }

  private func number(_ member: Member) throws(RecordingError) -> Double? {
    guard let (name, value) = try only(member) else { return nil }
    guard let number = value.asNumber else { throw .strange(name, in: file) }
    return number
  }

  /// A member that is a number, or one of the two numbers of a list.
  private func number(_ member: Member, in list: Member, _ index: Int) throws(RecordingError) -> Double? {
    let own = try number(member)
    guard let pair = try numbers(list) else { return own }
    guard pair.count == 2, own == nil || own == pair[index] else {
      throw twice(member.rawValue, [own, pair.count == 2 ? pair[index] : nil].compactMap { $0.map { "\($0)" } })
    }
    return pair[index]
  }

  /// The numbers of a list, of a list of lists, or of a matrix with `data`.
  func numbers(_ member: Member) throws(RecordingError) -> [Double]? {
    guard let (name, value) = try only(member) else { return nil }
    var list = value
    if case .group(let group) = value, let data = Self.data(group) { list = data }
    guard let numbers = list.numbers else { throw .strange(name, in: file) }
    return numbers
  }
}

extension RecordingError {
  /// A member of a file of intrinsics that holds something else.
  static func strange(_ name: String, in file: String) -> RecordingError {
    .badIntrinsics(
      file: file, expected: .phrase("intrinsics_json"),
      found: .phrase("something_else_in", ["place": .text(name.quoted)]))
  }
}

extension JSONValue {
  /// The numbers of a list, or of lists in a list one after the other; nil where there is anything else.
  var numbers: [Double]? {
    guard case .list(let items) = self else { return nil }
    var numbers: [Double] = []
    for item in items {
      if let number = item.asNumber {
        numbers.append(number)
      } else if case .list(let inner) = item {
        let row = inner.compactMap(\.asNumber)
        guard row.count == inner.count else { return nil }
        numbers += row
      } else {
        return nil
      }
    }
    return numbers
  }
}
