import Foundation
import Geometry
import Recordings
import TestSupport
import Testing
import Workers

@testable import PointClouds

/// Fuses the practice scans with their true poses, which leaves only the sensor's errors and the fusion's own.
@Suite(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
struct PracticeScanTests {
  @Test(arguments: ["practice_a", "practice_b"]) func meetsTheTargetOverTheCap(name: String) throws {
    let scan = try PracticeScan(name)
    let mesh = try scan.fuse(every: 2)
    let (aligned, rms) = try scan.aligned(mesh)
    #expect(rms < 0.35e-3)
    #expect(try scan.completeness(aligned) > 0.99)
    let truth = MeshDistance(scan.surface)
    let farthest = aligned.positions.map { truth.closest(to: $0)!.distance }.max()!
    #expect(farthest < 0.003, "hands, neck or torso in the mesh")
    // Where the head frame's landmarks lie, below the cap, there is surface.
    let found = MeshDistance(aligned)
    for point in scan.landmarks { #expect(found.closest(to: point)!.distance < 0.001) }
  }

  @Test func correctedDepthHalvesTheError() throws {
    let scan = try PracticeScan("practice_a")
    let mesh = try scan.fuse(every: 4, correction: DepthCorrection(field: DepthField([-0.0004])))
    #expect(try scan.aligned(mesh).rms < 0.12e-3)
  }
}

/// A simulated recording with its truth.
private struct PracticeScan {
  /// Above which height of the renderer's head frame the cap lies.
  static let capHeight = 0.03
  let recording: Recording
  let poses: [RigidTransform]
  let markers, landmarks: [Vector3]
  let surface: Mesh

  private struct Truth: Decodable {
    struct Marker: Decodable { var centre: [Double] }
    var headFromCamera: [[[Double]]]
    var markers: [String: Marker]
    var landmarksMm: [String: [Double]]
  }

  init(_ name: String) throws {
    let folder = SharedMaterial.folder.appendingPathComponent("scans/\(name)")
    recording = try Recording.open(folder)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let truth = try decoder.decode(
      Truth.self, from: Data(contentsOf: folder.appendingPathComponent("truth.json")))
    let metres = { (v: [Double]) in Vector3(v[0], v[1], v[2]) / 1000 }
    poses = truth.headFromCamera.map { m in
      RigidTransform(
        rotation: Matrix3(
          rows: [m[0][0], m[0][1], m[0][2]], [m[1][0], m[1][1], m[1][2]], [m[2][0], m[2][1], m[2][2]]),
        translation: metres([m[0][3], m[1][3], m[2][3]]))
    }
    markers = truth.markers.keys.sorted().map { metres(truth.markers[$0]!.centre) }
    landmarks = ["sellion", "tragion_left", "tragion_right"].map { metres(truth.landmarksMm[$0]!) }
    surface = try MeshFile.read(folder.appendingPathComponent("truth_surface.ply")).mesh(unit: .millimetres)
  }

  func fuse(every step: Int, correction: DepthCorrection = .none) throws -> Mesh {
    let options = FusionOptions(region: FusionRegion.around(markerCentres: markers)!)
    let workers = Workers(count: 2)
    var fusion = try TSDFVolume(options)
    for i in stride(from: 0, to: min(recording.frames.count, poses.count), by: step) {
      let frame = recording.frames[i]
      let view = DepthView(
        depth: try recording.depth(frame), camera: frame.camera, scanFromCamera: poses[i], correction: correction,
        options: options, workers: workers)
      fusion.integrate(view, workers: workers)
    }
    var extraction = MeshExtraction()
    extraction.seeds = markers
    return fusion.mesh(extraction, workers: workers)
  }

  /// The mesh rigidly aligned with the truth over the cap, and the root mean square distance there.
  func aligned(_ mesh: Mesh) throws -> (Mesh, rms: Double) {
    let truth = MeshDistance(surface)
    let cap = mesh.positions.filter { $0.z > Self.capHeight }
    let sample = stride(from: 0, to: cap.count, by: 20).map { cap[$0] }
    let fit = try #require(SurfaceAlignment(sample, with: truth, iterations: 15))
    let moved = mesh.transformed(by: fit.transform)
    let distances = moved.positions.filter { $0.z > Self.capHeight }.map { truth.closest(to: $0)!.distance }
    return (moved, RobustStatistics.rms(distances))
  }

  /// The share of the true cap's vertices within 2 mm of the mesh.
  func completeness(_ mesh: Mesh) throws -> Double {
    let distance = MeshDistance(mesh)
    let cap = surface.positions.filter { $0.z > Self.capHeight }
    return Double(cap.count { distance.closest(to: $0)!.distance < 0.002 }) / Double(cap.count)
  }
}
