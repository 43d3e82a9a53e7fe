/// A straight line through values over time, by least squares.
struct LineFit {
  /// Degrees a second.
  let slope: Double
  /// The deviation from the line, with n − 2.
  let deviation: Double
  private let time, value: Double

  init(_ frames: ArraySlice<Int>, _ times: [Double], _ values: [Double]) {
    let n = Double(frames.count)
    let (time, value) = (frames.reduce(0) { $0 + times[$1] } / n, frames.reduce(0) { $0 + values[$1] } / n)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for frame in frames {
      let (x, y) = (times[frame] - time, values[frame] - value)
      (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y)
    }
    slope = xx > 0 ? xy / xx : 0
    deviation = n > 2 && xx > 0 ? (max(0, yy - xy * xy / xx) / (n - 2)).squareRoot() : 0
    (self.time, self.value) = (time, value)
  }

  /// The share of the squares left by the line that a parabola would take up, for frames that are about even.
  func bend(_ frames: ArraySlice<Int>, _ times: [Double], _ values: [Double]) -> Double {
    let n = Double(frames.count)
    let mean = frames.reduce(0) { $0 + (times[$1] - time) * (times[$1] - time) } / n
    var (pp, pr, rr) = (0.0, 0.0, 0.0)
    for frame in frames {
      let (t, r) = (times[frame] - time, residual(frame, times, values))
      let p = t * t - mean
      (pp, pr, rr) = (pp + p * p, pr + p * r, rr + r * r)
    }
    return pp > 0 && rr > 0 ? pr * pr / (pp * rr) : 0
  }

  /// What a frame's value is above the line.
  func residual(_ frame: Int, _ times: [Double], _ values: [Double]) -> Double {
    values[frame] - value - slope * (times[frame] - time)
  }
}
