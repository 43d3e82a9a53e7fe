/// A stretch of frames over which the angle has settled.
struct Plateau: Sendable, Equatable {
  /// The frames that its level is the mean of, in order.
  var frames: [Int]
  /// The mean of their values, in degrees.
  var level: Double
  /// The sum of the squared deviations from the mean.
  var squares: Double

  init(_ frames: [Int], _ values: [Double]) {
    self.frames = frames
    let level = frames.reduce(0) { $0 + values[$1] } / Double(frames.count)
    self.level = level
    squares = frames.reduce(0) { $0 + (values[$1] - level) * (values[$1] - level) }
  }

  var count: Int { frames.count }
  var first: Int { frames[0] }
  var last: Int { frames[frames.count - 1] }

  /// The frame in whose place the value is read: the one nearest the level, among equals the one nearest the middle.
  func frame(of smooth: [Double]) -> Int {
    let middle = frames[count / 2]
    return frames.min {
      let (a, b) = (abs(smooth[$0] - level), abs(smooth[$1] - level))
      return a != b ? a < b : abs($0 - middle) < abs($1 - middle)
    }!
  }
}
