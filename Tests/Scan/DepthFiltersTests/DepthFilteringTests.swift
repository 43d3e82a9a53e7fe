import Diagnostics
import Foundation
import Geometry
import Images
import Recordings
import TestSupport
import Testing

@testable import DepthFilters

/// Filters of depth, known by what they leave.
@Suite struct DepthFilteringTests {
  private static func filtering(_ images: [DepthImage]) -> DepthFiltering { DepthFiltering(DepthSigns(images)) }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func unfilteredDepthIsNotNamed(seed: UInt64) {
    let filtering = Self.filtering(SimulatedDepth(seed: seed).rounded())
    #expect(filtering.reason == nil)
    #expect(filtering.notes.isEmpty)
    #expect(!filtering.mayHideAveraging)
    #expect(filtering.signs.frames == 8)
    #expect(filtering.signs.outlines >= 40)
    #expect(filtering.signs.bridged == 0)
    #expect(abs(filtering.signs.persistence ?? .nan) < 0.03)
    // The noise of single pixels is the same over any distance.
    #expect(abs((filtering.signs.fineNoise ?? .nan) - 1) < 0.05)
  }

  @Test func filledHolesAreNamed() {
    let filtering = Self.filtering(SimulatedDepth().filled.rounded())
    #expect(filtering.fillsHoles)
    #expect(!filtering.averagesInTime)
    #expect(!filtering.smooths)
    #expect(!filtering.mayHideAveraging)
    #expect(filtering.notes.map(\.code) == [.depthHolesFilled])
    #expect(filtering.reason == nil)
    // Outlines along rows and columns: rows were filled.
    #expect(2 * filtering.signs.bridged > filtering.signs.outlines)
  }

  @Test func tooFewOutlinesTellNothing() {
    let allBridged = { (outlines: Int) in
      DepthSigns(
        frames: 8, copies: nil, outlines: outlines, bridged: outlines, persistence: nil, fineNoise: nil, steps: nil,
        step: nil)
    }
    #expect(!DepthFiltering(allBridged(39)).fillsHoles)
    #expect(DepthFiltering(allBridged(40)).fillsHoles)
  }

  /// Each limit from both sides.
  @Test func signsAreJudgedByTheirLimits() {
    func judged(
      bridged: Int = 0, persistence: Double? = nil, fine: Double? = nil, steps: Double? = nil, step: Double? = nil
    ) -> DepthFiltering {
      DepthFiltering(
        DepthSigns(
          frames: 8, copies: nil, outlines: 40, bridged: bridged, persistence: persistence, fineNoise: fine,
          steps: steps,
          step: step))
    }
    let plain = judged()
    #expect(!plain.fillsHoles && !plain.averagesInTime && !plain.smooths && !plain.mayHideAveraging)
    #expect(!judged(bridged: 2).fillsHoles && judged(bridged: 3).fillsHoles)
    #expect(!judged(persistence: 0.074).averagesInTime && judged(persistence: 0.076).averagesInTime)
    #expect(!judged(bridged: 3).smooths && !judged(bridged: 3).mayHideAveraging)
    for (bridged, fine, smooths) in [(0, 0.24, true), (0, 0.26, false), (3, 0.39, true), (3, 0.41, false)] {
      let found = judged(bridged: bridged, fine: fine)
      #expect(found.smooths == smooths && found.mayHideAveraging == smooths, "\(bridged) \(fine)")
    }
    for (bridged, steps, smooths) in [(0, 1.6, true), (0, 1.8, false), (3, 1.6, true), (3, 1.8, false)] {
      let found = judged(bridged: bridged, steps: steps)
      #expect(found.smooths == smooths && found.mayHideAveraging == (smooths && bridged == 3), "\(bridged) \(steps)")
    }
    // Noise below coarse steps may be small because of an average; where it is seen it is not hidden.
    #expect(judged(step: 0.0006).mayHideAveraging && !judged(step: 0.0006).smooths)
    #expect(!judged(step: 0.0004).mayHideAveraging)
    #expect(!judged(persistence: 0.01, step: 0.0006).mayHideAveraging)
    #expect(judged(bridged: 3, fine: 0.3).notes.map(\.code) == [.depthHolesFilled, .depthSmooth])
    #expect(judged(persistence: 0.2).reason?.values["correlation"] == .number(0.2, decimals: 2))
    #expect(judged(persistence: 0.07).reason == nil)
    #expect(judged(persistence: 0.2).reason?.values["count"] == .count(8))
    #expect(judged(bridged: 3).notes.first?.values == ["bridged": .count(3), "outlines": .count(40)])
    let correlated = judged(bridged: 3, fine: 0.3, steps: 5).notes.last?.values
    #expect(correlated == ["steps": .number(5, decimals: 1), "fine_noise": .number(0.3, decimals: 2)])
    #expect(judged(steps: 1.6).notes.first?.values == ["steps": .number(1.6, decimals: 1)])
  }

