import Geometry
import PointClouds
import Testing
import Tracking
import Workers

@testable import Reconstruction

/// Drift that was put into the poses is found at the end of the recording.
@Suite struct DenseClosureTests {
  private static let options = FusionOptions(
    region: FusionRegion(centre: [0.002, -0.001, 0.003], radius: 0.1), voxelSize: 0.002)

  /// The closure of the swing, whose last third of poses is displaced by a motion of the head's middle.
  private static func closure(
    _ scene: BumpyRecording, _ posed: [Int], drift: RigidTransform = .identity, from first: Int = 0, threads: Int = 2
  ) throws -> SplitHalfClosure? {
    var poses: [Int: RecoveredPose] = [:]
    for frame in posed {
      let pose = frame >= first ? drift * scene.headFromCamera[frame] : scene.headFromCamera[frame]
      poses[frame] = RecoveredPose(scanFromCamera: pose, deviation: 0, inlierShare: 1, residual: 0)
    }
    return try DenseClosure(
      scene.recording, ReconstructionOptions(), workers: Workers(count: threads), options: options
    )
    .measure(posed, poses)
  }

  @Test func truePosesClose() throws {
    let closure = try #require(try Self.closure(try BumpyRecording.swing.get(), Array(0...60)))
    #expect(closure.distance < 0.0003, "\(closure)")
    #expect(closure.angleDegrees < 0.25, "\(closure)")
  }

  /// A turn about the middle of the region and a shift, found to within the noise of single views.
  @Test(arguments: [(1.0, 0.0), (2, 0.001), (0, 0.002), (3, 0)]) func driftIsMeasured(
    degrees: Double, shift: Double
  ) throws {
    let scene = try BumpyRecording.swing.get()
    let (middle, angle) = (Self.options.region.centre, degrees * .pi / 180)
    let turn = Matrix3.rotation(Vector3(0.5, 1, -0.4).normalized * angle)
    let drift = RigidTransform(
      rotation: turn, translation: middle - turn * middle + Vector3(1, 1, 0.3).normalized * shift)
    let closure = try #require(try Self.closure(scene, Array(0...60), drift: drift, from: 40))
    let expected = (shift * shift + angle * angle * 0.065 * 0.065 * 2 / 3).squareRoot()
    #expect(abs(closure.distance - expected) < 0.0003, "\(closure.distance) for \(expected)")
    #expect(abs(closure.angleDegrees - degrees) < 0.3, "\(closure.angleDegrees) for \(degrees)")
  }

  @Test func anEndThatDoesNotShowTheBeginningTellsNothing() throws {
    // The camera has gone half around the head.
    let scene = try BumpyRecording.rounds.get()
    #expect(try Self.closure(scene, Array(0...6) + Array(8...14) + Array(17...23)) == nil)
    #expect(try Self.closure(scene, Array(0..<9)) == nil, "three times three frames are too few")
    #expect(try Self.closure(scene, Array(0...6) + Array(8...14) + Array(31...37)) != nil)
  }

  @Test func theNumberOfThreadsChangesNothing() throws {
    let scene = try BumpyRecording.swing.get()
    let posed = Array(0...60)
    let (one, three) = (try Self.closure(scene, posed, threads: 1), try Self.closure(scene, posed, threads: 3))
    #expect(one == three)
    #expect(one != nil)
  }
}
