import Diagnostics
import Foundation
import Geometry
import Images
import PointClouds
import Reports
import Testing

@testable import Analysis
@testable import DepthFilters
@testable import Markers
@testable import Reconstruction
@testable import ScanPipeline
@testable import Tracking

/// Whether a scan can carry a measurement.
@Suite struct QualityChecksTests {
  private static let camera = Camera(width: 640, height: 480, fx: 592, fy: 592, cx: 320, cy: 240)
  private static let cap = Cap(
    dictionary: MarkerDictionary(name: "DICT_4X4_100")!, markerSize: 0.016, ids: nil, thickness: 0)

  /// Frames that see one marker of a side, metres, 0.3 m away.
  private static func frames(_ count: Int, side: Double = 0.016) -> [FrameObservations] {
    (0..<count).map { index in
      let half = side / 2
      let points = [Vector3(-half, -half, 0.3), [half, -half, 0.3], [half, half, 0.3], [-half, half, 0.3]]
      return FrameObservations(
        frame: index, time: Double(index) / 30, camera: camera,
        markers: [
          MarkerObservation(
            id: 1, corners: points.map(camera.project),
            metric: MetricCorners(
              points: points, depthSigmas: [0, 0, 0, 0], normal: [0, 0, -1], residual: 0, pixels: 500),
            depthPixels: 500, validDepthPixels: 500)
        ])
    }
  }

  /// Checks of ten frames of which some have a pose.
  private static func checks(
    posed: Int = 10, refusals: [Int: Finding] = [:], side: Double = 0.016, closure: Double? = 0.0003,
    slips: [CapSlip] = [],
    method: TrackingMethod = .markers, focalSigma: Double = 0, cornerSigma: Double? = nil, repeats: Int = 0,
    calibrated change: (inout SelfCalibration) -> Void = { _ in }
  ) throws -> QualityChecks {
    var frames = frames(10, side: side)
    for k in 0..<repeats { frames[k].repeatsDepth = true }
    let pose = RecoveredPose(scanFromCamera: .identity, deviation: 0, inlierShare: 1, residual: 0)
    var tracking = Tracking.withoutMarkers(
      frames, poses: Dictionary(uniqueKeysWithValues: (0..<posed).map { ($0, pose) }), refusals: refusals,
      closure: closure.map { SplitHalfClosure(distance: $0, angleDegrees: 0) })
    tracking.calibration.focalScale = .init(1, sigma: focalSigma)
    tracking.calibration.focalByImages = focalSigma > 0 ? focalSigma : nil
    tracking.calibration.cornerSigma = cornerSigma
    change(&tracking.calibration)
    let views = Views(
      observations: frames, usable: frames, depthValidity: frames.map { _ in (ValidCount(), ValidCount()) },
      digest: "")
    var head = TrackedHead(
      tracking: tracking, surface: FusedHead(mesh: Mesh(), headValidity: [], samples: []),
      region: FusionRegion(centre: .zero, radius: 0.1), screened: frames, observations: frames)
    head.slips = slips
    var options = StageOptions()
    options.reconstruction.method = method
    return QualityChecks(views, head, cap: cap, options)
  }

  private static func slip(_ treatment: CapSlip.Treatment) -> CapSlip {
    CapSlip(times: 2...2, extent: .whole(angle: 3), treatment: treatment)
  }

  @Test(arguments: TrackingMethod.allCases) func aSoundScanIsMeasured(method: TrackingMethod) throws {
    let checks = try Self.checks(method: method)
    #expect(checks.reasons.isEmpty)
    // Without a marker nothing confirms lengths.
    #expect((checks.scaleReason == nil) == (method == .markers))
    #expect(method == .dense ? checks.markerSizeRatio.isNaN : abs(checks.markerSizeRatio - 1) < 1e-9)
  }

  /// 1.5 mm between the halves, whichever way it was tracked.
  @Test(arguments: TrackingMethod.allCases) func halvesThatDisagreeWithholdAll(method: TrackingMethod) throws {
    #expect(try Self.checks(closure: 0.0014, method: method).reasons.isEmpty)
    #expect(try Self.checks(closure: 0.0016, method: method).reasons.count == 1)
    // What only a surface holds together must close; markers need not be seen twice.
    #expect(try Self.checks(closure: nil, method: method).reasons.isEmpty == (method == .markers))
  }

  /// Three frames of ten are enough.
  @Test(arguments: TrackingMethod.allCases) func tooFewPosesWithholdAll(method: TrackingMethod) throws {
    #expect(try Self.checks(posed: 3, method: method).reasons.isEmpty)
    #expect(try Self.checks(posed: 2, method: method).reasons.count == 1)
    let (some, most) = (try Self.checks(posed: 7, method: .markers), try Self.checks(posed: 8, method: .markers))
    #expect(some.notes.count == most.notes.count + 1, "below eight of ten it is noted")
  }

