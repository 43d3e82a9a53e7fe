import Geometry
import Testing

@testable import Phantom

/// The flat board in place of a head.
@Suite struct PhantomBoardTests {
  private func board(_ faults: [PhantomFault] = []) throws -> PhantomBoard {
    try PhantomBoard(
      dictionary: "DICT_4X4_100", side: PhantomBoard.side, FaultPlan(faults, duration: 10))
  }

  @Test func raysMeetItsFrontAlone() throws {
    let board = try board()
    let ray = Ray(origin: [0.03, -0.02, 0.4], direction: Vector3(0.1, 0.2, -1).normalized)
    let distance = try #require(board.distance(ray))
    #expect(abs((ray.at(distance) - Vector3(0.07, 0.06, 0)).length) < 1e-12)
    #expect(board.distance(Ray(origin: [0, 0, -0.4], direction: [0, 0, 1])) == nil)
    #expect(board.distance(Ray(origin: [0.3, 0, 0.4], direction: [0, 0, -1])) == nil)
  }

  /// Paper of 10 mm is around the print.
  @Test func theSheetEndsBesideItsPrint() throws {
    let board = try board()
    let corners = try #require(board.cap.boardCorners()).values.joined()
    let (x, y) = (corners.map(\.x).max()!, corners.map(\.y).max()!)
    for (place, isPaper): (Vector2, Bool) in [
      ([x + 0.0099, 0], true), ([x + 0.0101, 0], false), ([0, -y - 0.0099], true), ([0, -y - 0.0101], false),
    ] {
      let ray = Ray(origin: [place.x, place.y, 0.4], direction: [0, 0, -1])
      #expect((board.distance(ray) != nil) == isPaper, "\(place)")
    }
  }

  @Test func itsInkIsWhereItsFileSays() throws {
    let board = try board()
    let corners = try #require(board.cap.boardCorners())
    for (_, square) in corners {
      let middle = square.reduce(.zero, +) / 4
      for corner in square {
        // A tenth of the side within the corner is the black border, outside of it the white around.
        #expect(board.ink(at: corner + (middle - corner) * 0.1) == .black)
        #expect(board.ink(at: corner + (corner - middle) * 0.1) == .white)
      }
    }
  }

  @Test func aLargerPrintMovesInkButNotTheFile() throws {
    let (plain, large) = (try board(), try board([PhantomFault(.printScale, amount: 5)]))
    #expect(plain.cap == large.cap)
    let corner = try #require(plain.cap.boardCorners()?[0]?[0])
    let inner = corner + Vector3(0.0005, -0.0005, 0)
    #expect(plain.ink(at: inner) == .black)
    #expect(large.ink(at: inner * 1.05) == .black)
    #expect(plain.ink(at: corner * 1.03) != .black)
    #expect(large.ink(at: corner * 1.03) == .black)
  }

  @Test func markersThatDoNotFitTheSheetAreRefused() {
    #expect(
      throws: PhantomError.badOption(
        .term("marker size", of: "phantom"), found: .exact(125, unit: "mm"), expected: .exact(20, unit: "mm"))
    ) {
      try PhantomBoard(dictionary: "DICT_4X4_100", side: 0.125, FaultPlan([], duration: 10))
    }
  }

  @Test func whatHappensToHeadsAloneIsRefused() {
    for kind in [PhantomFault.Kind.slip, .hair, .noCap, .hands] {
      #expect(throws: PhantomError.self) { try board([PhantomFault(kind)]) }
    }
  }

  @Test func theCameraSeesItFromNearAndFarAndTiltedAboutBothAxes() throws {
    let path = try CameraPath(extent: .board, duration: 20, jitter: 1, seed: 3)
    let poses = stride(from: 0.0, through: 20, by: 0.25).map { path.headFromCamera(at: $0) }
    let distances = poses.map(\.translation.length)
    #expect(distances.min()! > 0.18 && distances.min()! < 0.27 && distances.max()! > 0.42 && distances.max()! < 0.55)
    for axis in [\RigidTransform.inverse.rotation.c2.x, \RigidTransform.inverse.rotation.c2.y] {
      let sines = poses.map { $0[keyPath: axis] }
      #expect(sines.min()! < -0.3 && sines.max()! > 0.3)
    }
    for pose in poses { #expect(pose.rotation.c2.z < -0.5) }
  }
}
