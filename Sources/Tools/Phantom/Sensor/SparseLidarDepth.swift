import Geometry
import Platform

/// Depth of a phone's LiDAR as an app gets it: few measured distances, spread over the image with the help of its colours.
///
/// A lattice of 24 × 24 spots is measured. A pixel's depth is that of the plane that fits the spots around it best, near
/// ones and ones of its brightness more than others. So outlines follow the colours, prints leave marks in the depth of
/// smooth cloth, and depth floats between head and room. What lies between spots is smoothed away.
///
/// Constants: 576 spots and 256 × 192 pixels as of Apple's sensor of 2020; Luetzenburg et al. (Scientific Reports 2021,
/// 11:22221) found ± 1 cm for objects of 10 cm and more, which the noise of a spot and its own bias here stay below.
struct SparseLidarDepth {
  let noise: PixelNoise

  private static let spots = 24
  private static let (frameNoise, spotBias) = (0.003, 0.002)
  /// In spot distances, and in levels of brightness from 0 to 1.
  private static let (reach, colorReach) = (0.8, 0.12)
  /// Beyond this scatter of the spots around their plane, in metres, the app calls a pixel unsure.
  private static let unsure = 0.20

  private struct Spot {
    let x, y, depth: Double
    let brightness: Double
  }

  /// width × height metres, not a number where the app would call it unsure.
  func depth(_ buffer: SurfaceBuffer) -> [Double] {
    let spots = measured(buffer)
    let (stepX, stepY) = (Double(buffer.width) / Double(Self.spots), Double(buffer.height) / Double(Self.spots))
    return (0..<buffer.depth.count).map { i in
      let (x, y) = (Double(i % buffer.width), Double(i / buffer.width))
      let (column, row) = (Int(x / stepX), Int(y / stepY))
      var plane = WeightedPlane()
      for v in max(0, row - 2)...min(Self.spots - 1, row + 2) {
        for u in max(0, column - 2)...min(Self.spots - 1, column + 2) {
          let spot = spots[v * Self.spots + u]
          let (dx, dy) = ((spot.x - x) / stepX, (spot.y - y) / stepY)
          let unlike = (spot.brightness - Self.brightness(buffer.light[i])) / Self.colorReach
          let weight = exp(-0.5 * ((dx * dx + dy * dy) / (Self.reach * Self.reach) + min(unlike * unlike, 9)))
          plane.add(dx, dy, spot.depth, weight: weight)
        }
      }
      let (value, scatter) = plane.atOrigin
      return scatter > Self.unsure ? .nan : value
    }
  }

  private func measured(_ buffer: SurfaceBuffer) -> [Spot] {
    let lattice = PixelNoise(seed: 0x4C69_4441_52, frame: 0)
    return (0..<Self.spots * Self.spots).map { k in
      let (column, row) = (k % Self.spots, k / Self.spots)
      let x = (Double(column) + 0.5 + 0.3 * (lattice.uniform(.dotX, column, row) - 0.5)) / Double(Self.spots)
      let y = (Double(row) + 0.5 + 0.3 * (lattice.uniform(.dotY, column, row) - 0.5)) / Double(Self.spots)
      let (u, v) = (Int(x * Double(buffer.width)), Int(y * Double(buffer.height)))
      let i = v * buffer.width + u
      let depth =
        footprint(buffer, u, v) + Self.spotBias * lattice.normal(.dot, column, row)
        + Self.frameNoise * noise.normal(.white, column, row)
      return Spot(x: Double(u), y: Double(v), depth: depth, brightness: Self.brightness(buffer.light[i]))
    }
  }

  /// The mean depth of what a spot of three pixels lights: between both where it lies across an outline.
  private func footprint(_ buffer: SurfaceBuffer, _ u: Int, _ v: Int) -> Double {
    var (sum, count) = (0.0, 0.0)
    for y in max(0, v - 1)...min(buffer.height - 1, v + 1) {
      for x in max(0, u - 1)...min(buffer.width - 1, u + 1) {
        sum += buffer.depth[y * buffer.width + x]
        count += 1
      }
    }
    return sum / count
  }

  /// The brightness of light as a gamma of 2 shows it.
  private static func brightness(_ light: SIMD3<Float>) -> Double { Double(max(light.sum() / 3, 0)).squareRoot() }
}

/// The plane z = a + b x + c y that fits weighted places best, at x = y = 0.
struct WeightedPlane {
  private var (w, x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
  private var (z, xz, yz, zz) = (0.0, 0.0, 0.0, 0.0)

  mutating func add(_ u: Double, _ v: Double, _ depth: Double, weight: Double) {
    w += weight
    x += weight * u
    y += weight * v
    xx += weight * u * u
    xy += weight * u * v
    yy += weight * v * v
    z += weight * depth
    xz += weight * u * depth
    yz += weight * v * depth
    zz += weight * depth * depth
  }

  /// The value, and the standard deviation of the places around their mean depth after the plane is taken off.
  var atOrigin: (value: Double, scatter: Double) {
    guard w > 1e-9 else { return (.nan, .infinity) }
    let (mx, my, mz) = (x / w, y / w, z / w)
    // A small ridge keeps the slopes finite where all weight lies on one line.
    let (sxx, sxy, syy) = (xx / w - mx * mx + 0.02, xy / w - mx * my, yy / w - my * my + 0.02)
    let (sxz, syz) = (xz / w - mx * mz, yz / w - my * mz)
    let determinant = sxx * syy - sxy * sxy
    let b = (sxz * syy - syz * sxy) / determinant
    let c = (syz * sxx - sxz * sxy) / determinant
    let rest = zz / w - mz * mz - b * sxz - c * syz
    return (mz - b * mx - c * my, max(rest, 0).squareRoot())
  }
}
