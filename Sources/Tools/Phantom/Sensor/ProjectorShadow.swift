import Geometry

/// Which pixels the dot projector lights: it stands beside the camera and is hidden from some of what the camera sees.
struct ProjectorShadow {
  let sensor: PhantomSensor

  /// True for lit pixels. Along a row, seen from the projector, places must come in the row's order; one that falls
  /// behind a nearer one's place is in its shadow.
  func lit(_ buffer: SurfaceBuffer) -> [Bool] {
    let shift = sensor.cameras.depth.fx * sensor.projectorBaseline
    var lit = [Bool](repeating: true, count: buffer.depth.count)
    guard shift != 0 else { return lit }
    for y in 0..<buffer.height {
      var farthest = -Double.infinity
      for step in 0..<buffer.width {
        let x = shift > 0 ? buffer.width - 1 - step : step
        let i = y * buffer.width + x
        let place = Double(step) + abs(shift) / buffer.depth[i]
        if place < farthest - 0.75 { lit[i] = false }
        farthest = max(farthest, place)
      }
    }
    return lit
  }
}
