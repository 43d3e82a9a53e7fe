import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import Analysis

/// Landmarks that lie, and lay, on meshes of other programs.
@Suite(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
struct SharedLandmarkTests {
  private static let folder = SharedMaterial.folder

  private static func measure(_ mesh: String, _ landmarks: String, turned degrees: Double = 0) throws -> HeadMeasures {
    let turn = RigidTransform(rotation: .rotation([0, 0, degrees * .pi / 180]), translation: .zero)
    let mesh = try MeshFile.read(folder.appendingPathComponent(mesh)).mesh(unit: .millimetres).transformed(by: turn)
    let points = try LandmarkFile.read(folder.appendingPathComponent(landmarks)).points()
    return try HeadAnalysis(uncertainty: nil).measure(HeadSurface(ofFile: mesh), landmarks: points)
  }

  @Test func tragionsExchangedOverAClosedNeckAreRefused() throws {
    let place = "faults/meshes/swapped-tragions/"
    let right = try Self.measure(place + "sagittal_neck_closed.ply", place + "right.json")
    #expect(abs(right[.cranialIndex].value! - 71.64) < 0.1)
    #expect(abs(right[.cvai].value! - 0.81) < 0.1)
    #expect(!right.notes.contains { $0.severity == .warning })
    #expect(throws: HeadFrameError.upsideDown) {
      try Self.measure(place + "sagittal_neck_closed.ply", place + "swapped.json")
    }
  }

  @Test func aSellionAsideAndATurnedMeshAreNoticed() throws {
    let (mesh, files) = ("scans/practice_a/truth_surface.ply", "faults/landmarks/mesh-")
    for (name, degrees) in [("sellion_left10", 0.0), ("mesh_turned_z_8_landmarks_not", 8)] {
      let measures = try Self.measure(mesh, files + name + ".json", turned: degrees)
      #expect(measures.comparison?.places[.sellion]?.isElsewhere == true, "\(name)")
    }
    #expect(throws: HeadFrameError.self) { try Self.measure(mesh, files + "sellion_at_nose.json") }
  }

  @Test(arguments: TruthScan.all) func trueLandmarksAreBelieved(scan: TruthScan) throws {
    let (mesh, landmarks) = try scan.load()
    let measures = try HeadAnalysis(uncertainty: nil).measure(HeadSurface(mesh), landmarks: landmarks)
    #expect(measures.comparison?.places.count == 3)
    #expect(!measures.notes.contains { $0.code.stage == "landmarks" }, "\(measures.notes.text())")
  }
}
