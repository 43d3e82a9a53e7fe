import Diagnostics
import Geometry
import Testing

@testable import Markers

@Suite struct MarkerSizeRatioTests {
  private let cap = Cap(
    dictionary: MarkerDictionary(name: "DICT_4X4_100")!, markerSize: 0.016, ids: Set(0..<20))

  /// Ten frames of markers of the given ids and size over the print.
  private func frames(_ ids: some Sequence<Int>, ratio: Double, count: Int = 10) -> [FrameObservations] {
    let s = 0.016 * ratio
    let metric = MetricCorners(
      points: [[0, 0, 0.3], [s, 0, 0.3], [s, s, 0.3], [0, s, 0.3]], depthSigmas: [0, 0, 0, 0], normal: [0, 0, -1],
      residual: 0, pixels: 100)
    return (0..<count).map { index in
      FrameObservations(
        frame: index, time: Double(index) / 30,
        camera: Camera(width: 640, height: 480, fx: 600, fy: 600, cx: 320, cy: 240),
        markers: ids.map {
          MarkerObservation(
            id: $0, corners: [], metric: metric, depthPixels: 500, validDepthPixels: 500)
        })
    }
  }

  @Test(arguments: [0.797, 0.911, 0.955, 1.035, 4.98]) func whatCannotBeUsedIsNamedWithItsLimits(ratio: Double) throws {
    let fault = try #require(MarkerSizeRatio(frames(0..<8, ratio: ratio), cap: cap).fault())
    #expect(fault.code == .markersSize)
    #expect(fault.values["ratio"] == MarkerSizeRatio.shown(ratio))
    #expect(fault.values["low"]?.figure == 0.96)
    #expect(fault.values["high"]?.figure == 1.03)
  }

  @Test(arguments: [0.965, 0.997, 1.0, 1.025]) func whatCanBeUsedIsNot(ratio: Double) {
    #expect(MarkerSizeRatio(frames(0..<8, ratio: ratio), cap: cap).fault() == nil)
  }

  @Test func aFocalLengthThatIsPutRightExplainsTheRatio() throws {
    let ratio = MarkerSizeRatio(frames(0..<8, ratio: 0.94), cap: cap)
    #expect(ratio.fault() != nil)
    #expect(ratio.fault(focalScale: 0.945) == nil)
    // The ratio is named as it is everywhere else, the corrected one beside it.
    let fault = try #require(MarkerSizeRatio(frames(0..<8, ratio: 0.911), cap: cap).fault(focalScale: 0.989))
    #expect(abs(try #require(fault.values["ratio"]?.figure) - 0.911) < 1e-9)
    #expect(abs(try #require(fault.values["corrected"]?.figure) - 0.911 / 0.989) < 1e-9)
  }

  @Test func withoutAnyThereIsNoFault() {
    #expect(MarkerSizeRatio([], cap: cap).value.isNaN)
    #expect(MarkerSizeRatio([], cap: cap).fault() == nil)
    #expect(MarkerSizeRatio.text(.nan) == "–")
    #expect(MarkerSizeRatio.text(0.0004) == "0.000")
  }

  /// Three decimals, of what is no million.
  @Test func theRatioHasThreeDecimals() {
    #expect(MarkerSizeRatio.text(0.97654) == "0.977")
    #expect(MarkerSizeRatio.text(999_999.5) == "999999.500")
    #expect(MarkerSizeRatio.text(1e6) == "–")
    #expect(MarkerSizeRatio.shown(0.97654) == .number(0.97654, decimals: 3))
    #expect(MarkerSizeRatio.shown(2e6).figure?.isNaN == true)
    #expect(MarkerSizeRatio.shown(units: 1000) == .exact(1000))
  }

  /// The median of what is the cap's and has depth, and how one sighting scatters about it.
  @Test func theRatioIsTheMedianOfTheCapsOwn() {
    let all =
      frames(0..<3, ratio: 0.95) + frames(3..<6, ratio: 0.98) + frames(6..<9, ratio: 1) + frames(30..<60, ratio: 2)
    let ratio = MarkerSizeRatio(all, cap: cap)
    #expect(abs(ratio.value - 0.98) < 1e-12)
    // Of the distances 0.03, 0 and 0.02 the median.
    #expect(abs(ratio.deviation - 0.02 * 1.4826) < 1e-9)
  }

  /// Within 6 % of a usual unit, on both sides.
  @Test(arguments: [(0.187, false), (0.189, true), (0.211, true), (0.213, false)])
  func anotherUnitFitsWithinSixPerCent(ratio: Double, isOne: Bool) {
    #expect(MarkerSizeRatio(frames(0..<8, ratio: ratio), cap: cap).units(insteadOf: 5000) == (isOne ? 1000 : nil))
  }

  @Test func idsThatTheCapFileLeavesOutAreListed() throws {
    let short = UnlistedMarkers(frames(15..<41, ratio: 1), cap: cap)
    #expect(short.sightings == Dictionary(uniqueKeysWithValues: (20..<41).map { ($0, 10) }))
    let finding = try #require(short.finding)
    #expect(finding.code == .markersUnlisted)
    #expect(finding.ids == Array(20...40))
    #expect(finding.values["most"] == .count(10))
    #expect(finding.values["count"] == .count(21))
    // Rare ones, and prints of another size, are strays.
    #expect(UnlistedMarkers(frames(15..<41, ratio: 1, count: 2), cap: cap).finding == nil)
    #expect(UnlistedMarkers(frames(0..<9, ratio: 1) + frames([50], ratio: 1.3), cap: cap).finding == nil)
    // 15 % larger or smaller than the cap's, or than the most where none is the cap's.
    for (ratio, isAlike) in [(0.84, false), (0.86, true), (1.14, true), (1.16, false)] {
      let beside = frames(0..<9, ratio: 1) + frames([50], ratio: ratio)
      #expect((UnlistedMarkers(beside, cap: cap).finding != nil) == isAlike, "\(ratio)")
      let alone = frames(40..<49, ratio: 1) + frames([50], ratio: ratio)
      #expect((UnlistedMarkers(alone, cap: cap).sightings[50] != nil) == isAlike, "\(ratio)")
    }
    let torso = Cap(
      dictionary: cap.dictionary, markerSize: 0.016, ids: cap.ids, torso: TorsoPatch(markerSize: 0.016, ids: [50]))
    #expect(UnlistedMarkers(frames([3, 50, 60], ratio: 1), cap: torso).finding?.ids == [60])
    let open = Cap(dictionary: cap.dictionary, markerSize: 0.016, ids: nil)
    #expect(UnlistedMarkers(frames(15..<41, ratio: 1), cap: open).finding == nil)
    #expect(UnlistedMarkers(frames([3, 50], ratio: 1), cap: cap).finding?.ids == [50])
  }
}
