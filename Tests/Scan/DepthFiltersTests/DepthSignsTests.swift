import Foundation
import Images
import Recordings
import TestSupport
import Testing

@testable import DepthFilters

/// Signs of depth whose noise and steps are known.
@Suite struct DepthSignsTests {
  /// Noise of half a step has the variance q²/4, and rounding adds q²/12: together twice the deviation of rounding alone, of
  /// which the rounding goes off where distances are compared, so that white noise is the same over all of them.
  @Test func roundingIsNoNoise() throws {
    let signs = DepthSigns(SimulatedDepth(3, noise: 0.00025).rounded(to: 0.0005))
    #expect(abs(try #require(signs.step) - 0.0005) < 1e-6)
    #expect(abs(try #require(signs.steps) - 2) < 0.08)
    #expect(abs(try #require(signs.fineNoise) - 1) < 0.08)
    #expect(signs.persistence != nil)
  }

  /// Rounding is two fifths of what is seen: too much to be taken off, and little enough to compare frames.
  @Test func coarseStepsHideFineNoise() throws {
    let signs = DepthSigns(SimulatedDepth(3, noise: 0.0004).rounded(to: 0.001))
    #expect(signs.fineNoise == nil)
    #expect(signs.persistence != nil)
    // The noise is √(0.16 + 1/12) of a step, of which its steps show less.
    #expect((1.5...1.72).contains(try #require(signs.steps)))
  }
}

/// The steps between depths that are known one by one.
@Suite struct DepthStepTests {
  /// An image of one row that has these depths in every seventh pixel, and others between them.
  private static func found(_ depths: [Float]) -> Double? {
    var pixels = [Float](repeating: 0.40033, count: 7 * depths.count - 6)
    for (k, depth) in depths.enumerated() { pixels[7 * k] = depth }
    return DepthImage(width: pixels.count, height: 1, pixels: pixels).step(within: 0.6)
  }

  @Test func aHundredDepthsAreEnough() throws {
    let depths = (0..<150).map { 0.4 + 0.001 * Float($0 % 10) }
    #expect(Self.found(Array(depths.prefix(99))) == nil)
    #expect(abs(try #require(Self.found(Array(depths.prefix(100)))) - 0.001) < 1e-6)
    // Without those beyond the reach 99 are left, or 100.
    let far = [Float](repeating: 0.61, count: 40) + [.nan, .infinity]
    #expect(Self.found(far + depths.prefix(99)) == nil)
    #expect(abs(try #require(Self.found(depths.prefix(100) + far)) - 0.001) < 1e-6)
  }

  @Test func oneDepthHasNoSteps() {
    #expect(Self.found([Float](repeating: 0.4, count: 120)) == nil)
    let next = (0.4 as Float).nextUp
    #expect(Self.found((0..<120).map { $0 % 2 == 0 ? 0.4 : next }) == nil, "the same depth, rounded")
  }

  /// 45 depths about 0.2 m have finer steps than 55 about 0.5 m: those about the median count.
  @Test func theStepsAboutTheMedianCount() throws {
    let near = (0..<45).map { 0.2 + 0.0002 * Float($0) }
    let far = (0..<55).map { 0.5 + 0.0004 * Float($0) }
    #expect(abs(try #require(Self.found(far + near)) - 0.0004) < 1e-6)
  }

  /// Of 40 steps, four smaller ones are too few, and five are a tenth.
  @Test(arguments: [(4, 0.0004), (5, 0.00005)]) func aTenthOfTheStepsMayBeSmaller(small: Int, step: Double) throws {
    var depths: [Float] = [0.4]
    for k in 0..<40 { depths.append(depths[k] + (k < small ? 0.00005 : k < 30 ? 0.0004 : 0.0012)) }
    depths += [Float](repeating: 0.4, count: 70)
    #expect(abs(try #require(Self.found(depths.reversed())) - step) < 1e-6)
  }
}

/// Frames whose noise is known difference by difference.
@Suite struct NoisePersistenceTests {
  /// A row of fours of pixels with holes between them: each four has one third difference, millimetres.
  private static func strip(_ differences: [Double]) -> DepthImage {
    let pixels = differences.flatMap { [0.5, 0.5, 0.5, 0.5 + Float($0 / 1000), .nan] }
    return DepthImage(width: pixels.count, height: 1, pixels: pixels)
  }

  /// Two patterns of ±1 that have nothing in common.
  private static func patterns(_ count: Int = 600) -> (s: [Double], t: [Double]) {
    ((0..<count).map { $0 % 2 == 0 ? 1 : -1 }, (0..<count).map { $0 / 2 % 2 == 0 ? 1 : -1 })
  }

  /// What frames of such differences share, with a number of others at the end of each.
  private static func found(_ frames: [[Double]], outliers: Double? = nil) -> Double? {
    let others = outliers.map { [Double](repeating: $0, count: 30) } ?? []
    return NoisePersistence.measure(frames.map { strip($0 + others) }, reach: 0.6)
  }

