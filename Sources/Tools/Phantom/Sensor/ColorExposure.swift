import Geometry
import Images
import Platform
import Recordings

/// Makes the colour image: where surfaces or inks change, several rays a pixel, spread over the pixel and over the
/// exposure, so that edges are anti-aliased and blurred by the camera's motion; elsewhere the ray of the surface buffer.
struct ColorExposure {
  let sensor: PhantomSensor
  let camera: Camera
  let scene: PhantomScene.Snapshot
  let noise: PixelNoise
  let buffer: SurfaceBuffer
  /// How bright red, green and blue come out; 1 is as they are.
  let gain: SIMD3<Float>
  /// The camera at evenly spaced times of the exposure, one a ray.
  private let poses: [RowPoses]
  /// The length in pixels by which the nearest surface smears during the exposure.
  private let smear: Double

  /// Longer smears get a ray a pixel.
  private static let longSmear = 8.0
  private static let mostRays = 32

  /// - Parameter poses: the camera at a number of evenly spaced times of the exposure.
  init(
    sensor: PhantomSensor, scene: PhantomScene.Snapshot, noise: PixelNoise, buffer: SurfaceBuffer,
    gain: SIMD3<Float> = SIMD3(repeating: 1), poses: (Int) -> [RowPoses]
  ) {
    (self.sensor, self.scene, self.noise, self.buffer) = (sensor, scene, noise, buffer)
    (camera, self.gain) = (buffer.camera, gain)
    let usual = poses(sensor.raysPerPixel)
    smear = Self.smear(usual.map(\.middle), camera, buffer)
    let count = smear > Self.longSmear ? min(Int(smear.rounded(.up)), Self.mostRays) : 0
    self.poses = count > usual.count ? poses(count) : usual
  }

  /// The image, sRGB.
  func image() -> ColorImage {
    let detail = detailed()
    let offsets = Self.offsets(count: poses.count)
    let curve = Self.transferCurve
    let lamp = scene.lamp
    var pixels: [UInt8] = []
    pixels.reserveCapacity(buffer.light.count * 3)
    for y in 0..<buffer.height {
      for x in 0..<buffer.width {
        let index = y * buffer.width + x
        let light = gain * (detail[index] ? exposed(x, y, offsets, lamp) : buffer.light[index])
        pixels.append(level(light.x, .red, x, y, curve))
        pixels.append(level(light.y, .green, x, y, curve))
        pixels.append(level(light.z, .blue, x, y, curve))
      }
    }
    return ColorImage(width: buffer.width, height: buffer.height, pixels: pixels)
  }

  private func exposed(_ x: Int, _ y: Int, _ offsets: [Vector2], _ lamp: Vector3) -> SIMD3<Float> {
    var sum = SIMD3<Float>.zero
    for (rows, offset) in zip(poses, offsets) {
      let pose = rows[y]
      let pixel = camera.ray(Vector2(Double(x), Double(y)) + offset).normalized
      let ray = Ray(origin: pose.translation, direction: pose.rotation * pixel)
      sum += scene.trace(ray).light(lamp: lamp, view: -ray.direction)
    }
    return sum / Float(poses.count)
  }

  private func level(_ light: Float, _ stream: PixelNoise.Stream, _ x: Int, _ y: Int, _ curve: [Float]) -> UInt8 {
    let value = curve[Int(min(max(light, 0), 1) * Float(curve.count - 1))]
    let noisy = value + Float(sensor.imageNoise * noise.normal(stream, x, y)) + 0.5
    return UInt8(min(max(noisy, 0), 255))
  }

  /// Pixels with another material within reach of the blur.
  private func detailed() -> [Bool] {
    let (width, height, material) = (buffer.width, buffer.height, buffer.material)
    var edge = [Bool](repeating: false, count: material.count)
    for y in 0..<(height - 1) {
      for x in 0..<(width - 1) {
        let i = y * width + x
        if material[i] != material[i + 1] || material[i] != material[i + width] { edge[i] = true }
      }
    }
    return Self.dilated(edge, width, height, radius: 1 + Int((smear / 2).rounded(.up)))
  }

  private static func smear(_ poses: [RigidTransform], _ camera: Camera, _ buffer: SurfaceBuffer) -> Double {
    guard let first = poses.first, let last = poses.last, let near = buffer.depth.min() else { return 0 }
    let point = first * (camera.ray([camera.cx, camera.cy]) * near)
    let length = (camera.project(first.inverse * point) - camera.project(last.inverse * point)).length
    // Longer than the reach of the rays' spread makes no difference; right before the lens it is no number at all.
    return length <= Double(mostRays) ? length : Double(mostRays)
  }

  private static func dilated(_ mask: [Bool], _ width: Int, _ height: Int, radius: Int) -> [Bool] {
    let rows = swept(mask, count: width, stride: 1, lines: height, step: width, radius: radius)
    return swept(rows, count: height, stride: width, lines: width, step: 1, radius: radius)
  }

  /// Widens every true value by `radius` along lines of a mask.
  private static func swept(
    _ mask: [Bool], count: Int, stride: Int, lines: Int, step: Int, radius: Int
  ) -> [Bool] {
    var wide = mask
    for line in 0..<lines {
      for i in 0..<count where mask[line * step + i * stride] {
        for j in max(0, i - radius)...min(count - 1, i + radius) { wide[line * step + j * stride] = true }
      }
    }
    return wide
  }

  /// Places in the pixel, evenly spread (the additive recurrence of the plastic number; Roberts 2018).
  private static func offsets(count: Int) -> [Vector2] {
    (1...max(count, 1)).map { k in
      let place = Vector2(0.754_877_666_246_693, 0.569_840_290_998_053) * Double(k)
      return place - place.rounded(.down) - 0.5
    }
  }

  /// Levels 0 … 255 of linear light 0 … 1: the transfer function of sRGB (IEC 61966-2-1).
  private static var transferCurve: [Float] {
    (0..<4096).map { step in
      let light = Double(step) / 4095
      return Float(255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055))
    }
  }
}
