import Geometry
public import Images
public import Recordings
public import Workers

/// What a few consecutive depth images show of filters that they went through.
public struct DepthSigns: Sendable, Equatable {
  /// The number of different images that were looked at.
  public let frames: Int
  /// The rows and columns that copy others; nil of images that were not enlarged so. All else is told without them.
  public var copies: CopiedLines?
  /// The outlines of near things, and how many of them have a ramp where a sensor leaves a hole or a step.
  public let outlines, bridged: Int
  /// How much of its noise a frame shares with the one before, beyond what stays for good: a correlation. Nil of fewer than
  /// three frames, or where the noise hides in the steps of the file.
  public let persistence: Double?
  /// The noise over two pixels as a share of that over eight, without rounding; nil where noise can't be told from it.
  public let fineNoise: Double?
  /// The noise over four pixels, in units of what rounding to the file's steps alone gives.
  public let steps: Double?
  /// The steps of the file at the usual distance, metres; nil where depth has none.
  public var step: Double?
}

extension DepthSigns {
  /// The number of frames that are looked at, consecutive ones in the middle of the recording. Chosen for speed:
  /// Docs/methods/depth-filters.md has the spread of the figures with it.
  private static let frames = 8
  /// Depth farther than this is not looked at, metres. A head is scanned from nearer; the limits below were set with
  /// it, Docs/methods/depth-filters.md.
  private static let reach: Float = 0.6
  /// The least step in depth that counts as the outline of something nearer, metres. The limits below were set with it,
  /// Docs/methods/depth-filters.md.
  private static let leastJump: Float = 0.06

  /// Looks at consecutive images, metres, NaN without depth. An image that repeats the one before is left out.
  public init(_ images: [DepthImage], workers: Workers = Workers(count: 1)) {
    let reach = Self.reach
    let different = images.reduce(into: [DepthImage]()) { if $0.last?.isSame(as: $1) != true { $0.append($1) } }
    copies = CopiedLines(different)
    let images = copies.map { different.map($0.removed) } ?? different
    frames = images.count
    let (outlines, variances) = workers.both {
      Outlines(images, reach: reach, jump: Self.leastJump)
    } _: {
      [1, 2, 4, 8].map { spacing in ThirdDifferences.noise(images, spacing: spacing, reach: reach).map { $0 * $0 } }
    }
    (self.outlines, bridged) = (outlines.count, outlines.bridged)
    step = images.first?.step(within: reach)
    let rounding = step.map { $0 * $0 / 12 }
    guard let rounding, rounding > 0, let single = variances[0], let fine = variances[1], let middle = variances[2],
      let coarse = variances[3]
    else {
      (persistence, fineNoise, steps) = (nil, nil, nil)
      return
    }
    persistence = rounding < 0.7 * single ? NoisePersistence.measure(images, reach: reach) : nil
    // What rounding leaves on a smooth surface is not quite q²/12, so it must be a small part.
    fineNoise = rounding < 0.3 * coarse ? (max(0, fine - rounding) / (coarse - rounding)).squareRoot() : nil
    steps = (middle / rounding).squareRoot()
  }
}

extension DepthSigns {
  /// Looks at frames in the middle of a recording; those that can't be read are left to others.
  public init(_ recording: Recording, workers: Workers = Workers(count: 1)) {
    let count = min(Self.frames, recording.frames.count)
    let first = (recording.frames.count - count) / 2
    let images = workers.map(count, tool: { FrameDecoder(recording) }) { decoder, index -> DepthImage? in
      var image = DepthImage(width: 0, height: 0, pixels: [])
      do throws(RecordingError) { try decoder.depth(recording.frames[first + index], into: &image) } catch {
        return nil
      }
      return image
    }
    self.init(images.compactMap(\.self), workers: workers)
  }
}

