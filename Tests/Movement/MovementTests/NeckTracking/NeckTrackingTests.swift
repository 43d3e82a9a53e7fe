import Diagnostics
import Foundation
import Geometry
import Images
import Markers
import PointClouds
import Reconstruction
import Recordings
import Testing
import Tracking
import Workers

@testable import Movement

/// What is refused of a recording. How well necks are measured: Scripts/motion/neck.py.
@Suite struct NeckTrackingTests {
  private let workers = Workers(count: ProcessInfo.processInfo.activeProcessorCount)

  @Test func aPatchThatIsNotThereIsSaidToBeUnseen() throws {
    let input = try SimulatedChild.input(patch: TorsoPatch(markerSize: 0.016, ids: [1, 2, 4, 5]))
    let series = try NeckTracking(input, .rotation, workers: workers).series().series
    #expect(series.findings.contains { $0.code == .neckPatchUnseen })
    #expect(series.reference != .patch)
    let none = try NeckTracking(input, .rotation, reference: .patch, workers: workers).series().series
    #expect(none.findings.contains { $0.code == .neckNoReference })
    #expect(throws: NeckMotionError.noPatch) {
      try NeckTracking(SimulatedChild.input(), .rotation, reference: .patch, workers: workers).series()
    }
  }

  @Test func aCameraThatMovesIsRefusedWithoutAPatch() throws {
    let input = try SimulatedChild.input()
    let views = try Reconstruction(input, workers: workers).detect()
    let series = try NeckTracking(input, .rotation, reference: .camera, workers: workers).series(of: views).series
    let result = try NeckMeasurement(.rotation).measure(series).result
    let finding = try #require(result.findings.first { $0.code == .neckCameraMoves })
    // So many of a hundred blocks stay, rounded down.
    let share = try CameraStillness.measure(input.recording, views.observations, workers: workers).share
    #expect(finding.values["share_percent"] == .percent(Double(Int(share * 100)) / 100), "\(share)")
    #expect(result.status == MotionResult.Status.incomplete)
    #expect(result.values.range == nil)
    #expect(result.reference == nil)
  }

  @Test func anotherCapsReconstructionIsRefused() throws {
    let input = try SimulatedChild.input()
    let views = try Reconstruction(input, workers: workers).detect()
    let tracking = try Tracker(options: ReconstructionOptions().tracking).track(
      views.usable, cap: input.cap, workers: workers)
    // All corners in one place: three quarters of the markers are needed, and four at least.
    let fewest = [2: 4, 6: 5, 7: 6, 8: 6]
    for shared in [2, min(8, tracking.map.ids.count)] {
      let ids = tracking.map.ids.prefix(shared), needed = try #require(fewest[shared])
      let layout = Dictionary(uniqueKeysWithValues: ids.map { ($0, [Vector3](repeating: .zero, count: 4)) })
      #expect(throws: NeckMotionError.otherCap(path: "markers.json", shared: shared, needed: needed)) {
        try HeadAxes(layout, tracking, path: "markers.json")
      }
    }
  }

  @Test func aHandIsTold() throws {
    let found = try CameraStillness.measure(SimulatedChild.input().recording, [], workers: workers)
    #expect(found.isKnown, "\(found)")
    #expect(!found.isStill, "\(found)")
  }

  /// A pattern that lies aside in all pictures but the first two, by 0.9 of 300 pixels, which are 0.17°; or by 8 in the
  /// last one.
  @Test(arguments: [(0.9, 1.0), (8, 0)]) func aTurnThatIsSmallEnoughIsRest(_ last: Double, _ share: Double) throws {
    let pictures = [0, 0.9, last].map { shift -> ColorImage in
      let pixels = (0..<(320 * 240)).flatMap { place -> [UInt8] in
        let (x, y) = (Double(place % 320) - shift, Double(place / 320))
        let value = 128 + 50 * sin(x / 4 + sin(y / 9)) + 50 * sin(y / 5 + sin(x / 11))
        return [UInt8](repeating: UInt8(value.rounded()), count: 3)
      }
      return ColorImage(width: 320, height: 240, pixels: pixels)
    }
    let recording = try SceneRecording(
      [DepthScene](repeating: DepthScene(surfaces: []), count: 6), color: [0, 0, 1, 1, 1, 2].map { pictures[$0] })
    let found = try CameraStillness.measure(Recording.open(recording.folder), [], workers: workers)
    #expect(found.usable > 60 && found.share == share, "\(found)")
    #expect(abs(found.deviation - 0.9 / 300) < 0.1 * 0.9 / 300, "\(found)")
  }

  @Test func nothingIsKnownByABlankBackground() throws {
    let blank = try SceneRecording([DepthScene](repeating: DepthScene(surfaces: []), count: 4))
    let found = try CameraStillness.measure(Recording.open(blank.folder), [], workers: workers)
    #expect(found.usable == 0 && found.share == 0 && found.deviation == 0)
  }

  /// What is not held at all is known to half a turn; what is held, to the root of the inverse information.
  @Test func theCovarianceOfATurnIsTheInverseOfItsInformation() throws {
    let half = Double.pi * Double.pi
    let unknown = try #require(TurnCovariance.rotation(of: MotionMatrix()))
    let partly = try #require(TurnCovariance.rotation(of: MotionMatrix(diagonal: [4, 0, 25, 7, 8, 9, 0, 0])))
    for (k, expected) in [0.25, half, 0.04].enumerated() {
      var axis = Vector3.zero
      axis[k] = 1
      #expect((unknown * axis - axis * half).length < 1e-9)
      #expect((partly * axis - axis * expected).length < 1e-9)
    }
    #expect(TurnCovariance.rotation(of: MotionMatrix(diagonal: [.nan, 1, 1, 1, 1, 1, 0, 0])) == nil)
  }
}
