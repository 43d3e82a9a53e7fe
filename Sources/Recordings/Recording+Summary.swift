import Diagnostics
import Images

extension Recording {
  /// Depths in metres between which the median of a head scan lies.
  static let plausibleDepth = 0.1...3.0

  /// What is in the recording, from all frames or from `sample` of them, evenly spread.
  ///
  /// Frames are decoded one after the other; those that can't be are a finding.
  public func summary(sample: Int? = nil) -> RecordingSummary {
    var histogram = DepthHistogram()
    var (failures, blank): ([RecordingError], Int) = ([], 0)
    let chosen = spread(sample ?? frames.count)
    for frame in chosen {
      do {
        _ = try gray(frame)
        let depth = try depth(frame)
        if Self.isBlank(depth) { blank += 1 }
        histogram.add(depth)
      } catch { failures.append(error) }
    }
    let timing = Timing(frames)
    return RecordingSummary(
      format: format, frames: frames.count, duration: timing.duration,
      rate: frames.count > 1 && (1 / timing.interval).isFinite ? 1 / timing.interval : nil,
      largestGap: timing.largestGap.seconds,
      colorHeader: colorHeader, depthHeader: depthHeader, camera: frames[0].camera,
      timeDifferenceMedian: timing.offset.median, timeDifferenceMax: timing.offset.max,
      sampledFrames: chosen.count - failures.count,
      validDepthFraction: histogram.pixels > 0 ? Double(histogram.valid) / Double(histogram.pixels) : nil,
      depthRange: histogram.range,
      findings: findings + Self.findings(failures)
        + Self.blankDepth(blank, of: chosen.count - failures.count) + implausibleDepth())
  }

  /// A finding when the median depth of the first, middle or last frame lies where no head scan has it, which a wrong
  /// unit of depth explains; empty when all is well. Frames that can't be read are left to others.
  public func implausibleDepth() -> [Finding] {
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

  /// The share of a frame's pixels with valid depth below which no head can be in it: one that is scanned fills a tenth.
  public static let leastValidDepth = 0.01

  private static func isBlank(_ depth: DepthImage) -> Bool {
    Double(depth.validCount) < leastValidDepth * Double(depth.pixels.count)
  }

  private static func blankDepth(_ frames: Int, of all: Int) -> [Finding] {
    guard frames > 0 else { return [] }
    return [Finding(.recordingInvalidDepth, ["count": .count(frames), "looked_at": .count(all)])]
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