extension DepthImage {
  /// True of an image with the same bits.
  fileprivate func isSame(as other: DepthImage) -> Bool {
    (width, height) == (other.width, other.height)
      && zip(pixels, other.pixels).allSatisfy { $0.bitPattern == $1.bitPattern }
  }
}

extension DepthImage {
  /// The step between the depths that an image holds, about its median, metres: what its file rounds to; nil of too few
  /// depths.
  func step(within reach: Float) -> Double? {
    // Every seventh pixel meets all steps of a surface; 7 divides no usual width.
    var depths = stride(from: 0, to: pixels.count, by: 7).compactMap { pixels[$0] < reach ? pixels[$0] : nil }
    guard depths.count >= 100 else { return nil }
    depths.sort()
    let median = depths[depths.count / 2]
    depths = depths.filter { $0 > 0.8 * median && $0 < 1.2 * median }
    // Depths nearer than a tenth of a micrometre are the same one, rounded.
    var steps = zip(depths, depths.dropFirst()).compactMap { $1 - $0 > 1e-7 ? $1 - $0 : nil }
    guard !steps.isEmpty else { return nil }
    steps.sort()
    // Between rare depths steps are left out.
    return Double(steps[steps.count / 10])
  }
}

/// How much of its noise a frame shares with the one before, beyond what frames of one sensor share for good.
///
/// A sensor's own pattern stays where it is for seconds: it correlates frames four apart as well as consecutive ones, and
/// goes with the difference.
enum NoisePersistence {
  /// The correlation of consecutive frames less that of frames four (or as many as there are) apart; nil of fewer than
  /// three frames, or where they show too little in common.
  static func measure(_ images: [DepthImage], reach: Float) -> Double? {
    let noises = images.map { Noise(ThirdDifferences(spacing: 1, reach: reach).alongRows($0, step: rowStep)) }
    let apart = min(farthest, images.count - 1)
    guard apart > 1, let near = correlation(noises, apart: 1), let far = correlation(noises, apart: apart) else {
      return nil
    }
    return near - far
  }

  private static let farthest = 4
  private static let rowStep = 3
  /// Fewer pixels in common tell no correlation.
  private static let fewest = 500
  /// The least noise that differences are measured by, metres.
  private static let leastNoise = 0.0001

  /// The noise of an image, and its typical size.
  private struct Noise {
    let values: [Float]
    let median: Double

    init(_ values: [Float]) {
      self.values = values
      median = RobustStatistics.median(values.compactMap { $0.isNaN ? nil : Double(abs($0)) })
    }
  }

  /// The mean correlation of frames that many apart; nil where none can be compared.
  private static func correlation(_ noises: [Noise], apart: Int) -> Double? {
    let all = (0..<(noises.count - apart)).compactMap { correlation(noises[$0], noises[$0 + apart]) }
    return all.isEmpty ? nil : all.reduce(0, +) / Double(all.count)
  }

  /// The correlation of two frames' noise at the same pixels, without outliers of more than three deviations.
  private static func correlation(_ a: Noise, _ b: Noise) -> Double? {
    guard a.values.count == b.values.count, a.median.isFinite, b.median.isFinite else { return nil }
    let limit = Float(3 * RobustStatistics.madToSigma * max(min(a.median, b.median), leastNoise))
    var (ab, aa, bb, count) = (0.0, 0.0, 0.0, 0)
    for i in a.values.indices {
      let (x, y) = (a.values[i], b.values[i])
      guard abs(x) < limit, abs(y) < limit else { continue }  // NaN fails
      ab += Double(x * y)
      aa += Double(x * x)
      bb += Double(y * y)
      count += 1
    }
    return count >= fewest && aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : nil
  }
}

/// Differences of depth from the parabola through its neighbours, a − 3b + 3c − d: what is left of a smooth surface is
/// its noise.
struct ThirdDifferences {
  /// The distance of the four pixels along the line.
  let spacing: Int
  /// Farther pixels are not taken, metres.
  let reach: Float

