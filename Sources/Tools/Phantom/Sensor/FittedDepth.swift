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
    let bias = PixelBias(sensor, width: buffer.width, height: buffer.height)
    let unit = UnitNoise(share: sensor.correlatedShare, noise, width: buffer.width, height: buffer.height)
    var depth = [Double](repeating: .nan, count: buffer.depth.count)
    for y in 0..<buffer.height {
      for x in 0..<buffer.width {
        let i = y * buffer.width + x
        guard lit[i], buffer.depth[i] <= sensor.maximumDepth, !blobs[i] else { continue }
        if let measured = measured(buffer, x, y, bias, unit) { depth[i] = measured }
      }
    }
    return depth
  }

  /// The measured z in metres, or nil for a hole.
  @inline(__always)
  private func measured(_ buffer: SurfaceBuffer, _ x: Int, _ y: Int, _ bias: PixelBias, _ unit: UnitNoise) -> Double? {
    let i = y * buffer.width + x
    let exact = buffer.depth[i]
    let cosine = Double(buffer.cosine[i])
    guard noise.uniform(.hole, x, y) >= holeProbability(exact, cosine, buffer.material[i]) else { return nil }
    guard let base = edgeDepth(buffer, x, y, exact) else { return nil }
    let ink = buffer.material[i] == .blackInk ? 1.3 : 1
    return base + bias.at(x, y, depth: exact)
      + ink * sensor.depthSigma(depth: exact, cosine: cosine) * unit.at(x, y)
  }

  /// Grazing surfaces, black ink and surfaces nearer than 20 cm give fewer measurements; nearer than 9 cm there are none.
  func holeProbability(_ depth: Double, _ cosine: Double, _ material: Material) -> Double {
    let grazing = 1 - smoothstep((cosine - 0.12) / 0.16)
    let ink = material == .blackInk ? 0.012 : 0
    let near = sensor.nearLoss * smoothstep((0.20 - depth) / 0.03)
    let blind = smoothstep((0.11 - depth) / 0.02)
    return grazing + blind + sensor.holes * (0.0015 + ink + near)
  }

  /// Near a jump of depth the pixel is a hole, mixes both depths, or is as it should be.
  func edgeDepth(_ buffer: SurfaceBuffer, _ x: Int, _ y: Int, _ depth: Double) -> Double? {
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

  /// Round holes of one to three pixels' radius, ten to a VGA image: true where one is.
  func holes(_ buffer: SurfaceBuffer) -> [Bool] {
    let area = Double(buffer.width * buffer.height)
    let count = Int((sensor.holes * 10 * area / 307_200).rounded())
    var holes = [Bool](repeating: false, count: buffer.width * buffer.height)
    for k in 0..<count {
      let place = noise.bits(.hole, -1 - k, -1)
      let hole = Hole(
        x: Int(place & 0xFFFF_FFFF) % buffer.width, y: Int(place >> 32) % buffer.height,
        radius: 1 + 2 * noise.uniform(.hole, -1 - k, -2))
      for y in max(hole.y - 3, 0)...min(hole.y + 3, buffer.height - 1) {
        for x in max(hole.x - 3, 0)...min(hole.x + 3, buffer.width - 1) where hole.covers(x, y) {
          holes[y * buffer.width + x] = true
        }
      }
    }
    return holes
  }
}

/// White noise and two correlated parts, of variance 1 together.
private struct UnitNoise {
  private let noise: PixelNoise
  private let white: Double
  private let parts: (share: Double, fine: SmoothNoise, coarse: SmoothNoise)?

  /// - Parameter share: that of the correlated parts in the variance.
  init(share: Double, _ noise: PixelNoise, width: Int, height: Int) {
    (self.noise, white) = (noise, (1 - share).squareRoot())
    parts =
      share > 0
      ? (
        (share / 2).squareRoot(), SmoothNoise(noise, .fine, cell: 5, width: width, height: height),
        SmoothNoise(noise, .coarse, cell: 24, width: width, height: height)
      ) : nil
  }

  @inline(__always)
  func at(_ x: Int, _ y: Int) -> Double {
    var value = white * noise.normal(.white, x, y)
    if let parts { value += parts.share * (parts.fine[x, y] + parts.coarse[x, y]) }
    return value
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

/// Random numbers by place: each depends on the seed, the frame, the stream and the pixel alone, so that the order in
/// which pixels are made has no influence.
struct PixelNoise: Sendable {
  /// Independent sequences of numbers.
  enum Stream: UInt64 {
    case white, fine, coarse, hole, edge, red, green, blue, dotX, dotY, dot, sun
  }

  private let key: UInt64

  /// The numbers of a frame.
  init(seed: UInt64, frame: Int) {
    var generator = SeededGenerator(seed: seed &+ UInt64(truncatingIfNeeded: frame) &* 0xD134_2543_DE82_EF95)
    key = generator.next()
  }

  /// 64 random bits (the finaliser of SplitMix64).
  @inline(__always)
  func bits(_ stream: Stream, _ x: Int, _ y: Int) -> UInt64 {
    let place = stream.rawValue << 48 ^ UInt64(truncatingIfNeeded: y) << 24 ^ UInt64(truncatingIfNeeded: x)
    var z = key ^ (place &* 0x9E37_79B9_7F4A_7C15)
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A uniform number in [0, 1).
  @inline(__always)
  func uniform(_ stream: Stream, _ x: Int, _ y: Int) -> Double { Double(bits(stream, x, y) >> 11) * 0x1p-53 }

  /// A number of mean 0 and variance 1, nearly normal within ±3.46: the sum of four uniform ones (Irwin–Hall).
  @inline(__always)
  func normal(_ stream: Stream, _ x: Int, _ y: Int) -> Double {
    let b = bits(stream, x, y)
    let sum = (b & 0xFFFF) + (b >> 16 & 0xFFFF) + (b >> 32 & 0xFFFF) + (b >> 48)
    return (Double(sum) - 131_070) / 37_837.2
  }
}

/// Numbers like ``PixelNoise/normal(_:_:_:)``, but correlated over about a cell's pixels: interpolated between lattice points
/// and scaled back to variance 1.
struct SmoothNoise: Sendable {
  private let cell, columns: Int
  private let lattice: [Double]
  /// For each place in a cell the weights of its corners, and the length of these.
  private let weights: [(corners: SIMD4<Double>, length: Double)]

  /// The numbers of the pixels of an image.
  init(_ noise: PixelNoise, _ stream: PixelNoise.Stream, cell: Int, width: Int, height: Int) {
    self.cell = cell
    let columns = (width - 1) / cell + 2
    self.columns = columns
    lattice = (0..<columns * ((height - 1) / cell + 2)).map { noise.normal(stream, $0 % columns, $0 / columns) }
    weights = (0..<cell * cell).map { place in
      let u = smoothstep(Double(place % cell) / Double(cell))
      let v = smoothstep(Double(place / cell) / Double(cell))
      let corners = SIMD4((1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v)
      return (corners, (corners * corners).sum().squareRoot())
    }
  }

  @inline(__always)
  subscript(x: Int, y: Int) -> Double {
    let (i, j) = (x / cell, y / cell)
    let first = j * columns + i
    let values = SIMD4(lattice[first], lattice[first + 1], lattice[first + columns], lattice[first + columns + 1])
    let (corners, length) = weights[(y - j * cell) * cell + x - i * cell]
    return (corners * values).sum() / length
  }
}
