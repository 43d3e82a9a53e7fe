import Geometry
import Landmarks
import Testing
import Workers

@testable import Markers
@testable import PointClouds
@testable import Reconstruction
@testable import Tracking

/// Which landmarks of a head are used, and when they are looked for on its surface.
@Suite struct LocatedLandmarksTests {
  private static let roles = ["sellion": 3, "tragion_left": 11, "tragion_right": 17]

  /// A cap of which markers stand for so many landmarks, and how they are looked for.
  private static func context(_ landmarks: [String: Int], _ finding: LandmarkFinding) throws -> ReconstructionContext {
    let cap = Cap(
      dictionary: BumpyHead.cap.dictionary, markerSize: 0.016, ids: BumpyHead.cap.ids, thickness: 0,
      landmarks: landmarks)
    var options = ReconstructionOptions.coarse
    options.landmarkFinding = finding
    return ReconstructionContext(
      input: HeadRecording(try SyntheticRecording.blank(times: [0, 0.1]), cap: cap), options: options,
      workers: Workers(count: 1))
  }

  /// A head without a surface of its own, beyond whose region a sheet was seen, which is no face.
  private static func head(_ context: ReconstructionContext) -> TrackedHead {
    let tracking = BumpyRecording(recording: context.recording, headFromCamera: []).tracking([nil, nil])
    let n = 12
    var sheet = Mesh(positions: (0..<(n * n)).map { [0.004 * Double($0 % n), 0.004 * Double($0 / n), 0] })
    for k in 0..<(n * n - n) where k % n < n - 1 {
      let a = Int32(k)
      sheet.triangles += [[a, a + 1, a + 12], [a + 1, a + 13, a + 12]]
    }
    let surface = FusedHead(
      mesh: Mesh(), headValidity: [nil, nil], samples: [],
      beyond: .init(surface: FusedSurface(), extraction: MeshExtraction(), face: sheet))
    return TrackedHead(
      tracking: tracking, surface: surface, region: FusionRegion(centre: .zero, radius: 0.1), screened: [],
      observations: tracking.observations)
  }

  /// They are looked for where one is missing, or where that is asked for in any case.
  @Test(arguments: [
    (LandmarkFinding.never, true, false), (.never, false, false), (.whereMissing, true, false),
    (.whereMissing, false, true),
    (.always, true, true), (.always, false, true),
  ])
  func landmarksAreLookedForWhereTheyAreWanted(_ finding: LandmarkFinding, _ areGiven: Bool, _ isSearched: Bool) throws
  {
    let given = areGiven ? Self.roles : Self.roles.filter { $0.key != "sellion" }
    let context = try Self.context(given, finding)
    let located = try LocatedLandmarks(on: Self.head(context), in: context)
    #expect((located.found != nil) == isSearched)
    // Those that were given stay as they are: a marker's middle, where no surface is.
    for (landmark, id) in [(Landmark.sellion, 3), (.tragionLeft, 11), (.tragionRight, 17)] {
      guard given.values.contains(id) else { continue }
      let place = try #require(located.used[landmark])
      let middle = try #require(BumpyHead.map.markers[id]).centre
      #expect((place - middle).length < 1e-9)
      #expect(located.used.estimates[landmark]?.source == .cap)
    }
    #expect(located.used.areSufficient == areGiven)
    #expect(located.areFromSurface == (isSearched && !areGiven))
  }

  /// A deeper surface is fused where it is known beforehand that a face will be looked for.
  @Test(arguments: [
    (LandmarkFinding.never, 0, false), (.always, 3, true), (.whereMissing, 3, false), (.whereMissing, 2, true),
    (.whereMissing, 0, true),
  ])
  func aDeeperSurfaceIsFusedForASearch(_ finding: LandmarkFinding, _ count: Int, _ isDeeper: Bool) throws {
    let roles = Dictionary(
      uniqueKeysWithValues: Self.roles.sorted { $0.key < $1.key }.prefix(count).map { ($0.key, $0.value) })
    let context = try Self.context(roles, finding)
    let tracking = BumpyRecording(recording: context.recording, headFromCamera: []).tracking([.identity, nil])
    let head = try context.fused(tracking, in: FusionRegion(centre: .zero, radius: 0.05))
    #expect((head.beyond != nil) == isDeeper)
  }
}