  /// Four pixels whose depths differ by more than this share of depth for each pixel of their spacing lie on no smooth
  /// surface.
  private static let roughness: Float = 0.02

  /// The difference at a pixel whose line goes on by `stride`; NaN where one of the four has no depth, is too far, or
  /// lies on an edge.
  @inline(__always)
  private func value(_ pixels: UnsafeBufferPointer<Float>, _ first: Int, _ stride: Int) -> Float {
    let (a, b) = (pixels[first], pixels[first + stride])
    let (c, d) = (pixels[first + 2 * stride], pixels[first + 3 * stride])
    let (least, most) = (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
    let isSmooth = most < reach && most - least < Self.roughness * Float(spacing) * most
    // Without one of the depths the sum is NaN, whatever was found smooth.
    return isSmooth ? d - 3 * c + 3 * b - a : .nan
  }

  /// The differences along every `step`-th row, row by row, NaN where there is none.
  func alongRows(_ image: DepthImage, step: Int) -> [Float] {
    lines(image.height, of: image.width, step, image, along: 1, across: image.width)
  }

  /// The differences along every `step`-th column, column by column, NaN where there is none.
  func alongColumns(_ image: DepthImage, step: Int) -> [Float] {
    lines(image.width, of: image.height, step, image, along: image.width, across: 1)
  }

  private func lines(
    _ count: Int, of length: Int, _ step: Int, _ image: DepthImage, along: Int, across: Int
  ) -> [Float] {
    guard length > 3 * spacing else { return [] }
    return image.pixels.withUnsafeBufferPointer { pixels in
      var values: [Float] = []
      values.reserveCapacity((count / step + 1) * length)
      for line in stride(from: min(step, count) / 2, to: count, by: step) {
        for k in 0..<(length - 3 * spacing) { values.append(value(pixels, line * across + k * along, spacing * along)) }
      }
      return values
    }
  }
}

extension ThirdDifferences {
  /// The standard deviation of a pixel's noise in metres, by the differences along rows and columns; nil where there are
  /// too few of either.
  static func noise(_ images: [DepthImage], spacing: Int, reach: Float) -> Double? {
    let differences = ThirdDifferences(spacing: spacing, reach: reach)
    let along = [ThirdDifferences.alongRows, ThirdDifferences.alongColumns].map { direction in
      images.compactMap { deviation(direction(differences)($0, sparseStep)) }
    }
    guard along.allSatisfy({ !$0.isEmpty }) else { return nil }
    let means = along.map { $0.reduce(0, +) / Double($0.count) }
    // The difference of four independent pixels has 1 + 9 + 9 + 1 times the variance of one.
    return (means[0] + means[1]) / 2 / 20.0.squareRoot()
  }

  /// Every so many lines are enough to know a standard deviation to 1 %.
  private static let sparseStep = 12
  /// Fewer differences tell no standard deviation.
  private static let fewest = 200
  /// The share of differences, the smallest ones, that tell it: what is left of edges is larger.
  private static let inner = 0.8
  /// The standard deviation of a normal sample's inner share over that of all: √(1 − 2 c φ(c) / 0.8), c = Φ⁻¹(0.9).
  private static let innerDeviation = 0.66161

  /// The standard deviation of normal differences, from the smallest of them; nil of too few.
  static func deviation(_ differences: [Float]) -> Double? {
    let sizes = differences.compactMap { $0.isNaN ? nil : Double(abs($0)) }
    guard sizes.count >= fewest else { return nil }
    let limit = RobustStatistics.quantile(sizes, inner)
    // Many can be equal to the limit, as depth comes in steps: as many of them count as the share holds.
    let (count, below) = (inner * Double(sizes.count), sizes.filter { $0 < limit })
    let sum = below.reduce(0) { $0 + $1 * $1 } + max(0, count - Double(below.count)) * limit * limit
    return (sum / count).squareRoot() / innerDeviation
  }
}