  /// Of independent noise the average with share α has the correlation (1 − α)ᵏ over k frames.
  @Test(arguments: [0.8, 0.6, 0.4] as [Float]) func anAverageInTimeIsNamed(share: Float) throws {
    // So many frames before that the first one's own noise is gone.
    let still = Array(SimulatedDepth(20, noise: 0.001, shift: 0).averaged(share).rounded().suffix(8))
    let filtering = Self.filtering(still)
    let kept = Double(1 - share)
    let expected = kept - kept * kept * kept * kept
    #expect(abs(try #require(filtering.signs.persistence) - expected) < 0.03)
    #expect(filtering.averagesInTime)
    #expect(filtering.reason?.code == .depthTemporalFilter)
    #expect(filtering.reason?.severity == .withheld)
    #expect(!filtering.fillsHoles)
  }

  @Test func anAverageInTimeOfAMovingHeadIsNamed() {
    #expect(Self.filtering(SimulatedDepth(12, shift: 2).averaged(0.5).rounded()).averagesInTime)
  }

  /// A pattern of the sensor's own, as strong as the noise: half of the variance stays.
  @Test func aSensorsPatternIsNoAverageInTime() {
    let still = SimulatedDepth(noise: 0.0005, pattern: 0.0005, shift: 0).rounded()
    let filtering = Self.filtering(still)
    #expect(!filtering.averagesInTime)
    #expect(filtering.notes.isEmpty)
  }

  /// Depth at half the rate of colour comes twice; a repeated image is no average.
  @Test func repeatedImagesAreNoAverageInTime() {
    let once = SimulatedDepth(5).rounded()
    let twice = once.flatMap { [$0, $0] }
    #expect(DepthSigns(twice) == DepthSigns(once))
    #expect(DepthSigns(twice).frames == 5)
  }

  @Test func smoothedDepthIsNamed() {
    let filtering = Self.filtering(SimulatedDepth(3, noise: 0.002).smoothed(3).rounded(to: 0.00002))
    #expect(filtering.smooths)
    #expect(filtering.mayHideAveraging)
    #expect(filtering.reason == nil)
    #expect(!filtering.fillsHoles)
    #expect(filtering.notes.map(\.code) == [.depthSmooth])
  }

  /// Noise below the steps of the file hides what was done; alone it is no sign of it.
  @Test func noiseBelowTheStepsIsANoteOnly() {
    let filtering = Self.filtering(SimulatedDepth(noise: 0.00005).rounded(to: 0.0002))
    #expect(filtering.notes.map(\.code) == [.depthSmooth])
    #expect(!filtering.mayHideAveraging)
    #expect(filtering.reason == nil)
    #expect(filtering.signs.persistence == nil)
    #expect(filtering.signs.fineNoise == nil)
  }

  @Test func theRecordersWordWidens() {
    let signs = DepthSigns(SimulatedDepth(3).rounded())
    #expect(DepthFiltering(signs, isStated: true).mayHideAveraging)
    #expect(DepthFiltering(signs, isStated: true).notes.isEmpty)
  }

  @Test(arguments: [(0, 0), (1, 1), (1, 50), (50, 1), (5, 5), (30, 30)]) func anySizeIsTaken(size: (Int, Int)) {
    let count = size.0 * size.1
    for depth in [Float.nan, 0.4, .infinity, 0] {
      let image = DepthImage(
        width: size.0, height: size.1, pixels: (0..<count).map { depth + Float($0 % 3) * 0.001 })
      for frames in [0, 1, 2, 9] {
        let filtering = Self.filtering(Array(repeating: image, count: frames))
        #expect(filtering.reason == nil)
        #expect(!filtering.fillsHoles)
        #expect(filtering.signs.frames <= 1)
      }
    }
  }

  @Test func framesOfDifferentSizesAreNotCompared() {
    let small = DepthImage(width: 40, height: 30, pixels: Array(repeating: 0.4, count: 1200))
    let filtering = Self.filtering(SimulatedDepth(2).rounded() + [small])
    #expect(filtering.signs.frames == 3)
    #expect(filtering.reason == nil)
  }

  @Test func twoFramesTellNoAverageInTime() {
    let signs = DepthSigns(SimulatedDepth(2).averaged(0.3).rounded())
    #expect(signs.persistence == nil)
    #expect(signs.steps != nil)
  }

