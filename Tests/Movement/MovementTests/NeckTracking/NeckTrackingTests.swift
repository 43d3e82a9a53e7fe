import Diagnostics
import Foundation
import Geometry
import Images
import Markers
import PointClouds
import Reconstruction
import Recordings
import Testing
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
    let corners = [Vector3](repeating: .zero, count: 4)
    #expect(throws: NeckMotionError.self) {
      try NeckTracking(
        input, .rotation, layout: ("markers.json", [0: corners, 3: corners]), workers: workers
      ).series()
    }
  }

  @Test func aHandIsTold() throws {
    let found = try CameraStillness.measure(SimulatedChild.input().recording, [], workers: workers)
    #expect(found.isKnown, "\(found)")
    #expect(!found.isStill, "\(found)")
  }

  /// A pattern that lies 0.4 of 300 pixels aside in all pictures but the first.
  @Test func aTurnThatIsSmallEnoughIsRest() throws {
    let pictures = (0..<6).map { index -> ColorImage in
      let shift = index == 0 ? 0 : 0.4
      let pixels = (0..<(320 * 240)).flatMap { place -> [UInt8] in
        let (x, y) = (Double(place % 320) - shift, Double(place / 320))
        let value = 128 + 50 * sin(x / 4 + sin(y / 9)) + 50 * sin(y / 5 + sin(x / 11))
        return [UInt8](repeating: UInt8(value.rounded()), count: 3)
      }
      return ColorImage(width: 320, height: 240, pixels: pixels)
    }
    let recording = try SceneRecording([DepthScene](repeating: DepthScene(surfaces: []), count: 6), color: pictures)
    let found = try CameraStillness.measure(Recording.open(recording.folder), [], workers: workers)
    #expect(found.usable > 60 && found.share == 1, "\(found)")
    #expect(abs(found.deviation - 0.4 / 300) < 0.1 * 0.4 / 300, "\(found)")
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
