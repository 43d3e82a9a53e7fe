import Analysis
import Foundation
import Geometry
internal import Files
import Landmarks
import Phantom
import PointClouds
import ScanPipeline

/// A simulated head to be printed in three dimensions: its skin with a shallow pit at each place of the cap's markers, and a
/// sheet with its true measures.
struct PrintedHead {
  /// The pits are bells of this depth and deviation, metres: deep enough to be found on a print of 0.2 mm layers, and covered
  /// by the marker that is glued over them.
  private static let (depth, width) = (0.0006, 0.0010)
  /// Edges of 0.7 mm: finer than the pits.
  private static let subdivisions = 7
  /// How well the landmarks are known; it widens intervals that a sheet does not have.
  private static let landmarkSigma = 0.0001

  private let surface: Mesh
  private let markers: [Int: Vector3]
  private let sheet: HeadSheet

  /// The head of a recording without the cap's cloth.
  init(_ recording: PhantomRecording) throws {
    let head = recording.head
    let skin = head.mesh(subdivisions: Self.subdivisions)
    let places = Dictionary(
      uniqueKeysWithValues: recording.cap.markers.map { ($0.id, $0.pose.translation) })
    (markers, surface) = (places, Self.pitted(skin, at: places.sorted { $0.key < $1.key }.map(\.value)))
    let landmarks = HeadLandmarks(
      [
        .sellion: head.position(of: .sellion), .tragionLeft: head.position(of: .tragionLeft),
        .tragionRight: head.position(of: .tragionRight),
      ], standardDeviation: Self.landmarkSigma)
    let measured = try HeadAnalysis(uncertainty: nil).measure(try HeadSurface(skin), landmarks: landmarks)
    sheet = HeadSheet(measured.results.compactMapValues(\.value))
  }

  private static func pitted(_ skin: Mesh, at places: [Vector3]) -> Mesh {
    var mesh = skin
    for k in mesh.positions.indices {
      let pit = places.reduce(0) { sum, place in
        let off = skin.positions[k] - place
        let squared = off.dot(off) / (2 * width * width)
        return squared < 12 ? sum + depth * exp(-squared) : sum
      }
      if pit > 0 { mesh.positions[k] -= Vector3(skin.normals[k]) * pit }
    }
    return mesh
  }

  /// Writes the head as an STL in millimetres, and `head.yaml` beside it.
  ///
  /// - Returns: what was written.
  func write(to file: URL, force: Bool) throws -> [URL] {
    let sheetFile = file.deletingPathExtension().appendingPathExtension("yaml")
    let outputs = [try OutputFile(file, force: force), try OutputFile(sheetFile, force: force)]
    try outputs[0].write(MeshFile.encode(surface, as: .stl, unit: .millimetres))
    try outputs[1].write(Data(sheet.yaml(markers: markers.mapValues { $0 * 1000 }).utf8))
    return [file, sheetFile]
  }
}
