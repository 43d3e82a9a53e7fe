internal import Diagnostics
import Geometry
internal import Files

/// A lens as a file of intrinsics has it: OpenCV's coefficients, Apple's tables, or this program's own form.
enum IntrinsicsLens {
  case coefficients([Double])
  case tables(LensTable)
  case polynomial([Double], tangential: [Double], centre: [Double])

  /// Reads the member that stands at `place` in a file.
  init(_ value: JSONValue, file: String, place: String) throws(RecordingError) {
    if let coefficients = value.numbers {
      self = .coefficients(coefficients)
      return
    }
    guard case .group(let members) = value else { throw .strange(place, in: file) }
    let list = { (key: String) throws(RecordingError) -> [Double]? in
      guard let member = members[key], member != .none else { return nil }
      guard let numbers = member.numbers else { throw .strange(key, in: file) }
      return numbers
    }
    let centre = try list("center")
    if let radial = try list("radial") {
      self = .polynomial(radial, tangential: try list("tangential") ?? [0, 0], centre: centre ?? [])
      return
    }
    let (table, inverse) = (try list("lookup_table"), try list("inverse_lookup_table"))
    guard table != nil || inverse != nil else {
      throw .badIntrinsics(
        file: file, expected: .phrase("intrinsics_json"), found: .phrase("no_key", ["key": .text("lookup_table")]))
    }
    self = .tables(LensTable(toImage: table ?? [], toRectified: inverse ?? [], centre: centre))
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
