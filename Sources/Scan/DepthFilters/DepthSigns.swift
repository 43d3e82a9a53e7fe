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