  @Test func consecutiveFramesAreComparedWithThoseFourApart() throws {
    let (s, t) = Self.patterns()
    #expect(Self.found([]) == nil)
    #expect(Self.found([s]) == nil)
    #expect(Self.found([s, s]) == nil)
    // Two apart where there are three, three of four; one of two pairs of neighbours is alike.
    #expect(abs(try #require(Self.found([s, s, t])) - 0.5) < 0.003)
    #expect(abs(try #require(Self.found([s, t, s])) + 1) < 0.003)
    #expect(abs(try #require(Self.found([s, t, t, s])) - (1.0 / 3 - 1)) < 0.003)
    // Four apart all are alike, three or five apart none.
    #expect(abs(try #require(Self.found([s, t, s, t, s, t])) + 1) < 0.003)
    let opposite = s.map { -$0 }
    #expect(abs(try #require(Self.found([s, opposite, t])) + 0.5) < 0.003)
    // A correlation has no scale.
    #expect(abs(try #require(Self.found([s, s.map { 1.5 * $0 }, t.map { 0.7 * $0 }])) - 0.5) < 0.003)
  }

  /// Three deviations, by a median of 1 mm, are 4.448 mm. Thirty differences o that all frames have weigh
  /// x = 30 o² / (600 + 30 o²), and make what is shared (1 + x) / 2 − x.
  @Test func outliersAreLeftOut() throws {
    let (s, t) = Self.patterns()
    let weight = 30 * 4.3 * 4.3 / (600 + 30 * 4.3 * 4.3)
    #expect(abs(try #require(Self.found([s, s, t], outliers: 4.3)) - (1 - weight) / 2) < 0.003)
    #expect(abs(try #require(Self.found([s, s, t], outliers: 4.6)) - 0.5) < 0.003)
    // The frame with less noise says what an outlier is: the other one alone would take 6 mm for noise.
    let loud = t.map { 2 * $0 }
    for frames in [[s, s, loud], [loud, s, s]] {
      #expect(abs(try #require(Self.found(frames, outliers: 6)) - 0.5) < 0.003)
    }
  }

  /// Noise is never taken to be less than a median of 0.1 mm: three deviations of that are 0.445 mm.
  @Test func littleNoiseHasAFloor() throws {
    let patterns = Self.patterns()
    let (s, t) = (patterns.s.map { 0.05 * $0 }, patterns.t.map { 0.05 * $0 })
    let weight = 30 * 8.6 * 8.6 / (600 + 30 * 8.6 * 8.6)
    #expect(abs(try #require(Self.found([s, s, t], outliers: 0.43)) - (1 - weight) / 2) < 0.004)
    #expect(abs(try #require(Self.found([s, s, t], outliers: 0.46)) - 0.5) < 0.004)
  }

  @Test func fiveHundredPixelsInCommonAreEnough() throws {
    let (s, t) = Self.patterns(500)
    #expect(abs(try #require(Self.found([s, s, t])) - 0.5) < 0.003)
    let few = { (frame: [Double]) in Array(frame.prefix(499)) }
    #expect(Self.found([few(s), few(s), few(t)]) == nil)
    // As many in each frame, one of them nowhere else.
    #expect(Self.found([s, [.nan] + s.dropFirst(), t]) == nil)
  }

  /// Frames without noise, or of another size, have nothing to be compared; others are.
  @Test func framesThatTellNothingAreLeftOut() throws {
    let patterns = Self.patterns()
    let (s, t) = (patterns.s.map { 0.2 * $0 }, patterns.t.map { 0.2 * $0 })
    let flat = [Double](repeating: 0, count: 600)
    // Of the pairs of neighbours without the flat one two of four are alike, of those four apart the only one is.
    #expect(abs(try #require(Self.found([flat, s, s, t, t, s])) + 0.5) < 0.003)
    #expect(abs(try #require(Self.found([s, t, t, s, s, flat])) + 0.5) < 0.003)
    #expect(Self.found([flat, flat, flat]) == nil)
    #expect(Self.found([s, s, Self.patterns(604).t]) == nil)
    #expect(Self.found([Self.patterns(604).t, s, s]) == nil)
  }
}

/// The deviation of a normal sample, by its smallest four fifths.
@Suite struct InnerDeviationTests {
  /// √(1 − 2 c φ(c) / 0.8) with c = Φ⁻¹(0.9) = 1.281552, φ(c) = 0.175498.
  private static let share = (1 - 2 * 1.281552 * 0.175498 / 0.8).squareRoot()

  /// The sizes 1 to 200: those up to 160 count, whose squares have the sum 160 · 161 · 321 / 6.
  @Test func theSmallestFourFifthsCount() throws {
    let sizes = (1...200).map { Float($0 % 3 == 0 ? -$0 : $0) }
    let expected = (161.0 * 321 / 6).squareRoot() / Self.share
    #expect(abs(try #require(ThirdDifferences.deviation(sizes)) / expected - 1) < 1e-4)
    // What is missing does not count, nor how large the others are.
    let outliers = sizes.map { abs($0) > 162 ? 100 * $0 : $0 }
    #expect(abs(try #require(ThirdDifferences.deviation(outliers + [.nan, .nan])) / expected - 1) < 1e-4)
  }

