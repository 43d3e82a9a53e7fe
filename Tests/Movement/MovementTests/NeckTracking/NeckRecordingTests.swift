import Analysis
import Diagnostics
import Foundation
import Geometry
import Landmarks
@testable import Movement
import Reconstruction
import Testing
import Workers

/// What is measured of a recording whose truth is known: a head that turns by 50° to either side, with a patch on the chest.
@Suite struct NeckRecordingTests {
  private static let workers = Workers(count: ProcessInfo.processInfo.activeProcessorCount)

  /// The recording with the markers that every frame of it shows, which all tests ask: they are looked for once.
  private static let seen = Result {
    let input = try SimulatedChild.input(SimulatedChild.turning)
    return (input: input, views: try Reconstruction(input, workers: workers).detect())
  }

  /// A child without a patch before a camera that is held, likewise.
  private static let held = Result {
    let input = try SimulatedChild.input()
    return (input: input, views: try Reconstruction(input, workers: workers).detect())
  }

  /// By the landmarks of the recording.
  private static let byLandmarks = Result {
    let (input, views) = try seen.get()
    return try NeckTracking(input, .rotation, workers: workers).series(of: views).series
  }

  private static let truth = Result { try ChildTruth(SimulatedChild.turning.get()) }

  private func expect(
    _ result: MotionResult, _ truth: (left: Double, right: Double), within limit: Double,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    try #require(
      result.status == MotionResult.Status.complete, "\(result.findings.map(\.code.rawValue))",
      sourceLocation: location)
    let (left, right) = (try #require(result.neck?.sides?.left), try #require(result.neck?.sides?.right))
    for (value, truth) in [
      (left, truth.left), (right, truth.right), (try #require(result.values.range), truth.left + truth.right),
      (try #require(result.neck?.difference), truth.left - truth.right),
    ] {
      #expect(value.ci95[0] < truth, "\(value), \(truth)", sourceLocation: location)
      #expect(truth < value.ci95[1], "\(value), \(truth)", sourceLocation: location)
    }
    let miss = max(abs(left.degrees - truth.left), abs(right.degrees - truth.right))
    #expect(miss < limit, "\(miss)°", sourceLocation: location)
  }

  /// Both sides are told to 1.5°, a third of what their intervals say.
  @Test func sidesAgainstAPatchAreThoseOfTheMovement() throws {
    let (series, truth) = (try Self.byLandmarks.get(), try Self.truth.get())
    #expect(series.reference == .patch)
    #expect(series.axes.source == .landmarks)
    let result = try NeckMeasurement(.rotation).measure(series).result
    try expect(result, truth.sides, within: 1.5)
    #expect(abs(truth.sides.left - 50) < 2, "the truth itself: \(truth.sides)")
    #expect(abs(truth.sides.right - 50) < 2, "the truth itself: \(truth.sides)")
    #expect(result.reference == .patch)
    #expect(result.neck?.neutral?.kind == "rest")
    #expect(result.neck?.neutral?.axes == .landmarks)
  }

  /// Right, anterior and superior of the patch: a wrong sign would be 74° or more.
  @Test func thePatchLiesOnTheChestAsItIsPrinted() throws {
    let (series, truth) = (try Self.byLandmarks.get(), try Self.truth.get())
    let (patch, head) = (try #require(series.axes.torsoFromRAS), try #require(series.axes.headFromRAS))
    #expect(patch.isRotation(within: 1e-9))
    let frame = try #require(series.poses.firstIndex { $0 != nil })
    let found = patch.transpose * series.poses[frame]!.torsoFromHead * head
    let known = ChildTruth.patch.transpose * truth.torsoFromRAS[frame]
    let miss = (found * known.transpose).rotationVector.length * 180 / .pi
    #expect(miss < 5, "\(miss)°")
  }

  /// The axes of a reconstruction of the same cap, square to the patch: neutral is not where the head rests.
  @Test func axesOfAReconstructionAreSquareToThePatch() throws {
    let truth = try Self.truth.get()
    // Markers that were hardly seen may lie anywhere in either of them.
    var layout = truth.layout
    for id in layout.keys.sorted().prefix(4) { layout[id] = layout[layout.keys.max()!] }
    let (input, views) = try Self.seen.get()
    let series = try NeckTracking(input, .rotation, layout: ("markers.json", layout), workers: Self.workers)
      .series(of: views).series
    #expect(series.reference == .patch)
    #expect(series.axes.source == .reconstruction)
    let square = try NeckMeasurement(.rotation).measure(series, zero: .square).result
    #expect(square.neck?.neutral?.kind == "head_frame")
    #expect(square.neck?.neutral?.axes == .reconstruction)
    // How straight the patch is seen to lie is in both sides, to as much as their budget has for neutral and cloth.
    try expect(square, truth.squareSides, within: 4.4)
    let rest = try NeckMeasurement(.rotation).measure(series).result
    try expect(rest, truth.sides, within: 1.5)
  }

  /// A camera that stands still before a child that moves: the background tells it.
  @Test func aCameraThatStandsStillIsTaken() throws {
    let (input, views) = try Self.seen.get()
    let series = try NeckTracking(input, .rotation, reference: .camera, workers: Self.workers).series(of: views).series
    #expect(series.reference == .camera)
    #expect(series.findings.contains { $0.code == .neckReferenceCamera })
    #expect(!series.findings.contains { $0.severity == .withheld }, "\(series.findings.map(\.code))")
    #expect(series.poses.count { $0 != nil } > 40)
  }

  /// The torso's shape in place of its patch. The camera sees the cap from the front alone, so that the middle of its
  /// markers leans forward: what lies below the head is told by the landmarks.
  @Test func sidesAgainstTheTorsosShapeAreThoseOfTheMovement() throws {
    let (input, views) = try Self.seen.get()
    let series = try NeckTracking(input, .rotation, reference: .surface, workers: Self.workers).series(of: views).series
    #expect(series.reference == .surface)
    #expect(series.findings.contains { $0.code == .neckReferenceSurface })
    try expect(try NeckMeasurement(.rotation).measure(series).result, try Self.truth.get().sides, within: 1.5)
  }

  /// A torso that a held camera sees turn by 4°, and a head that turns on it at the end. About right the simulated torso is
  /// nearly round: what its shape leaves open there is in the covariance.
  @Test func aTorsoIsFollowedByItsShape() throws {
    let (input, views) = try Self.held.get()
    let child = try ChildTruth(SimulatedChild.held.get())
    let series = try NeckTracking(
      input, .rotation, reference: .surface, layout: ("markers.json", child.layout), workers: Self.workers
    ).series(of: views).series
    let head = try #require(series.axes.headFromRAS)
    let poses = try #require(series.poses as? [NeckSeries.Pose], "every frame shows the torso")
    let start = poses[0].torsoFromHead * head
    let (axes, torsoFromTruth) = ([start.c0, start.c1, start.c2], start * child.torsoFromRAS[0].transpose)
    for (pose, truth) in zip(poses, child.torsoFromRAS).dropFirst() {
      let miss = (pose.torsoFromHead * head * (torsoFromTruth * truth).transpose).rotationVector
      let covariance = pose.covariance + poses[0].covariance
      let deviations = axes.map { $0.dot(covariance * $0).squareRoot() * 180 / .pi }
      for (axis, deviation) in zip(axes, deviations) {
        let degrees = abs(axis.dot(miss)) * 180 / .pi
        #expect(degrees < 3 * deviation, "\(degrees)°, \(deviations)")
      }
      #expect(deviations[1] < 0.8 && deviations[2] < 0.8, "\(deviations)")
      #expect(deviations[0] > 4 * deviations[2], "\(deviations)")
    }
    let turn = { (to: Matrix3, from: Matrix3) in (to * from.transpose).rotationVector.length * 180 / .pi }
    #expect(child.torsoFromCamera.map { turn($0, child.torsoFromCamera[0]) }.max()! > 4, "the recording itself")
    #expect(turn(child.torsoFromRAS.last!, child.torsoFromRAS[0]) > 40, "the recording itself")
  }

  /// What lies below a head is told by its axes.
  @Test func aSurfaceWithoutAxesIsRefused() throws {
    let (input, views) = try Self.held.get()
    let series = try NeckTracking(input, .rotation, reference: .surface, workers: Self.workers).series(of: views).series
    #expect(series.axes.headFromRAS == nil)
    #expect(series.reference == nil)
    #expect(series.findings.map(\.code).filter { $0.rawValue.hasPrefix("neck.") } == [.neckNoAxes])
  }

  /// The neck's left would be its right.
  @Test func exchangedTragionsAreRefused() throws {
    let (input, views) = try Self.seen.get()
    let others: [Landmark: Landmark] = [.tragionLeft: .tragionRight, .tragionRight: .tragionLeft]
    let clicks = input.clicks.map {
      ReportedClick(
        $0.placed, on: others[$0.landmark] ?? $0.landmark, source: $0.source, frame: $0.frame, depth: $0.depth,
        depthPlace: $0.depthPlace)
    }
    let exchanged = HeadRecording(input.recording, cap: input.cap, clicks: clicks)
    let series = try NeckTracking(exchanged, .rotation, workers: Self.workers).series(of: views).series
    #expect(series.findings.contains { $0.code == .frameUpsideDown })
    let result = try NeckMeasurement(.rotation).measure(series).result
    #expect(result.status == MotionResult.Status.incomplete)
    #expect(result.values.range == nil)
  }
}