  /// A frame without noise has no correlation with others: it is left out, and the rest is measured.
  @Test func aFrameWithoutNoiseIsLeftOut() throws {
    var frames = SimulatedDepth(6, noise: 0.00005, seed: 5).frames
    let without = try #require(NoisePersistence.measure(frames, reach: 1))
    frames.append(frames[0].mapped { _ in 0.5 })
    let with = try #require(NoisePersistence.measure(frames, reach: 1))
    #expect(with.isFinite)
    #expect(abs(with - without) < 0.05, "\(with), \(without)")
    #expect(NoisePersistence.measure([frames[6], frames[6], frames[6]], reach: 1) == nil)
  }
}

/// The parts that the signs are made of.
@Suite struct DepthNoiseTests {
  /// White noise and rounding add up, over any distance.
  @Test(arguments: [1, 2, 4, 8]) func theNoiseIsThatOfThePixels(spacing: Int) throws {
    let images = SimulatedDepth(3, noise: 0.0003).rounded(to: 0.0002)
    let noise = try #require(ThirdDifferences.noise(images, spacing: spacing, reach: 0.6))
    let expected = (0.0003 * 0.0003 + 0.0002 * 0.0002 / 12).squareRoot()
    #expect(abs(noise / expected - 1) < 0.04, "\(noise)")
  }

  /// A surface of second order leaves no third differences.
  @Test func aParabolaHasNoNoise() throws {
    let noise = try #require(ThirdDifferences.noise(SimulatedDepth(1, noise: 0).frames, spacing: 8, reach: 0.6))
    #expect(noise < 1e-7)
  }

  @Test func nothingBeyondTheReachCounts() {
    #expect(ThirdDifferences.noise(SimulatedDepth(1).frames, spacing: 1, reach: 0.3) == nil)
  }

  @Test(arguments: [0.001, 0.0002, 0.0001, 0.000125]) func theStepOfTheFileIsFound(step: Double) throws {
    let image = SimulatedDepth(1).rounded(to: step)[0]
    #expect(abs(try #require(image.step(within: 0.6)) / step - 1) < 0.01)
  }

  /// A near plate, a gap, a far wall.
  @Test func aHoleOrAStepIsNoBridge() {
    let bridges: [([Float], Bool)] = [
      ([.nan, .nan, .nan, .nan], false), ([0.4, 0.4, 0.4, 0.4], false), ([0.42, 0.44, 0.46, 0.48], true),
      ([0.42, .nan, 0.46, 0.48], false),
    ]
    for (gap, isBridge) in bridges {
      let line: [Float] = Array(repeating: 0.4, count: 20) + gap + Array(repeating: 0.5, count: 20)
      let image = DepthImage(width: line.count, height: 12, pixels: (0..<12).flatMap { _ in line })
      let outlines = Outlines([image], reach: 0.6, jump: 0.06)
      #expect(outlines.count == 2, "\(gap)")
      #expect(outlines.bridged == (isBridge ? 2 : 0), "\(gap)")
    }
  }
}

/// Outlines by lines that are known pixel by pixel.
@Suite struct OutlinesTests {
  /// Two rows, or columns, of such an image are looked at.
  private func found(_ line: [Float], isDown: Bool) -> (count: Int, bridged: Int) {
    let (width, height) = isDown ? (12, line.count) : (line.count, 12)
    let image = DepthImage(
      width: width, height: height, pixels: (0..<(width * height)).map { line[isDown ? $0 / width : $0 % width] })
    let outlines = Outlines([image], reach: 0.6, jump: 0.06)
    return (outlines.count, outlines.bridged)
  }

  private func check(_ line: [Float], count: Int, bridged: Int = 0, _ name: String) {
    for isDown in [false, true] {
      for turned in [line, line.reversed()] {
        let found = found(turned, isDown: isDown)
        #expect(found.count == count && found.bridged == bridged, "\(name), down: \(isDown)")
      }
    }
  }

  private func plain(_ depth: Float, _ count: Int) -> [Float] { Array(repeating: depth, count: count) }

  /// Six pixels of a surface before the edge are wanted; what differs by more than 1.5 % is another one.
  @Test func aSurfaceHasSixPixels() {
    for (pixels, count) in [(5, 0), (6, 2), (7, 2)] {
      check(plain(.nan, 3) + plain(0.4, pixels) + plain(.nan, 4) + plain(0.5, 20), count: count, "after a hole")
      check(plain(0.45, 3) + plain(0.4, pixels) + plain(.nan, 4) + plain(0.5, 20), count: count, "after a step")
    }
    let slope = (0..<8).map { 0.35 + 0.005 * Float($0) }
    check(plain(.nan, 3) + slope + plain(.nan, 4) + plain(0.5, 20), count: 2, "of 1.4 % a pixel")
    let steep = (0..<8).map { 0.35 + 0.007 * Float($0) }
    check(plain(.nan, 3) + steep + plain(.nan, 4) + plain(0.52, 20), count: 0, "of 2 % a pixel")
  }

