public import Diagnostics
public import Geometry
import Images

/// What is in a recording, and what is odd about it.
public struct RecordingSummary: Sendable {
  /// The layout.
  public let format: RecordingFormat
  /// The number of frames.
  public let frames: Int
  /// From the first to the last frame, in seconds.
  public let duration: Double
  /// Frames a second: the inverse of the median interval; nil for a single frame.
  public let rate: Double?
  /// The largest interval between frames in seconds; 0 for a single frame.
  public let largestGap: Double
  /// The kinds and sizes of the first frame's images.
  public let colorHeader, depthHeader: ImageHeader
  /// The cameras of the first frame.
  public let cameras: CameraPair
  /// Median and largest distance in time of the colour and depth image of a frame, in seconds.
  public let timeDifferenceMedian, timeDifferenceMax: Double
  /// The number of frames whose images were decoded.
  public let sampledFrames: Int
  /// The pixels with valid depth over all pixels of the sampled frames; nil where none could be decoded.
  public let validDepthFraction: Double?
  /// How the valid depths of the sampled frames are distributed; nil where there are none.
  public let depthRange: DepthRange?
  /// What is odd: of the index and of the sampled frames.
  public let findings: [Finding]
}

/// Percentiles of depth in metres, to a quarter of a millimetre; depths beyond 10 m count as 10 m.
public struct DepthRange: Sendable, Equatable {
  /// The depth that 1 %, 5 %, 50 %, 95 % and 99 % of the valid pixels do not exceed.
  public let p01, p05, p50, p95, p99: Double
}

/// Counts of depths, so that percentiles of any number of frames need the memory of one.
struct DepthHistogram {
  /// The width of a bin in metres.
  private static let bin: Float = 0.0005
  private static let bins = 20_000

  private var counts = [Int](repeating: 0, count: bins + 1)
  private(set) var valid = 0
  private(set) var pixels = 0

  mutating func add(_ image: DepthImage) {
    pixels += image.pixels.count
    for depth in image.pixels where depth > 0 {
      counts[Int(min(depth / Self.bin, Float(Self.bins)))] += 1
      valid += 1
    }
  }

  /// The depth in metres that a fraction of the valid pixels does not exceed, to half a bin; nil where none is valid.
  func quantile(_ fraction: Double) -> Double? {
    guard valid > 0 else { return nil }
    let rank = max(1, Int((fraction * Double(valid)).rounded(.up)))
    var sum = 0
    for (bin, count) in counts.enumerated() {
      sum += count
      if sum >= rank { return (Double(bin) + 0.5) * Double(Self.bin) }
    }
    return nil
  }

  var range: DepthRange? {
    guard let p01 = quantile(0.01), let p05 = quantile(0.05), let p50 = quantile(0.5), let p95 = quantile(0.95),
      let p99 = quantile(0.99)
    else { return nil }
    return DepthRange(p01: p01, p05: p05, p50: p50, p95: p95, p99: p99)
  }
}

extension DepthImage {
  /// Whether neighbours differ much less with the bytes of their codes exchanged: the low byte of a surface changes from
  /// pixel to pixel, the high one hardly ever.
  fileprivate func isSwapped(codesPerMetre: Float) -> Bool {
    let codes = pixels.map { $0 > 0 ? UInt16(exactly: ($0 * codesPerMetre).rounded()) ?? 0 : 0 }
    var (steps, exchanged, pairs) = (0, 0, 0)
    for i in codes.indices.dropFirst() where i % width != 0 && codes[i] > 0 && codes[i - 1] > 0 {
      steps += abs(Int(codes[i]) - Int(codes[i - 1]))
      exchanged += abs(Int(codes[i].byteSwapped) - Int(codes[i - 1].byteSwapped))
      pairs += 1
    }
    return steps > Self.leastStep * pairs && Self.smoother * exchanged < steps
  }

  /// The least mean step of such an image in codes: of sound ones it is 2 to 5.
  private static let leastStep = 16
  /// How much smoother an image must be with bytes exchanged.
  private static let smoother = 8
}

extension Recording {
  /// Depths in metres between which the median of a head scan lies.
  static let plausibleDepth = 0.1...3.0

