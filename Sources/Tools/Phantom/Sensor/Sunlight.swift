import Geometry

/// The sun through a window: where it shines on a surface, the infrared light of the sensor is lost in it.
struct Sunlight: Sendable {
  /// Towards the sun, world frame.
  private static let direction = Vector3(0.62, -0.55, 0.56).normalized
  /// Cosines over which depth fades out, and how ragged the edge of the shine is.
  private static let (fading, raggedness) = (0.10, 0.06)
  private let limit: Double

  /// A sun that takes the depth of a share of a sphere.
  init(share: Double) {
    // A cap of the sphere around the sun has the share (1 − cos) / 2 of it.
    limit = 1 - 2 * share
  }

  /// The depth codes without those that the sun takes.
  func applied(
    to codes: [UInt16], _ buffer: SurfaceBuffer, noise: PixelNoise, cameraFromWorld: Matrix3
  ) -> [UInt16] {
    let sun = SIMD3<Float>(cameraFromWorld * Self.direction)
    return codes.indices.map { i in
      let (x, y) = (i % buffer.width, i / buffer.width)
      let shine = Double((buffer.normal[i] * sun).sum()) + Self.raggedness * noise.smooth(.sun, x, y, cell: 12)
      return noise.uniform(.sun, x, -1 - y) < smoothstep((shine - limit) / Self.fading) ? 0 : codes[i]
    }
  }
}
