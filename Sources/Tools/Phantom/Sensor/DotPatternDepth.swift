import Geometry

/// Depth of a projected pattern of dots, as a structured-light sensor computes it.
///
/// A projector beside the camera throws a pseudo-random pattern. Where a dot is seen, its shift against the reference
/// pattern is f b / z. A matching window takes the shift that its dots share and rounds it to 1/8 pixel. What follows is
/// what such sensors show: steps that grow with z², noise that neighbours within a window share, outlines that are widened
/// by half a window, and holes where too few dots are seen.
///
/// Constants: 9 × 9 pixels and 1/8 pixel as those of PrimeSense's sensor (Khoshelham and Elberink, Sensors 2012, 12:1437;
/// Gschwandtner et al., BlenSor, ISVC 2011); 30 000 dots to a VGA image, as Apple says of TrueDepth. The noise of a dot is
/// assumed: a ninth of a pixel in a frame, and a part that belongs to the dot, for the reference is not exact.
struct DotPatternDepth {
  let sensor: PhantomSensor
  let noise: PixelNoise

  private static let reach = 4
  private static let steps = 8.0
  /// Pixels from dot to dot: 640 · 480 / 30 000 pixels have one.
  private static let spacing = 3.2
  private static let fewestDots = 3
  /// Dots whose shifts differ by more, in pixels, lie on different surfaces.
  private static let gate = 2.0
  /// The share of a window's dots from which the nearer surface wins it.
  private static let winningShare = 0.3
  private static let (frameNoise, dotNoise) = (0.11, 0.05)
  private static let nearest = 0.10

  /// width × height metres, not a number where there is no measurement.
  func depth(_ buffer: SurfaceBuffer) -> [Double] {
    let shifts = dots(buffer)
    let scale = buffer.camera.fx * sensor.projectorBaseline
    var depth = [Double](repeating: .nan, count: shifts.count)
    for y in 0..<buffer.height {
      for x in 0..<buffer.width {
        guard let shift = matched(shifts, x, y, buffer.width, buffer.height) else { continue }
        let rounded = (shift * Self.steps).rounded() / Self.steps
        if rounded > 0 { depth[y * buffer.width + x] = scale / rounded }
      }
    }
    return depth
  }

  /// The shift at the pixels that show a dot, not a number elsewhere.
  private func dots(_ buffer: SurfaceBuffer) -> [Float] {
    let lit = ProjectorShadow(sensor: sensor).lit(buffer)
    let scale = buffer.camera.fx * sensor.projectorBaseline
    let pattern = PixelNoise(seed: 0x446F_7473, frame: 0)
    var shifts = [Float](repeating: .nan, count: buffer.depth.count)
    for y in 0..<buffer.height {
      let row = Int(Double(y) / Self.spacing)
      for x in 0..<buffer.width {
        let i = y * buffer.width + x
        let z = buffer.depth[i]
        guard lit[i], z > Self.nearest, z <= sensor.maximumDepth else { continue }
        let place = Double(x) - scale / z
        let next = x + 1 < buffer.width ? Double(x + 1) - scale / buffer.depth[i + 1] : place + 1
        let half = min(max(abs(next - place), 0.2), 2) / 2
        let columns =
          Int(((place - half) / Self.spacing).rounded(.down))...Int(((place + half) / Self.spacing).rounded(.down))
        for column in columns where hasDot(pattern, column, row, y, place - half..<place + half) {
          let strength = Self.infrared(buffer.material[i]) * Double(buffer.cosine[i]) * (0.10 / (z * z))
          guard strength * (0.5 + noise.uniform(.dot, x, y)) > 0.06 else { continue }
          let spread = Self.frameNoise * max(1, (0.3 / max(strength, 0.01)).squareRoot())
          shifts[i] = Float(
            scale / z + Self.dotNoise * pattern.normal(.dot, column, row) + spread * noise.normal(.white, x, y))
        }
      }
    }
    return shifts
  }

  /// Whether a cell of the pattern has its dot on a row of the image and within a stretch of it.
  private func hasDot(_ pattern: PixelNoise, _ column: Int, _ row: Int, _ y: Int, _ stretch: Range<Double>) -> Bool {
    let line = (Double(row) + pattern.uniform(.dotY, column, row)) * Self.spacing
    guard Int(line) == y else { return false }
    return stretch.contains((Double(column) + pattern.uniform(.dotX, column, row)) * Self.spacing)
  }

  /// The shift that the dots around a pixel share: that of the nearer surface, if it has enough of them.
  func matched(_ shifts: [Float], _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Double? {
    var (count, sum, largest) = (0, 0.0, -Double.infinity)
    let rows = max(0, y - Self.reach)...min(height - 1, y + Self.reach)
    let columns = max(0, x - Self.reach)...min(width - 1, x + Self.reach)
    for v in rows {
      for u in columns {
        let shift = Double(shifts[v * width + u])
        guard shift == shift else { continue }
        (count, sum, largest) = (count + 1, sum + shift, max(largest, shift))
      }
    }
    guard count >= Self.fewestDots else { return nil }
    if largest * Double(count) - sum < Self.gate { return sum / Double(count) }
    var (near, nearSum) = (0, 0.0)
    for v in rows {
      for u in columns {
        let shift = Double(shifts[v * width + u])
        if shift > largest - Self.gate { (near, nearSum) = (near + 1, nearSum + shift) }
      }
    }
    if near >= Self.fewestDots, Double(near) >= Self.winningShare * Double(count) { return nearSum / Double(near) }
    let far = count - near
    return far >= Self.fewestDots ? (sum - nearSum) / Double(far) : nil
  }

  /// The share of infrared light that comes back; black ink is darker than anything else.
  private static func infrared(_ material: Material) -> Double {
    switch material {
    case .blackInk: 0.12
    case .whiteInk: 0.75
    case .skin, .face: 0.55
    case .room, .shirt, .cloth: 0.5
    }
  }
}