  /// Only a slip of which nothing could be made withholds.
  @Test func slipsAreToldAndOnlyThoseLeftWithhold() throws {
    let sound = try Self.checks()
    for treatment in [CapSlip.Treatment.corrected, .split(isBeforeKept: true), .doubted] {
      let checks = try Self.checks(slips: [Self.slip(treatment)])
      #expect(checks.reasons.isEmpty)
      #expect(checks.notes.count == sound.notes.count + 1)
    }
    let left = try Self.checks(slips: [Self.slip(.none), Self.slip(.corrected)])
    #expect(left.reasons.count == 1)
    #expect(left.notes.count == sound.notes.count + 1)
  }

  /// Markers of another size than the print's: first lengths are in doubt, then everything.
  @Test(arguments: [
    (1.0, true, true), (0.99, true, true), (1.005, true, true), (0.98, true, false), (1.015, true, false),
    (0.95, false, true), (1.05, false, true),
  ])
  func markersOfAnotherSizeAreNotBelieved(ratio: Double, carriesRatios: Bool, carriesScale: Bool) throws {
    let checks = try Self.checks(side: 0.016 * ratio)
    #expect(abs(checks.markerSizeRatio - ratio) < 1e-9)
    #expect(abs(checks.correctedSizeRatio - ratio) < 1e-9)
    #expect(checks.reasons.isEmpty == carriesRatios)
    #expect((checks.scaleReason == nil) == carriesScale)
    #expect((checks.verdict == .suspect) == !(carriesRatios && carriesScale))
  }

  /// The doubt names the limits of sound scans, and the size by corrected depth.
  @Test func aSizeInDoubtIsNamedWithItsLimits() throws {
    let doubt = try #require(try Self.checks(side: 0.016 * 0.98).scaleReason)
    #expect(doubt.values["low"]?.figure == 0.986 && doubt.values["high"]?.figure == 1.007)
    let longer = try Self.checks(side: 0.016 * 0.98) { $0.depthScale = Estimate(1.01, sigma: 0) }
    #expect(abs(longer.correctedSizeRatio - 0.9898) < 1e-9)
    #expect(longer.scaleReason == nil)
  }

  /// A lens that the recording does not state, and depth that is 20 ms late, are made good; 60 ms and 6 mm are not.
  @Test func whatWasMadeGoodIsTold() throws {
    let sound = try Self.checks(focalSigma: 0.001)
    #expect(sound.verdict == .ok && sound.notes.isEmpty)
    let lens = try Self.checks(focalSigma: 0.001) { $0.lens[1] = Estimate(0.02, sigma: 0.004) }
    #expect(lens.verdict == .corrected)
    #expect(lens.notes.map(\.code) == [.calibrationLens, .calibrationCorrected])
    let late = try Self.checks(focalSigma: 0.001) { $0.timeOffset = Estimate(0.02, sigma: 0.001) }
    #expect(late.notes.map(\.code) == [.calibrationCorrected])
    #expect(late.notes.first?.values["delay_ms"]?.figure == 20)
    let tooLate = try Self.checks(focalSigma: 0.001) { $0.timeOffset = Estimate(0.06, sigma: 0.001) }
    #expect(tooLate.reasons.map(\.code) == [.calibrationDelay])
    #expect(tooLate.reasons.first?.values["delay_ms"]?.figure == 60)
    let short = try Self.checks(focalSigma: 0.001) { $0.depthField[0] = Estimate(0.006, sigma: 0.001) }
    #expect(short.reasons.map(\.code) == [.calibrationIntrinsics] && short.verdict == .suspect)
  }

  /// Two frames of ten that contradict the rest are borne, three are another head.
  @Test(arguments: [(2, false), (3, true)]) func framesThatContradictTheRestAreAnotherHead(count: Int, isOther: Bool)
    throws
  {
    let refusals = Dictionary(uniqueKeysWithValues: (0..<count).map { (9 - $0, Finding(.trackingDisagreement)) })
    let checks = try Self.checks(posed: 10 - count, refusals: refusals)
    #expect(checks.reasons.map(\.code) == (isOther ? [.trackingTwoHeads] : []))
  }

  @Test func depthThatStandsStillIsTold() throws {
    #expect(try Self.checks(focalSigma: 0.001).notes.isEmpty)
    let note = try #require(try Self.checks(focalSigma: 0.001, repeats: 1).notes.first)
    #expect(note.code == .recordingRepeatedDepth)
    #expect(note.values["count"]?.figure == 1 && note.values["looked_at"]?.figure == 10)
  }

  @Test func cornersThatScatterAreTold() throws {
    let codes = { (sigma: Double?) in try Self.checks(cornerSigma: sigma).notes.map(\.code) }
    #expect(try codes(0.19) == codes(nil) && codes(0.21) == [.calibrationCorners] + codes(nil))
  }

  /// The message names the limits that decided.
  @Test(arguments: [(0.89, 0.001, 0.9, 1.1), (0.95, 0, 0.96, 1.03)])
  func aWrongSizeIsNamedWithItsLimits(ratio: Double, focalSigma: Double, low: Double, high: Double) throws {
    let fault = try #require(try Self.checks(side: 0.016 * ratio, focalSigma: focalSigma).reasons.first)
    #expect(fault.code == .markersSize)
    #expect(fault.values["low"]?.figure == low)
    #expect(fault.values["high"]?.figure == high)
  }

