import Geometry
import Markers
import Testing

@testable import Tracking

/// How far corners scatter, found in the recording itself.
@Suite struct CornerScatterTests {
  /// The robust deviation of a scene's corners from where they are, those of slanting views by the cosine.
  private static func deviation(of scene: SimulatedCap) -> Double {
    let misses = scene.frames.indices.flatMap { frame in
      scene.frames[frame].markers.flatMap { marker in
        (0..<4).flatMap { k -> [Double] in
          let place = scene.camera.project(scene.headFromCamera[frame].inverse * scene.corners[marker.id]![k])
          let miss = (place - marker.corners[k]) * marker.metric!.weighingCosine
          return [abs(miss.x), abs(miss.y)]
        }
      }
    }
    return RobustStatistics.madToSigma * RobustStatistics.median(misses)
  }

  @Test(arguments: [0.05, 0.2, 0.4, 0.6]) func whatWasPutInIsFound(noise: Double) throws {
    let scene = SimulatedCap(seed: 11, pixelNoise: noise)
    let found = try #require(try Tracker().track(scene.frames, cap: scene.cap).calibration.cornerSigma)
    #expect(abs(found / Self.deviation(of: scene) - 1) < 0.05, "\(found), not \(Self.deviation(of: scene))")
  }

  /// A few frames of few markers explain any corners.
  @Test func tooFewFramesShowNone() throws {
    let scene = SimulatedCap(seed: 12)
    #expect(try Tracker().track(Array(scene.frames.prefix(2)), cap: scene.cap).calibration.cornerSigma == nil)
  }

  /// Less than is assumed changes nothing; more widens what is stated and lets sightings miss by more.
  @Test func onlyMoreThanAssumedIsTaken() {
    let assumed = TrackingOptions()
    for (found, taken) in [(0.03, 0.12), (0.12, 0.12), (0.24, 0.24), (5, 0.6)] {
      var options = assumed
      options.take(cornerDeviation: found, inPlaceOf: assumed)
      #expect(options.pixelSigma == taken)
      #expect(assumed.pixelSigma(whereFound: found) == taken)
      #expect(abs(options.reprojectionLimit - taken / 0.12) < 1e-12)
    }
    #expect(assumed.pixelSigma(whereFound: nil) == 0.12)
  }

  /// Noisy corners: the focal length is off by more, and its deviation says so. The depth's scale, of which the focal
  /// length is found, is known here, so that corners alone decide.
  @Test func noisyCornersWidenTheFocalLength() throws {
    var taken = TrackingOptions()
    taken.depthScalePrior = 0
    var held = taken
    held.mostPixelSigma = 0
    #expect(try Self.misses(of: taken) < 1.5 && Self.misses(of: held) > 2)
  }

  /// How far the focal length of scenes with corners off by 0.6 pixels is off, RMS, in its stated deviations.
  private static func misses(of options: TrackingOptions) throws -> Double {
    let deviations = try (1...12 as ClosedRange<UInt64>).map { seed in
      let scene = SimulatedCap(seed: seed, pixelNoise: 0.6)
      let focal = try Tracker(options: options).track(scene.frames, cap: scene.cap).calibration.focalScale
      return (focal.value - 1) / focal.sigma
    }
    print("seeds 1 to 12, corners off by 0.6 px: focal length off by \(RobustStatistics.rms(deviations)) deviations")
    return RobustStatistics.rms(deviations)
  }
}