  /// What is in the recording, from all frames or from `sample` of them, evenly spread.
  ///
  /// Frames are decoded one after the other; those that can't be are a finding.
  public func summary(sample: Int? = nil) -> RecordingSummary {
    var histogram = DepthHistogram()
    var (failures, blank, repeats): ([RecordingError], Int, Int) = ([], 0, 0)
    let chosen = spread(sample ?? frames.count)
    var decoder = FrameDecoder(self)
    for frame in chosen {
      do {
        _ = try gray(frame)
        let depth = try depth(frame)
        if Self.isBlank(depth) {
          blank += 1
        } else if frame.index > 0, let previous = try? decoder.depthBytes(frames[frame.index - 1]),
          try decoder.depthBytes(frame) == previous
        {
          repeats += 1
        }
        histogram.add(depth)
      } catch { failures.append(error) }
    }
    let timing = Timing(frames)
    return RecordingSummary(
      format: format, frames: frames.count, duration: timing.duration,
      rate: frames.count > 1 && (1 / timing.interval).isFinite ? 1 / timing.interval : nil,
      largestGap: timing.largestGap.seconds,
      colorHeader: colorHeader, depthHeader: depthHeader, cameras: frames[0].cameras,
      timeDifferenceMedian: timing.offset.median, timeDifferenceMax: timing.offset.max,
      sampledFrames: chosen.count - failures.count,
      validDepthFraction: histogram.pixels > 0 ? Double(histogram.valid) / Double(histogram.pixels) : nil,
      depthRange: histogram.range,
      findings: findings + Self.findings(failures)
        + Self.blankDepth(blank, of: chosen.count - failures.count)
        + Self.repeatedDepth(repeats, of: chosen.count - failures.count) + implausibleDepth())
  }

  /// A finding when the median depth of the first, middle or last frame lies where no head scan has it, which a wrong
  /// unit of depth explains; empty when all is well. Frames that can't be read are left to others.
  public func implausibleDepth() -> [Finding] {
    if hasSwappedDepth { return [Finding(.recordingSwappedDepth)] }
    var odd: [Double] = []
    for frame in spread(3) {
      guard let image = try? depth(frame) else { continue }
      var histogram = DepthHistogram()
      histogram.add(image)
      if let median = histogram.quantile(0.5), !Self.plausibleDepth.contains(median) { odd.append(median) }
    }
    guard let first = odd.first else { return [] }
    return [
      Finding(
        .recordingImplausibleDepth,
        ["count": .count(odd.count), "depth_m": .number(first, decimals: 3, unit: "m")])
    ]
  }

  /// True where the first, the middle and the last frame are smooth only with the bytes of their codes exchanged.
  public var hasSwappedDepth: Bool {
    guard depthHeader.bits == 16, !depthHeader.isFloat else { return false }
    let images = spread(3).compactMap { try? depth($0) }.filter { !Self.isBlank($0) }
    return !images.isEmpty && images.allSatisfy { $0.isSwapped(codesPerMetre: depthScale.codesPerMetre) }
  }

  /// True where the first, the middle and the last frame have next to no valid depth.
  public var hasBlankDepth: Bool {
    let images = spread(3).compactMap { try? depth($0) }
    return !images.isEmpty && images.allSatisfy(Self.isBlank)
  }

  /// Up to `count` frames, evenly spread from the first to the last.
  func spread(_ count: Int) -> [RecordedFrame] {
    let wanted = min(max(count, 0), frames.count)
    guard wanted > 1 else { return Array(frames.prefix(wanted)) }
    return (0..<wanted).map { frames[$0 * (frames.count - 1) / (wanted - 1)] }
  }

  /// The share of a frame's pixels with valid depth below which no head can be in it: one that is scanned fills a
  /// tenth.
  public static let leastValidDepth = 0.01

  private static func isBlank(_ depth: DepthImage) -> Bool {
    Double(depth.validCount) < leastValidDepth * Double(depth.pixels.count)
  }

  private static func blankDepth(_ frames: Int, of all: Int) -> [Finding] {
    guard frames > 0 else { return [] }
    return [Finding(.recordingInvalidDepth, ["count": .count(frames), "looked_at": .count(all)])]
  }

  private static func repeatedDepth(_ frames: Int, of all: Int) -> [Finding] {
    guard frames > 0 else { return [] }
    return [Finding(.recordingRepeatedDepth, ["count": .count(frames), "looked_at": .count(all)])]
  }

  private static func findings(_ failures: [RecordingError]) -> [Finding] {
    guard let first = failures.first else { return [] }
    return [
      Finding(
        .recordingUnreadableFrames,
        [
          "count": .count(failures.count), "file": .written(first.message.subject ?? .text("")),
          "problem": .written(first.message.problem),
        ])
    ]
  }
}