  /// Half of the differences are a step, the other half none: of 160 that count 60 are steps.
  @Test func ofEqualOnesAsManyCountAsTheShareHolds() throws {
    let half = (0..<200).map { Float($0 % 2 == 0 ? 0 : $0 % 4 == 1 ? 0.25 : -0.25) }
    let expected = 0.25 * (60.0 / 160).squareRoot() / Self.share
    #expect(abs(try #require(ThirdDifferences.deviation(half)) / expected - 1) < 1e-4)
    let equal = try #require(ThirdDifferences.deviation([Float](repeating: 0.25, count: 300)))
    #expect(abs(equal * Self.share / 0.25 - 1) < 1e-4)
  }

  @Test func twoHundredDifferencesAreEnough() {
    let sizes = (1...200).map { Float($0) }
    #expect(ThirdDifferences.deviation(sizes) != nil)
    #expect(ThirdDifferences.deviation(Array(sizes.dropLast())) == nil)
    #expect(ThirdDifferences.deviation(sizes.dropLast() + [.nan]) == nil)
    #expect(ThirdDifferences.deviation([]) == nil)
  }
}

/// The frames of a recording that are looked at, and what is left of it.
@Suite struct RecordedSignsTests {
  private static let width = 48, height = 36

  /// A recording in the layout of TUM, whose frames have steps of 1, 2, 3 … fifths of a millimetre.
  private static func write(_ frames: Int, unreadable: Int? = nil) throws -> TemporaryFolder {
    let temporary = try TemporaryFolder()
    func write(_ path: String, _ data: Data) throws {
      let file = temporary.url.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    let color = ColorImage(
      width: width, height: height, pixels: (0..<(3 * width * height)).map { UInt8($0 % 251) })
    var (rgb, depth) = ("", "")
    for frame in 0..<frames {
      let codes = (0..<(width * height)).map {
        UInt16(2000 + (frame + 1) * ((37 * ($0 % width) + 61 * ($0 / width)) % 8))
      }
      let image = try ImageFile.png(depthCodes: codes, width: width, height: height)
      try write("depth/\(frame).png", frame == unreadable ? image.prefix(60) : image)
      try write("rgb/\(frame).jpg", try ImageFile.jpeg(color, quality: 90))
      rgb += "\(100 + frame).000 rgb/\(frame).jpg\n"
      depth += "\(100 + frame).000 depth/\(frame).png\n"
    }
    try write("rgb.txt", Data(rgb.utf8))
    try write("depth.txt", Data(depth.utf8))
    let camera = #"{"width":48,"height":36,"intrinsic_matrix":[45,0,0,0,45,0,23.5,17.5,1]}"#
    try write("intrinsic.json", Data(camera.utf8))
    return temporary
  }

  /// Eight in the middle, or all of fewer.
  @Test(arguments: [(13, 8, 2), (9, 8, 0), (8, 8, 0), (3, 3, 0), (20, 8, 6)])
  func theMiddleOfARecordingIsLookedAt(frames: Int, count: Int, first: Int) throws {
    let folder = try Self.write(frames)
    let recording = try Recording.open(folder.url)
    #expect(recording.frames.count == frames)
    let signs = DepthSigns(recording)
    #expect(signs.frames == count)
    // The step is that of the first one.
    #expect(abs(try #require(signs.step) - 0.0002 * Double(first + 1)) < 1e-6)
    let images = try recording.frames[first..<(first + count)].map { try recording.depth($0) }
    #expect(signs == DepthSigns(images))
  }

  @Test func whatCannotBeReadIsLeftOut() throws {
    let folder = try Self.write(9, unreadable: 4)
    #expect(DepthSigns(try Recording.open(folder.url)).frames == 7)
  }

  /// Where holes were filled, depth steeper than 1.5 % or 9 pixels' width is left out from then on, block by block.
  @Test func rampsAreLeftOutWhereHolesWereFilled() throws {
    let folder = try Self.write(1)
    let recording = try Recording.open(folder.url)
    func left(bridged: Int, copies: CopiedLines?) -> DepthRamps? {
      let signs = DepthSigns(
        frames: 8, copies: copies, outlines: 40, bridged: bridged, persistence: nil, fineNoise: nil, steps: nil,
        step: nil)
      return recording.without(DepthFiltering(signs)).droppedRamps
    }
    // Twice as wide and three times as high.
    let (width, height) = (Self.width, Self.height)
    let small = try recording.depth(recording.frames[0])
    let large = DepthImage(
      width: 2 * width, height: 3 * height,
      pixels: (0..<(6 * width * height)).map { small[$0 % (2 * width) / 2, $0 / (2 * width) / 3] })
    let copies = try #require(CopiedLines([large]))
    #expect(left(bridged: 2, copies: nil) == nil)
    #expect(left(bridged: 2, copies: copies) == nil)
    #expect(left(bridged: 3, copies: nil) == DepthRamps(slope: 0.015, slopePixels: 9))
    #expect(left(bridged: 3, copies: copies) == DepthRamps(slope: 0.015, slopePixels: 9, columns: 2, rows: 3))
  }
}
