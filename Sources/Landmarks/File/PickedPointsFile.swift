import Diagnostics
import Platform

/// Points that were picked in MeshLab (`.pp`): `<point x="…" y="…" z="…" name="…" active="1"/>`, in the numbers of the mesh.
enum PickedPointsFile {
  /// The points of a text; nil where it is none of theirs.
  static func read(_ data: Data, name: String) throws(LandmarkFileError) -> LandmarkFile? {
    guard data.first == UInt8(ascii: "<") else { return nil }
    let text = String(decoding: data, as: UTF8.self).replacing(/<!--.*?-->/.dotMatchesNewlines(), with: "")
    guard text.contains("<PickedPoints>") else {
      throw .invalid(
        file: name, place: .phrase("text"), expected: .phrase("named_points"), found: .phrase("something_else"))
    }
    var points = ForeignPoints(name, .asInMesh)
    for (index, element) in text.matches(of: /<point\s([^>]*)>/).enumerated() {
      let attributes = Dictionary(
        element.output.1.matches(of: /(\w+)\s*=\s*"([^"]*)"/).map { ($0.output.1, String($0.output.2)) }
      ) { first, _ in first }
      guard attributes["active"] ?? "1" == "1" else { continue }
      try points.add(
        attributes["name"] ?? "", ["x", "y", "z"].compactMap { attributes[$0].flatMap { Double($0) } }, unit: 1,
        at: .text("point[\(index)]"))
    }
    return points.file
  }
}
