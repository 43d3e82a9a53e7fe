internal import Geometry

/// Newton's method with a damped step, for a smooth function of few parameters whose gradient is known.
struct NewtonMinimiser {
  /// A value and its gradient; nil where the function isn't defined.
  typealias Function = ([Double]) -> (value: Double, gradient: [Double])?

  let function: Function

  /// The place of the minimum near a start; nil where none is found.
  ///
  /// It ends when another step would lower the value by less than 1e-20: parameters are then right to 1e-10 of their standard
  /// error.
  func minimum(from start: [Double]) -> [Double]? {
    var place = start
    guard var current = function(place) else { return nil }
    for _ in 0..<200 {
      guard let (step, gain) = step(at: place, current.gradient) else { return nil }
      if gain < 1e-20 { return place }
      var factor = 1.0
      var moved = false
      while factor > 1e-10 {
        let next = zip(place, step).map { $0 + factor * $1 }
        if let value = function(next), isBetter(value, than: current) {
          (place, current, moved) = (next, value, true)
          break
        }
        factor /= 2
      }
      // Nothing lower along a falling direction: what is left is rounding.
      guard moved else { return gain < 1e-12 ? place : nil }
    }
    return nil
  }

  /// A lower value, or close to the minimum, where values are alike but for rounding, a smaller gradient.
  private func isBetter(
    _ next: (value: Double, gradient: [Double]), than current: (value: Double, gradient: [Double])
  ) -> Bool {
    let noise = 1e-12 * max(1, abs(current.value))
    if next.value < current.value - noise { return true }
    return next.value < current.value + noise && norm(next.gradient) < norm(current.gradient)
  }

  /// The step to the minimum of the quadratic with this gradient and curvature, and twice what it gains.
  private func step(at place: [Double], _ gradient: [Double]) -> (step: [Double], gain: Double)? {
    guard let curvature = curvature(at: place) else { return nil }
    var damping = 0.0
    while damping < 1e12 {
      var damped = curvature
      for i in place.indices { damped[i, i] += damping }
      if let factors = Cholesky(damped) {
        let step = factors.solve(gradient).map { -$0 }
        return (step, -zip(step, gradient).reduce(0) { $0 + $1.0 * $1.1 })
      }
      damping = damping == 0 ? 1e-3 * max(1, norm(gradient)) : 4 * damping
    }
    return nil
  }

  /// The matrix of second derivatives, by central differences of the gradient.
  private func curvature(at place: [Double]) -> Matrix? {
    var result = Matrix(rows: place.count, columns: place.count)
    for i in place.indices {
      let h = 1e-5 * max(1e-2, abs(place[i]))
      var (low, high) = (place, place)
      low[i] -= h
      high[i] += h
      guard let below = function(low), let above = function(high) else { return nil }
      for j in place.indices {
        let second = (above.gradient[j] - below.gradient[j]) / (high[i] - low[i])
        result[i, j] += second / 2
        result[j, i] += second / 2
      }
    }
    return result
  }

  private func norm(_ vector: [Double]) -> Double { vector.reduce(0) { $0 + $1 * $1 }.squareRoot() }
}