  /// The far side is at most 40 pixels away, its second one among them, and 6 cm behind.
  @Test func theFarSideIsNearEnoughAndFarEnough() {
    for (gap, count) in [(37, 2), (38, 2), (39, 0)] {
      check(plain(0.4, 10) + plain(.nan, gap) + plain(0.5, 10), count: count, "\(gap)")
    }
    for (far, count) in [(Float(0.459), 0), (0.461, 2)] {
      check(plain(0.4, 10) + plain(.nan, 3) + plain(far, 10), count: count, "\(far)")
    }
    for (near, count) in [(Float(0.59), 2), (0.61, 0)] {
      check(plain(near, 10) + plain(.nan, 3) + plain(0.9, 10), count: count, "\(near)")
    }
  }

  /// A step may have one pixel between, which sees both sides.
  @Test func aBridgeHasTwoPixels() {
    check(plain(0.4, 10) + [0.45] + plain(0.5, 10), count: 2, "one")
    check(plain(0.4, 10) + [0.43, 0.47] + plain(0.5, 10), count: 2, bridged: 2, "two")
    check(plain(0.4, 10) + [0.43, .nan, 0.47] + plain(0.5, 10), count: 2, "two and a hole")
    // Two steps one behind the other.
    let steps = plain(0.4, 10) + plain(0.48, 10) + plain(.nan, 2) + plain(0.58, 10)
    check(steps, count: 4, "two outlines")
  }
}

/// Third differences by hand.
@Suite struct ThirdDifferenceTests {
  private let line: [Float] = [0.5, 0.501, 0.503, 0.504, 0.504]

