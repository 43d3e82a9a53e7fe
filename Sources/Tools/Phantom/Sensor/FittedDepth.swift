import Geometry
import Recordings

/// Depth of the usual sensor, from the exact surfaces: shadow, holes, ragged edges, and noise whose standard deviation was
/// fitted to a TrueDepth sensor's.
struct FittedDepth {
  let sensor: PhantomSensor
  let noise: PixelNoise

  /// width × height metres, not a number where there is no measurement.
  func depth(_ buffer: SurfaceBuffer) -> [Double] {
    let lit = ProjectorShadow(sensor: sensor).lit(buffer)
    let blobs = holes(buffer)
    var depth = [Double](repeating: .nan, count: buffer.depth.count)
    for y in 0..<buffer.height {
      for x in 0..<buffer.width {
        let i = y * buffer.width + x
        guard lit[i], buffer.depth[i] <= sensor.maximumDepth, !blobs.contains(where: { $0.covers(x, y) }) else {
          continue
        }
        if let measured = measured(buffer, x, y) { depth[i] = measured }
      }
    }
    return depth
  }

  /// The measured z in metres, or nil for a hole.
  private func measured(_ buffer: SurfaceBuffer, _ x: Int, _ y: Int) -> Double? {
    let i = y * buffer.width + x
    let exact = buffer.depth[i]
    let cosine = Double(buffer.cosine[i])
    guard noise.uniform(.hole, x, y) >= holeProbability(exact, cosine, buffer.material[i]) else { return nil }
    guard let base = edgeDepth(buffer, x, y, exact) else { return nil }
    let ink = buffer.material[i] == .blackInk ? 1.3 : 1
    return base + sensor.bias(at: [Double(x), Double(y)], depth: exact)
      + ink * sensor.depthSigma(depth: exact, cosine: cosine) * unitNoise(x, y)
  }

  /// White noise and two correlated parts, of variance 1 together.
  private func unitNoise(_ x: Int, _ y: Int) -> Double {
    let share = sensor.correlatedShare
    var value = (1 - share).squareRoot() * noise.normal(.white, x, y)
    if share > 0 {
      let part = (share / 2).squareRoot()
      value += part * (noise.smooth(.fine, x, y, cell: 5) + noise.smooth(.coarse, x, y, cell: 24))
    }
    return value
  }

  /// Grazing surfaces, black ink and surfaces nearer than 20 cm give fewer measurements; nearer than 9 cm there are none.
  private func holeProbability(_ depth: Double, _ cosine: Double, _ material: Material) -> Double {
    let grazing = 1 - smoothstep((cosine - 0.12) / 0.16)
    let ink = material == .blackInk ? 0.012 : 0
    let near = sensor.nearLoss * smoothstep((0.20 - depth) / 0.03)
    let blind = smoothstep((0.11 - depth) / 0.02)
    return grazing + blind + sensor.holes * (0.0015 + ink + near)
  }

  /// Near a jump of depth the pixel is a hole, mixes both depths, or is as it should be.
  private func edgeDepth(_ buffer: SurfaceBuffer, _ x: Int, _ y: Int, _ depth: Double) -> Double? {
    guard sensor.holes > 0, let far = jump(buffer, x, y, depth) else { return depth }
    let chance = noise.uniform(.edge, x, y)
    if chance < min(0.5 * sensor.holes, 1) { return nil }
    guard chance < min(0.75 * sensor.holes, 1) else { return depth }
    return depth + 0.8 * (chance - 0.5 * sensor.holes) * min(max(far - depth, -0.03), 0.03) / 0.25
  }

  /// The depth of a neighbour within two pixels that lies more than 8 mm nearer or farther.
  private func jump(_ buffer: SurfaceBuffer, _ x: Int, _ y: Int, _ depth: Double) -> Double? {
    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0), (0, 2), (0, -2)] {
      let (u, v) = (x + dx, y + dy)
      guard u >= 0, v >= 0, u < buffer.width, v < buffer.height else { continue }
      let other = buffer.depth[v * buffer.width + u]
      if abs(other - depth) > 0.008 { return other }
    }
    return nil
  }

  /// Round holes of one to three pixels' radius, ten to a VGA image.
  private func holes(_ buffer: SurfaceBuffer) -> [Hole] {
    let area = Double(buffer.width * buffer.height)
    let count = Int((sensor.holes * 10 * area / 307_200).rounded())
    return (0..<count).map { k in
      let place = noise.bits(.hole, -1 - k, -1)
      return Hole(
        x: Int(place & 0xFFFF_FFFF) % buffer.width, y: Int(place >> 32) % buffer.height,
        radius: 1 + 2 * noise.uniform(.hole, -1 - k, -2))
    }
  }
}

/// A round spot without depth.
private struct Hole {
  let x, y: Int
  let radius: Double

  func covers(_ u: Int, _ v: Int) -> Bool {
    let (dx, dy) = (Double(u - x), Double(v - y))
    return dx * dx + dy * dy <= radius * radius
  }
}
