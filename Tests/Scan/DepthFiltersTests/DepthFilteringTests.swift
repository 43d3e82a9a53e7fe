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
