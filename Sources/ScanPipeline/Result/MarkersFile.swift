import Diagnostics
import Geometry
internal import Inputs
import Markers
import Platform
import Tracking

/// The content of `markers.json`: the marker map in the frame of the `mesh.ply` beside it.
struct MarkersFile: Codable {
  struct Marker: Codable {
    let cornersMm: [[Double]]
    let cornerSdMm: [Double]
    let sightings: Int
  }

  let schema, frame, dictionary: String
  let markerSizeMm: Double
  let markers: [String: Marker]

  static let name = "markers.json"
  private static let currentSchema = "calvaria/markers/1"

  /// The map's file.
  init(_ map: MarkerMap, cap: Cap, isInHeadFrame: Bool) {
    (schema, frame) = (Self.currentSchema, isInHeadFrame ? "head" : "scan")
    dictionary = cap.dictionary.name
    markerSizeMm = rounded(cap.markerSize * 1000, 4)
    markers = map.ids.reduce(into: [:]) { all, id in
      let marker = map.markers[id]!
      all["\(id)"] = Marker(
        cornersMm: marker.corners.map { [$0.x, $0.y, $0.z].map { rounded($0 * 1000, 4) } },
        cornerSdMm: marker.cornerSigmas.map { rounded($0 * 1000, 4) }, sightings: marker.sightings)
    }
  }

  /// The markers of a mesh, in metres; nil where there is no such file beside it, or none of its frame.
  static func quads(besideMesh mesh: URL, isInHeadFrame: Bool) -> [[Vector3]]? {
    let path = mesh.deletingLastPathComponent().appending(path: name).path
    guard let bytes = try? InputFile.bytes(path, atMost: largestBytes),
      let file = try? JSONText.decode(MarkersFile.self, from: Data(bytes), keys: .convertFromSnakeCase),
      file.schema == currentSchema, file.frame == (isInHeadFrame ? "head" : "scan")
    else { return nil }
    let quads = file.markers.values.map { $0.cornersMm.compactMap(point) }
    return quads.isEmpty || quads.contains { $0.count != 4 } ? nil : quads
  }

  /// No map of a cap's markers is larger, in bytes; a larger file is not read.
  private static let largestBytes = 1 << 22

  private static func point(_ numbers: [Double]) -> Vector3? {
    guard numbers.count == 3, numbers.allSatisfy({ abs($0) < 1e4 }) else { return nil }
    return Vector3(numbers[0], numbers[1], numbers[2]) / 1000
  }
}