  /// Where the images confirm the intrinsics, the size is the print's, which ratios don't depend on.
  @Test(arguments: [(0.96, true), (1.05, true), (0.91, true), (1.09, true), (0.89, false), (1.11, false)])
  func withAKnownFocalLengthOnlyLengthsAreWithheld(ratio: Double, carriesRatios: Bool) throws {
    let checks = try Self.checks(side: 0.016 * ratio, focalSigma: 0.001)
    #expect(checks.reasons.isEmpty == carriesRatios)
    #expect((checks.scaleReason != nil) == carriesRatios)
    #expect(checks.verdict == .suspect)
  }

  private static func filtering(
    bridged: Int = 0, persistence: Double = 0, fineNoise: Double = 0.5, isStated: Bool = false
  ) -> DepthFiltering {
    let signs = DepthSigns(
      frames: 8, outlines: 100, bridged: bridged, persistence: persistence, fineNoise: fineNoise, steps: 3)
    return DepthFiltering(signs, isStated: isStated)
  }

  /// Only an average in time withholds; what else is told widens intervals.
  @Test func filteredDepthIsTold() throws {
    let sound = try Self.checks()
    let same = sound.adding(Self.filtering())
    #expect(same.reasons.isEmpty)
    #expect(same.notes == sound.notes)
    #expect(Self.filtering().deviations == nil)
    let filled = Self.filtering(bridged: 6)
    #expect(sound.adding(filled).reasons.isEmpty)
    #expect(sound.adding(filled).notes == sound.notes + filled.notes)
    #expect(filled.notes.count == 1)
    let averaged = sound.adding(Self.filtering(persistence: 0.08))
    #expect(averaged.reasons.map(\.code) == [.depthTemporalFilter])
    #expect(averaged.notes == sound.notes)
  }

  /// Half-widths of 95 %, both kinds in quadrature; every measure has one.
  @Test func filteredDepthWidensEveryMeasure() throws {
    #expect(Set(DepthFiltering.halfWidths.keys) == Set(MeasureName.allCases))
    let width = { (filtering: DepthFiltering) in (filtering.deviations?[.cvai] ?? .nan) * 1.959964 }
    #expect(abs(width(Self.filtering(bridged: 6)) - 0.1) < 1e-12)
    #expect(abs(width(Self.filtering(fineNoise: 0.2)) - 0.65) < 1e-12)
    #expect(abs(width(Self.filtering(isStated: true)) - 0.65) < 1e-12)
    let both = 0.1 * 0.1 + 0.65 * 0.65
    #expect(abs(width(Self.filtering(bridged: 6, isStated: true)) - both.squareRoot()) < 1e-12)
    // Less smoothing is suspect where holes were filled.
    #expect(Self.filtering(fineNoise: 0.35).deviations == nil)
    #expect(abs(width(Self.filtering(bridged: 6, fineNoise: 0.35)) - both.squareRoot()) < 1e-12)
  }

  /// What filters add is a source of the intervals, and only where there was one.
  @Test func filteredDepthReachesTheIntervals() {
    let tracking = Tracking.withoutMarkers(Self.frames(2), poses: [:], refusals: [:], closure: nil)
    let added = { SurfaceDeviations(tracking, $0, ReconstructionOptions()).depthFilter }
    #expect(added(Self.filtering()) == nil)
    let filled = Self.filtering(bridged: 6)
    #expect(added(filled) == filled.deviations)
    #expect(filled.deviations != nil)
  }

  /// What the checks withhold has no value and a reason; lengths alone go where only the scale is in doubt.
  @Test func measuresAreWithheldByTheChecks() throws {
    var measures = HeadMeasures.withheld(because: [Finding(.measureMissing)])
    for name in MeasureName.allCases {
      measures.results[name] = MeasureResult(value: 1, unit: name.unit)
    }
    measures.indexBySymmetry = MeasureResult(value: 2, unit: "%")
    let sound = measures.gated(by: try Self.checks())
    #expect(ScanResult(sound).bySymmetry?.value == 2)
    #expect(sound.results.values.allSatisfy { $0.value == 1 })
    let scaleless = measures.gated(by: try Self.checks(side: 0.01568))
    for (name, result) in scaleless.results {
      let isLength = name.unit == "mm" || name.unit == "ml"
      #expect((result.value == nil) == isLength, "\(name)")
      #expect(!result.reasons.isEmpty == isLength, "\(name)")
    }
    #expect(ScanResult(scaleless).bySymmetry?.value == 2)
    let unfit = measures.gated(by: try Self.checks(posed: 1))
    #expect(ScanResult(unfit).bySymmetry == nil)
    #expect(unfit.results.values.allSatisfy { $0.value == nil && !$0.reasons.isEmpty })
  }
}
