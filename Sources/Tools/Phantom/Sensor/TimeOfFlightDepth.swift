import Geometry
import Platform

/// Depth from the phase of modulated light, as an Azure Kinect measures it.
///
/// A pixel's light comes from what its footprint covers, each part as strong as it reflects and as near as it is: outlines
/// float between front and back. The noise grows as that light fades: with z², on dark ink, and on slanting surfaces. Light
/// that took the way by another surface adds to it, which makes concave places (beside nose and ears, between hand and
/// head) too far.
///
/// Constants: the noise is of the order that Tölgyessy et al. (Sensors 2021, 21:413) and Kurillo et al. (Sensors 2022,
/// 22:2469) report of Azure Kinects at short range, below 1 mm on what is bright; the reflectances are assumed.
struct TimeOfFlightDepth {
  let noise: PixelNoise

  /// The standard deviation in metres at 0.5 m of a facing surface that reflects half the light, and what is left close by.
  private static let (fading, floor) = (0.000_8, 0.000_25)
  /// What a footprint sees: its middle, its four neighbours, its corners.
  private static let (middle, side, corner) = (0.60, 0.08, 0.02)
  /// Less light than this, of 1 from a white wall at a metre, is no measurement.
  private static let faintest = 0.05
  private static let range = 0.20...2.0
  /// Pixels from a place to those that may light it.
  private static let rings = [9, 22]
  private static let across = SIMD8(1, 1, 0, -1, -1, -1, 0, 1), down = SIMD8(0, 1, 1, 1, 0, -1, -1, -1)

  /// width × height metres, not a number where there is no measurement.
  func depth(_ buffer: SurfaceBuffer) -> [Double] {
    let light = buffer.depth.indices.map { i in
      Self.infrared(buffer.material[i]) * max(0.02, Double(buffer.cosine[i])) / (buffer.depth[i] * buffer.depth[i])
    }
    var depth = [Double](repeating: .nan, count: light.count)
    for y in 1..<(buffer.height - 1) {
      for x in 1..<(buffer.width - 1) {
        let i = y * buffer.width + x
        let (z, strength) = mixed(buffer, light, i)
        guard strength > Self.faintest, Self.range.contains(z) else { continue }
        let spread = max(Self.floor, Self.fading * 2 / strength)
        depth[i] = z + detour(buffer, x, y) + spread * noise.normal(.white, x, y)
      }
    }
    return depth
  }

  func mixed(_ buffer: SurfaceBuffer, _ light: [Double], _ i: Int) -> (depth: Double, strength: Double) {
    let w = buffer.width
    var (sum, weight) = (0.0, 0.0)
    func add(_ place: Int, _ share: Double) {
      sum += share * light[i + place] * buffer.depth[i + place]
      weight += share * light[i + place]
    }
    add(0, Self.middle)
    add(-1, Self.side)
    add(1, Self.side)
    add(-w, Self.side)
    add(w, Self.side)
    add(-w - 1, Self.corner)
    add(-w + 1, Self.corner)
    add(w - 1, Self.corner)
    add(w + 1, Self.corner)
    return (sum / weight, weight)
  }

  /// How much farther light by way of other surfaces makes a place seem: for each of some places around, the share of its
  /// light that arrives (Lambert's law) times half the length of the detour.
  func detour(_ buffer: SurfaceBuffer, _ x: Int, _ y: Int) -> Double {
    let (point, normal) = place(buffer, x, y)
    var longer = 0.0
    for ring in Self.rings {
      let diagonal = Int(Double(ring) * 0.7)
      for turn in 0..<8 {
        let step = turn.isMultiple(of: 2) ? ring : diagonal
        let (dx, dy) = (step * Self.across[turn], step * Self.down[turn])
        let (u, v) = (x + dx, y + dy)
        guard u >= 0, v >= 0, u < buffer.width, v < buffer.height else { continue }
        let (other, otherNormal) = place(buffer, u, v)
        let way = other - point
        let length = way.length
        let (arriving, leaving) = (normal.dot(way) / length, -otherNormal.dot(way) / length)
        guard arriving > 0, leaving > 0, length < 0.1 else { continue }
        let index = v * buffer.width + u
        let pixel = other.z / buffer.camera.fx
        // A place of a ring stands for an eighth of it, as wide as the ring is far.
        let area = Double.pi / 4 * Double(ring * ring) * 0.6 * pixel * pixel / max(0.2, Double(buffer.cosine[index]))
        let share = Self.infrared(buffer.material[index]) * arriving * leaving * area / (Double.pi * length * length)
        longer += min(share, 0.3) * max(0, length + other.z - point.z) / 2
      }
    }
    return longer
  }

  private func place(_ buffer: SurfaceBuffer, _ x: Int, _ y: Int) -> (point: Vector3, normal: Vector3) {
    let i = y * buffer.width + x
    let pinhole = buffer.camera
    let ray = Vector3((Double(x) - pinhole.cx) / pinhole.fx, (Double(y) - pinhole.cy) / pinhole.fy, 1)
    return (ray * buffer.depth[i], Vector3(buffer.normal[i]))
  }

  /// The share of infrared light that comes back.
  private static func infrared(_ material: Material) -> Double {
    switch material {
    case .blackInk: 0.10
    case .whiteInk: 0.80
    case .skin, .face: 0.60
    case .room, .shirt, .cloth: 0.55
    }
  }
}
