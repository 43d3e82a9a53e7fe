internal import Geometry

/// For how long a head is turned to either side, by the frames that count.
struct NeckTimes: Sendable, Equatable {
  /// To the left, near neutral and to the right, in seconds.
  let left, middle, right: Estimate
  /// For how long no frame counts, between the first and the last one of the recording.
  let unseen: Double

  /// - Parameters:
  ///   - least: from which angle on the head is turned to a side, in degrees.
  ///   - deviation: that of the angle by what its noise does not show, the same in all frames, in degrees.
  init(_ signal: MotionSignal, least: Double, deviation: Double) {
    let shares = Self.shares(signal)
    let seconds = { (offset: Double) -> [Double] in
      shares.reduce(into: [0.0, 0, 0]) { sums, share in
        let angle = signal.smooth[share.frame] + offset
        sums[angle < -least ? 0 : angle > least ? 2 : 1] += share.seconds
      }
    }
    let found = seconds(0)
    // As far as the angle may be off throughout; the time near the middle is no monotone function of it.
    let offsets = (-Self.offsets...Self.offsets).map {
      Estimate.normalReach * deviation * Double($0) / Double(Self.offsets)
    }
    let all = offsets.map(seconds)
    let borders = Self.borders(signal, least: least)
    let span = { (index: Int) -> Estimate in
      let values = all.map { $0[index] }
      // When a frame between was taken that passes a border is not known: half a step either way, evenly.
      let reach =
        Estimate.normalReach * signal.step
        * (Double(index == 1 ? borders[0] + borders[1] : borders[index / 2]) / 12).squareRoot()
      return Estimate(
        found[index], ci95: ClosedRange(finite: max(0, values.min()! - reach), values.max()! + reach))
    }
    (left, middle, right) = (span(0), span(1), span(2))
    let whole = (signal.times.last ?? 0) - (signal.times.first ?? 0)
    unseen = max(0, whole - shares.reduce(0) { $0 + $1.seconds })
  }

  /// How many steps to either side the angle is moved by.
  private static let offsets = 40

  /// What each frame stands for: half of the time to either neighbour in its stretch.
  private static func shares(_ signal: MotionSignal) -> [(frame: Int, seconds: Double)] {
    signal.chunks.flatMap { chunk in
      chunk.indices.map { i in
        let before = i > 0 ? signal.times[chunk[i]] - signal.times[chunk[i - 1]] : 0
        let after = i + 1 < chunk.count ? signal.times[chunk[i + 1]] - signal.times[chunk[i]] : 0
        return (chunk[i], (before + after) / 2)
      }
    }
  }

  /// How often the angle passes the border of the left side, and that of the right.
  private static func borders(_ signal: MotionSignal, least: Double) -> [Int] {
    [-least, least].map { border in
      signal.chunks.reduce(0) { sum, chunk in
        sum + zip(chunk, chunk.dropFirst()).count { (signal.smooth[$0] > border) != (signal.smooth[$1] > border) }
      }
    }
  }
}
