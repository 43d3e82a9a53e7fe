import Diagnostics
import Geometry
@testable import Markers
import Testing
import Workers

@testable import Tracking

@Suite struct TrackerTests {
  /// The map laid over the truth: the root mean square distance of its corners in metres.
  private func mapError(_ tracking: Tracking, _ scene: SimulatedCap) throws -> Double {
    let a = tracking.map.ids.flatMap { tracking.map.markers[$0]!.corners }
    let b = tracking.map.ids.flatMap { scene.corners[$0]! }
    let fit = try #require(RigidTransform.fit(a, onto: b))
    return RobustStatistics.rms(zip(a, b).map { (fit * $0 - $1).length })
  }

  /// The simulated cap's markers are flat.
  private var flat: TrackingOptions {
    var options = TrackingOptions()
    options.headRadius = 1000
    return options
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func recoversPosesAndMap(seed: UInt64) throws {
    let scene = SimulatedCap(seed: seed)
    let tracking = try Tracker(options: flat).track(scene.frames, cap: scene.cap)
    #expect(tracking.posedFraction == 1)
    #expect(tracking.map.ids == Array(0..<30))
    #expect(try mapError(tracking, scene) < 1.5e-4)
    #expect(abs(tracking.reprojectionRMS - 0.2 * 2.0.squareRoot()) < 0.04, "the noise that was put in")
    let closure = try #require(tracking.closure)
    #expect(closure.distance < 5e-4)
    #expect(closure.markers >= 10)
  }

  @Test func threadsChangeNothing() throws {
    let scene = SimulatedCap(seed: 7)
    let one = try Tracker().track(scene.frames, cap: scene.cap)
    for threads in [2, 3, 8] {
      let other = try Tracker().track(scene.frames, cap: scene.cap, workers: Workers(count: threads))
      #expect(other.scanFromCamera == one.scanFromCamera)
      #expect(other.calibration == one.calibration)
      #expect(other.map.ids == one.map.ids)
      #expect(other.closure == one.closure)
      for id in one.map.ids {
        #expect(other.map.markers[id]!.corners == one.map.markers[id]!.corners)
        #expect(other.map.markers[id]!.cornerSigmas == one.map.markers[id]!.cornerSigmas)
      }
    }
  }

  @Test func isExactWithoutNoise() throws {
    let scene = SimulatedCap(seed: 4, pixelNoise: 0, depthNoise: 0)
    let tracking = try Tracker(options: flat).track(scene.frames, cap: scene.cap)
    #expect(try mapError(tracking, scene) < 1e-6)
    #expect(tracking.reprojectionRMS < 1e-3)
  }

  @Test func findsADepthOffset() throws {
    let scene = SimulatedCap(seed: 5, depthOffset: 0.0015)
    let tracking = try Tracker(options: flat).track(scene.frames, cap: scene.cap)
    let offset = tracking.calibration.depthOffset
    #expect(abs(offset.value - 0.0015) < 4 * offset.sigma)
    #expect(offset.sigma < 1e-3)
    #expect(try mapError(tracking, scene) < 3e-4)
  }

  @Test func rejectsAMarkerThatMovesOnItsOwn() throws {
    var scene = SimulatedCap(seed: 6)
    for i in scene.frames.indices {
      scene.frames[i].markers = scene.frames[i].markers.map { marker in
        guard marker.id == 5, i % 2 == 0, let metric = marker.metric else { return marker }
        let shift = Vector3(0.012, 0, 0)
        let points = metric.points.map { $0 + shift }
        return MarkerObservation(
          id: 5, corners: points.map(scene.camera.project),
          metric: MetricCorners(
            points: points, depthSigmas: metric.depthSigmas, normal: metric.normal, residual: 0, pixels: 500),
          depthPixels: 500, validDepthPixels: 500)
      }
    }
    let tracking = try Tracker().track(scene.frames, cap: scene.cap)
    let rejected = tracking.observations.flatMap(\.rejected)
    #expect(rejected.count > 3)
    #expect(rejected.allSatisfy { $0.id == 5 && $0.reason == .notRigid })
    #expect(tracking.posedFraction == 1)
  }

  @Test func leavesFramesWithoutMarkersOutAndSaysWhy() throws {
    var scene = SimulatedCap(seed: 7)
    scene.frames[10].markers = []
    scene.frames[11].markers = Array(scene.frames[11].markers.prefix(1))
    let tracking = try Tracker().track(scene.frames, cap: scene.cap)
    #expect(tracking.scanFromCamera[10] == nil && tracking.scanFromCamera[11] == nil)
    #expect(tracking.rejections[10].text() == "0 usable markers, 2 needed")
    #expect(tracking.rejections[9].isEmpty && tracking.scanFromCamera[9] != nil)
  }

  enum Place: CaseIterable { case itsOwn, lifted, onAnother }

  /// One sighting of an id: kept where it continues the cap, left out where it lies elsewhere or on another marker.
  @Test(arguments: Place.allCases) func aSingleSightingCountsOnlyOnTheCap(place: Place) throws {
    var scene = SimulatedCap(seed: 10)
    let kept = place == .itsOwn
    let only = try #require(scene.frames.firstIndex { $0.markers.contains { $0.id == 5 } })
    for i in scene.frames.indices {
      if i != only { scene.frames[i].markers.removeAll { $0.id == 5 } }
    }
    let at = try #require(scene.frames[only].markers.firstIndex { $0.id == 5 })
    let other = try #require(scene.frames[only].markers.first { $0.id != 5 })
    let source = place == .onAnother ? other : scene.frames[only].markers[at]
    let metric = try #require(source.metric)
    let points = metric.points.map { $0 + (place == .lifted ? Vector3(0, 0, 0.03) : .zero) }
    scene.frames[only].markers[at] = MarkerObservation(
      id: 5, corners: points.map(scene.camera.project),
      metric: MetricCorners(
        points: points, depthSigmas: metric.depthSigmas, normal: metric.normal, residual: 0, pixels: 500),
      depthPixels: 500, validDepthPixels: 500)
    let tracking = try Tracker().track(scene.frames, cap: scene.cap)
    #expect(tracking.map.ids.contains(5) == kept)
    #expect(tracking.observations[only].rejected.contains { $0.id == 5 && $0.reason == .rare } == !kept)
  }

  @Test func refusesARecordingWithoutMarkers() {
    var scene = SimulatedCap(seed: 8, frames: 3)
    for i in scene.frames.indices { scene.frames[i].markers = [] }
    #expect(throws: TrackingError.self) { try Tracker().track(scene.frames, cap: scene.cap) }
  }

  @Test func repeatsToTheBit() throws {
    let scene = SimulatedCap(seed: 9, frames: 20)
    let first = try Tracker().track(scene.frames, cap: scene.cap)
    let second = try Tracker().track(scene.frames, cap: scene.cap)
    #expect(first.scanFromCamera == second.scanFromCamera)
    #expect(first.map.ids.allSatisfy { first.map.markers[$0]!.corners == second.map.markers[$0]!.corners })
  }

  /// The error says how many markers the best frame shows.
  @Test func tooFewMarkersAreCounted() {
    var scene = SimulatedCap(seed: 8, frames: 3)
    for (i, count) in [0, 1, 0].enumerated() { scene.frames[i].markers = Array(scene.frames[i].markers.prefix(count)) }
    do {
      _ = try Tracker().track(scene.frames, cap: scene.cap)
      Issue.record("tracked")
    } catch {
      #expect(error.message.code == .trackingTooFewMarkers)
      #expect(error.message.values == ["required": .count(2), "best": .count(1)])
    }
  }

  /// Frames that share no marker make no map; a single one does.
  @Test func oneFrameOfSeveralIsNoMap() throws {
    var scene = SimulatedCap(seed: 8, frames: 2)
    for i in 0..<2 { scene.frames[i].markers.removeAll { ($0.id % 2 == 0) == (i == 0) } }
    do {
      _ = try Tracker().track(scene.frames, cap: scene.cap)
      Issue.record("tracked")
    } catch {
      #expect(error.message.code == .trackingNoMap)
      #expect(error.message.values == ["posed": .count(1), "frames": .count(2)])
    }
    let one = try Tracker().track(Array(scene.frames.prefix(1)), cap: scene.cap)
    #expect(one.posedFraction == 1)
  }

  @Test func errorsNameTheirDetail() {
    #expect(TrackingError.nothingAgrees.message.code == .trackingNothingAgrees)
    let failed = TrackingError.solverFailed(detail: "singular").message
    #expect(failed.code == .trackingSolverFailed)
    #expect(failed.values == ["detail": .text("singular")])
  }
}
