import Diagnostics
import Foundation
import Geometry
import Markers
import Motion
import Reconstruction
import Testing
import Workers

@testable import NeckMotion

/// Necks of simulated recordings, from images to angles.
@Suite struct NeckTrackingTests {
  private let workers = Workers(count: ProcessInfo.processInfo.activeProcessorCount)
  private let truth = SimulatedChild.rotation

  private func measure(
    _ input: HeadRecording, _ movement: MotionMovement = .rotation, reference: MotionReference? = nil
  ) throws -> MotionResult {
    let series = try NeckTracking(input, movement, reference: reference, workers: workers).series().series
    return NeckMeasurement(try NeckTask(movement)).measure(series).result
  }

  private func codes(_ result: MotionResult) -> Set<FindingCode> { Set(result.findings.map(\.code)) }

  private func expectTruth(_ result: MotionResult, arc: Double = 1, side: Double = 1.5) throws {
    for (value, truth, limit) in [
      (result.sides?.left, truth, side), (result.sides?.right, truth, side), (result.values.range, 2 * truth, arc),
      (result.difference, 0, 2 * side),
    ] {
      let value = try #require(value, "\(result.findings)")
      #expect(abs(value.degrees - truth) < limit, "\(value)")
      #expect(value.ci95[0] <= truth && truth <= value.ci95[1])
    }
  }

  @Test func thePatchShowsWhatTheHeadTurns() throws {
    let result = try measure(SimulatedChild.input(try SimulatedChild.still.get()))
    #expect(result.reference == .patch && result.status == .complete && result.neutral?.axes == .landmarks)
    try expectTruth(result)
    #expect(result.gates.validShare > 0.9)
  }

  @Test func withoutLandmarksTheMovementTellsTheAxis() throws {
    let result = try measure(SimulatedChild.input(try SimulatedChild.still.get(), hasClicks: false))
    #expect(result.neutral?.axes == .movement && codes(result).contains(.neckAxesByMovement))
    try expectTruth(result)
  }

  @Test func aCameraThatStandsStillServesWithoutAPatch() throws {
    let input = try SimulatedChild.input(try SimulatedChild.still.get()) { $0.with(nil) }
    let result = try measure(input, reference: .camera)
    #expect(result.reference == .camera && codes(result).contains(.neckReferenceCamera))
    // What the torso sways is in the angles.
    try expectTruth(result, arc: 3, side: 3)
  }

  @Test func theSurfaceShowsRotationAndNotFlexion() throws {
    let input = try SimulatedChild.input(try SimulatedChild.still.get()) { $0.with(nil) }
    let result = try measure(input, reference: .surface)
    #expect(result.reference == .surface && codes(result).contains(.neckReferenceSurface))
    try expectTruth(result, arc: 2, side: 2)
    // The simulated chest is round about the axis of flexion.
    let bent = try measure(input, .flexion, reference: .surface)
    #expect(codes(bent).contains(.neckSurfaceBlind) && bent.status == .incomplete)
  }

  @Test func aPatchOfOtherIdsIsSaidToBeUnseen() throws {
    let other = TorsoPatch(markerSize: 0.016, ids: [1, 2, 4, 5])
    let input = try SimulatedChild.input(try SimulatedChild.still.get()) { $0.with(other) }
    let series = try NeckTracking(input, .rotation, workers: workers).series().series
    #expect(series.findings.contains { $0.code == .neckPatchUnseen } && series.reference != .patch)
    let none = try NeckTracking(input, .rotation, reference: .patch, workers: workers).series().series
    #expect(none.findings.contains { $0.code == .neckNoReference })
    let capWithout = try SimulatedChild.input(try SimulatedChild.still.get()) { $0.with(nil) }
    #expect(throws: NeckMotionError.noPatch) {
      try NeckTracking(capWithout, .rotation, reference: .patch, workers: workers).series()
    }
  }

  @Test func aPatchInTooFewFramesWithholdsEverything() throws {
    let copy = try SimulatedChild.copy(try SimulatedChild.still.get()) { $0 % 2 == 0 || $0 % 5 == 0 }
    let result = try measure(SimulatedChild.input(copy))
    #expect(codes(result).contains(.neckFewValidFrames) && result.values.range == nil)
    #expect(result.gates.rejected["torso_unseen"]! > result.gates.all / 2)
  }

  @Test func aCameraThatMovesIsRefusedWithoutAPatch() throws {
    let input = try SimulatedChild.input(try SimulatedChild.held.get())
    let result = try measure(input, reference: .camera)
    #expect(codes(result).contains(.neckCameraMoves))
    #expect(result.status == MotionResult.Status.incomplete && result.values.range == nil)
  }

  @Test func anotherCapsReconstructionIsRefused() throws {
    let input = try SimulatedChild.input(try SimulatedChild.still.get())
    let corners = [Vector3](repeating: .zero, count: 4)
    #expect(throws: NeckMotionError.self) {
      try NeckTracking(
        input, .rotation, layout: ("markers.json", [0: corners, 3: corners]), workers: workers
      ).series()
    }
  }
}

/// Whether a camera stands still is told from the background.
@Suite struct CameraStillnessTests {
  private let workers = Workers(count: 2)

  @Test func aStandIsTold() throws {
    let input = try SimulatedChild.input(try SimulatedChild.still.get())
    let found = try CameraStillness.measure(input.recording, [], workers: workers)
    #expect(found.isStill && found.deviation < 0.002, "\(found)")
  }

  @Test func aHandIsTold() throws {
    let input = try SimulatedChild.input(try SimulatedChild.held.get())
    let found = try CameraStillness.measure(input.recording, [], workers: workers)
    #expect(found.isKnown && !found.isStill, "\(found)")
  }
}
