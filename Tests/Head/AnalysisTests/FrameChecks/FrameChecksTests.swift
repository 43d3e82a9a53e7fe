import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import Analysis

/// Frames that landmarks in the wrong place make, on a head whose right frame is the identity.
@Suite struct FrameChecksTests {
  private static let places: [Vector3] = [[0, 0.07, 0], [-0.06, 0, 0], [0.06, 0, 0]]

  private static func landmarks(_ places: [Vector3]) -> HeadLandmarks {
    HeadLandmarks(Dictionary(uniqueKeysWithValues: zip(Landmark.required, places)), standardDeviation: 0.001)
  }

  private static func head() throws -> HeadSurface { try HeadSurface(TestHeads.plagiocephalic()) }

  /// Each exchange of the landmarks in a cycle turns the head by a third; the section is then that of no head.
  @Test func landmarksExchangedInACycleAreNoticed() throws {
    #expect(Landmark.required == [.sellion, .tragionLeft, .tragionRight])
    for turn in 0..<3 {
      let places = (0..<3).map { Self.places[($0 + turn) % 3] }
      let frame = try HeadFrame(sellion: places[0], tragionLeft: places[1], tragionRight: places[2])
      let head = try Self.head()
      let turned = HeadSurface(
        positions: head.positions.map { frame.headFromScan * $0 }, triangles: head.triangles)
      let landmarks = Self.landmarks(places.map { frame.headFromScan * $0 })
      #expect(LandmarkOrder.isMixedUp(turned, landmarks, level: 0.025, .standard) == (turn > 0), "\(turn)")
    }
  }

  /// An ellipse that the cycle's next order makes symmetric. In its own one the radii of left and right differ by 10.5
  /// mm, root mean square, those before the ears by less than the 8 mm that a head may have.
  @Test func theWholeOutlineTellsTheOrder() throws {
    let places: [Vector3] = [[0, 0.058, 0], [-0.045, 0, 0], [0.045, 0, 0]]
    let next = try HeadFrame(sellion: places[1], tragionLeft: places[2], tragionRight: places[0])
    let cylinder = TestHeads.cylinder(0.059, 0.074)
    let head = HeadSurface(
      positions: cylinder.positions.map { next.headFromScan.inverse * ($0 + [0, 0.029, 0]) },
      triangles: cylinder.triangles)
    #expect(LandmarkOrder.isMixedUp(head, Self.landmarks(places), level: 0.02, .standard))
  }

  /// A face below the base plane is no vault, though nothing lies above it.
  @Test func aScanOfAFaceAloneIsNotUpsideDown() throws {
    let frame = try HeadFrame(sellion: Self.places[0], tragionLeft: Self.places[1], tragionRight: Self.places[2])
    let face = try HeadSurface(TestHeads.cutting(TestHeads.plagiocephalic()) { $0.z > -0.01 || $0.y < 0 })
    #expect(!Orientation.isUpsideDown(face, frame))
  }

  /// The tragions exchanged turn the frame upside down, with the underside there or cut away.
  @Test(arguments: [false, true]) func exchangedTragionsAreUpsideDown(isOpen: Bool) throws {
    let whole = TestHeads.plagiocephalic()
    let head = try HeadSurface(isOpen ? TestHeads.cutting(whole) { $0.z < -0.02 } : whole)
    let (sellion, left, right) = (Self.places[0], Self.places[1], Self.places[2])
    let upright = try HeadFrame(sellion: sellion, tragionLeft: left, tragionRight: right)
    let turned = try HeadFrame(sellion: sellion, tragionLeft: right, tragionRight: left)
    #expect(!Orientation.isUpsideDown(head, upright))
    #expect(Orientation.isUpsideDown(head, turned))
  }

  @Test func facesThatLookInwardsAreNoticed() throws {
    let head = try Self.head()
    let inverted = HeadSurface(positions: head.positions, triangles: head.triangles.map { [$0.x, $0.z, $0.y] })
    let frame = try HeadFrame(sellion: Self.places[0], tragionLeft: Self.places[1], tragionRight: Self.places[2])
    #expect(!Orientation.looksInwards(head, frame))
    #expect(Orientation.looksInwards(inverted, frame))
  }

  /// The faces of a vault that is open below look, on the whole, upwards: towards an origin far above it and away from one
  /// far below. Wherever the scan has its origin, the middle of the ears counts.
  @Test(arguments: [1.0, -1]) func facesLookAwayFromTheEarsWhereverTheyLie(height: Double) throws {
    let shift = Vector3(0, 0, height)
    let places = Self.places.map { $0 + shift }
    let frame = try HeadFrame(sellion: places[0], tragionLeft: places[1], tragionRight: places[2])
    let vault = try HeadSurface(TestHeads.cutting(TestHeads.plagiocephalic()) { $0.z < 0 })
    let head = HeadSurface(positions: vault.positions.map { $0 + shift }, triangles: vault.triangles)
    let inverted = HeadSurface(positions: head.positions, triangles: head.triangles.map { [$0.x, $0.z, $0.y] })
    #expect(!Orientation.looksInwards(head, frame))
    #expect(Orientation.looksInwards(inverted, frame))
  }
}

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
