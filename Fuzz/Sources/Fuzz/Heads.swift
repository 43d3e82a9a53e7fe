import Foundation
import Geometry
import Phantom
import PointClouds

@testable import Analysis
@testable import Landmarks
@testable import ScanPipeline

/// A simulated head without its cap, coarse: edges of some 9 mm.
struct Head {
  let mesh: Mesh
  let points: [Landmark: Vector3]

  init() throws {
    let head = try PhantomHead(HeadShape(roughness: 0, capThickness: 0))
    mesh = head.mesh(subdivisions: 4)
    points = [
      .sellion: head.position(of: .sellion), .noseTip: head.position(of: .noseTip),
      .tragionLeft: head.position(of: .tragionLeft), .tragionRight: head.position(of: .tragionRight),
    ]
  }

  /// Its files in a folder.
  func write(to folder: URL) throws -> (mesh: URL, landmarks: URL) {
    let files = (mesh: folder.appending(path: "head.ply"), landmarks: folder.appending(path: "landmarks.json"))
    try MeshFile.encode(mesh, as: .ply, unit: .millimetres).write(to: files.mesh)
    let entries = points.mapValues { LandmarkFile.Entry.point($0, standardDeviation: nil) }
    try LandmarkFile(name: "landmarks.json", entries: entries).json().write(to: files.landmarks)
    return files
  }

  /// What `measure` writes of it.
  func measured() throws -> Data {
    let files = try write(to: Material.folder())
    return try MeshMeasurement.measure(meshFile: files.mesh, landmarkFile: files.landmarks, unit: .millimetres).result
      .json()
  }
}

extension Target {
  static let heads: [Target] = [movedVertex]

  /// One vertex of a head is moved: CVAI stays within its interval, or something is said that is not said of the sound head.
  private static let movedVertex = Target(
    name: "moved-vertex",
    seeds: { [Data([1, 7, 200, 130, 90, 60]), Data([2, 90, 30, 10, 180, 120]), Data([5, 3, 128, 250, 140, 200])] },
    prepare: {
      let head = try Head()
      let files = try head.write(to: Material.folder())
      let read = {
        try HeadMesh.readHead(meshFile: files.mesh, landmarkFile: files.landmarks, unit: .millimetres)
      }
      let measure = { (head: MeshHead, uncertainty: UncertaintyOptions?, found: HeadLandmarks?) in
        var analysis = HeadAnalysis(uncertainty: uncertainty)
        analysis.found = found
        return try MeshMeasurement.measure(head, analysis)
      }
      let sound = try read()
      // Intervals cost ten times the rest; what is said does not depend on them.
      let plain = try measure(sound, nil, nil)
      let interval = try measure(sound, UncertaintyOptions(), nil).measures[.cvai].ci95!
      let said = Set(plain.result.findings.map(\.code))
      let found = plain.measures.comparison?.shown
      return { bytes in
        guard bytes.count >= 6 else { return }
        let bytes = Array(bytes)
        var mesh = head.mesh
        let vertex = (Int(bytes[0]) << 8 | Int(bytes[1])) % mesh.positions.count
        // From a fifth of a millimetre to a metre, in any direction.
        let direction = Vector3(Double(bytes[2]) - 127.5, Double(bytes[3]) - 127.5, Double(bytes[4]) - 127.5)
        mesh.positions[vertex] += direction.normalized * 0.0002 * pow(5000, Double(bytes[5]) / 255)
        try MeshFile.encode(mesh, as: .ply, unit: .millimetres).write(to: files.mesh)
        let moved = try read()
        // Damage is said of the surface, whatever is measured on it.
        if let damage = moved.surface.damage.finding, !said.contains(damage.code) { return }
        // Looking for what the surface shows takes half of the time, and only adds to what is said.
        for found in [found, nil] {
          let measured = try measure(moved, nil, found)
          guard let cvai = measured.measures[.cvai].value, !interval.contains(cvai),
            said.isSuperset(of: measured.result.findings.map(\.code))
          else { return }
        }
        fatalError("vertex \(vertex): CVAI outside \(interval), and nothing is said of it")
      }
    })
}