  @Test func fourPixelsMakeOne() throws {
    for count in [3, 4, 5] {
      let row = DepthImage(width: count, height: 1, pixels: Array(line.prefix(count)))
      let column = DepthImage(width: 1, height: count, pixels: Array(line.prefix(count)))
      let differences = ThirdDifferences(spacing: 1, reach: 0.6)
      for found in [differences.alongRows(row, step: 1), differences.alongColumns(column, step: 1)] {
        // 0.504 − 3 · 0.503 + 3 · 0.501 − 0.5, and 0.504 − 3 · 0.504 + 3 · 0.503 − 0.501.
        let wanted = Array([-0.002, 0].prefix(count - 3))
        #expect(found.count == wanted.count)
        for (one, other) in zip(found, wanted) { #expect(abs(Double(one) - other) < 1e-6) }
      }
    }
    let wide = ThirdDifferences(spacing: 2, reach: 0.6)
    let seven: [Float] = [0.5, 0.1, 0.501, 0.1, 0.503, 0.1, 0.504]
    #expect(wide.alongRows(DepthImage(width: 6, height: 1, pixels: Array(seven.prefix(6))), step: 1).isEmpty)
    let one = wide.alongRows(DepthImage(width: 7, height: 1, pixels: seven), step: 1)
    #expect(one.count == 1 && abs(one[0] + 0.002) < 1e-6)
  }

  /// No difference where a pixel is missing, too far, or more than 2 % for each pixel of the spacing away.
  @Test func edgesHaveNone() {
    let found = { (line: [Float], reach: Float) in
      ThirdDifferences(spacing: 1, reach: reach).alongRows(DepthImage(width: 4, height: 1, pixels: line), step: 1)[0]
    }
    #expect(!found([0.5, 0.5, 0.5, 0.5], 0.51).isNaN && found([0.5, 0.5, 0.5, 0.5], 0.5).isNaN)
    for place in 0..<4 {
      let flat = [Float](repeating: 0.5, count: 4)
      var (hole, edge, slope) = (flat, flat, flat)
      (hole[place], edge[place], slope[place]) = (.nan, 0.511, 0.5095)
      #expect(found(hole, 1).isNaN && found(edge, 1).isNaN && !found(slope, 1).isNaN, "\(place)")
      (edge[place], slope[place]) = (0.489, 0.4905)
      #expect(found(edge, 1).isNaN && !found(slope, 1).isNaN, "nearer, \(place)")
    }
  }

  /// Pixels that lie twice as far apart may differ twice as much.
  @Test func theLimitGrowsWithTheSpacing() {
    for (last, isSmooth) in [(0.515 as Float, true), (0.522, false), (0.485, true), (0.478, false)] {
      let row = DepthImage(width: 7, height: 1, pixels: [0.5, .nan, 0.5, .nan, 0.5, .nan, last])
      let found = ThirdDifferences(spacing: 2, reach: 1).alongRows(row, step: 1)
      #expect(found.count == 1)
      #expect(found[0].isNaN != isSmooth, "\(last)")
    }
  }

  /// Every pixel of a column begins a difference, as long as three more follow.
  @Test func columnsAreTakenPixelByPixel() {
    let column: [Float] = [0.5, 0.501, 0.503, 0.504, 0.504, 0.505]
    let image = DepthImage(width: 3, height: 6, pixels: (0..<18).map { $0 % 3 == 1 ? column[$0 / 3] : 0.5 })
    let found = ThirdDifferences(spacing: 1, reach: 1).alongColumns(image, step: 1).map { Double($0) }
    // The last one is 0.505 − 3 · 0.504 + 3 · 0.504 − 0.503.
    let wanted = [0, 0, 0, -0.002, 0, 0.002, 0, 0, 0]
    #expect(found.count == 9 && zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-6 }, "\(found)")
    let spread = ThirdDifferences(spacing: 2, reach: 1)
    for length in 3...6 {
      let flat = [Float](repeating: 0.5, count: 2 * length)
      #expect(spread.alongRows(DepthImage(width: length, height: 2, pixels: flat), step: 1).isEmpty)
      #expect(spread.alongColumns(DepthImage(width: 2, height: length, pixels: flat), step: 1).isEmpty)
    }
  }

  /// The first line lies in the middle of a step, or of the image where that has fewer lines.
  @Test(arguments: [(8, 5, [2, 7]), (9, 2, [1, 3, 5, 7]), (4, 12, [2]), (7, 12, [3]), (2, 12, [1])])
  func theFirstLineLiesInTheMiddleOfAStep(height: Int, step: Int, lines: [Int]) {
    let rows = DepthImage(
      width: 4, height: height, pixels: (0..<(4 * height)).map { 0.5 + ($0 % 4 == 3 ? 0.001 * Float($0 / 4) : 0) })
    let found = ThirdDifferences(spacing: 1, reach: 1).alongRows(rows, step: step)
    #expect(found.map { Int(($0 * 1000).rounded()) } == lines)
  }

  /// Every third row from the second one on, or every third column.
  @Test func linesAreTakenInSteps() {
    let rows = DepthImage(width: 4, height: 8, pixels: (0..<32).map { 0.5 + ($0 % 4 == 3 ? 0.001 * Float($0 / 4) : 0) })
    let found = ThirdDifferences(spacing: 1, reach: 1).alongRows(rows, step: 3).map { Double($0) }
    #expect(found.count == 3 && zip(found, [0.001, 0.004, 0.007]).allSatisfy { abs($0 - $1) < 1e-6 })
    let columns = DepthImage(
      width: 8, height: 4, pixels: (0..<32).map { 0.5 + ($0 / 8 == 3 ? 0.001 * Float($0 % 8) : 0) })
    let down = ThirdDifferences(spacing: 1, reach: 1).alongColumns(columns, step: 3).map { Double($0) }
    #expect(down.count == 3 && zip(down, [0.001, 0.004, 0.007]).allSatisfy { abs($0 - $1) < 1e-6 })
  }
}

/// Recordings of which nothing was filtered.
@Suite struct RecordedDepthTests {
  private static let own = ["sample", "plagio", "half"].map {
    SharedMaterial.packageRoot.appendingPathComponent("Datasets/" + $0)
  }
  private static let shared = [
    "scans/practice_a", "scans/practice_b", "scans/practice_half", "real/truedepth-iphone11pro",
  ].map { SharedMaterial.folder.appendingPathComponent($0) }

  @Test(arguments: own) func recordingsOfTheProjectAreNotNamed(url: URL) throws { try Self.check(url) }

  @Test(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)), arguments: shared)
  func recordingsOfOthersAreNotNamed(url: URL) throws { try Self.check(url) }

  private static func check(_ url: URL) throws {
    let recording = try Recording.open(url)
    let filtering = DepthFiltering(recording)
    #expect(filtering.reason == nil, "\(filtering.signs)")
    #expect(filtering.notes.isEmpty, "\(filtering.signs)")
    #expect(!filtering.mayHideAveraging, "\(filtering.signs)")
    #expect(filtering.signs.frames >= 5)
    #expect(filtering.signs.bridged == 0)
    #expect(filtering.signs.persistence != nil)
    // Nothing is left out of such a recording.
    #expect(recording.without(filtering).droppedRamps == nil)
  }
}
