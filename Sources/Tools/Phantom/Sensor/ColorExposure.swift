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
      let places = (0..<buffer.width).filter { detail[y * buffer.width + $0] }
      let exposed = exposed(places, y, offsets, lamp)
      var next = 0
      for x in 0..<buffer.width {
        let index = y * buffer.width + x
        var light = buffer.light[index]
        if detail[index] { (light, next) = (exposed[next], next + 1) }
        light *= gain
        pixels.append(level(light.x, .red, x, y, curve))
        pixels.append(level(light.y, .green, x, y, curve))
        pixels.append(level(light.z, .blue, x, y, curve))
      }
    }
    return ColorImage(width: buffer.width, height: buffer.height, pixels: pixels)
  }

  /// The light of some pixels of a row, averaged over the exposure.
  private func exposed(_ places: [Int], _ y: Int, _ offsets: [Vector2], _ lamp: Vector3) -> [SIMD3<Float>] {
    var sums = [SIMD3<Float>](repeating: .zero, count: places.count)
    guard !places.isEmpty else { return sums }
    for (rows, offset) in zip(poses, offsets) {
      let pose = rows[y]
      let directions = places.map { x in
        let ray = camera.pixelRay(Vector2(Double(x), Double(y)) + offset)
        return pose.rotation * ray.normalized
      }
      let rays = RayFan(origin: pose.translation, directions: directions)
      scene.trace(rays) { sums[$0] += $1.light(lamp: lamp, view: -directions[$0]) }
    }
    for i in sums.indices { sums[i] /= Float(poses.count) }
    return sums
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

  static func dilated(_ mask: [Bool], _ width: Int, _ height: Int, radius: Int) -> [Bool] {
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
  static func offsets(count: Int) -> [Vector2] {
    (1...max(count, 1)).map { k in
      let place = Vector2(0.754_877_666_246_693, 0.569_840_290_998_053) * Double(k)
      return place - place.rounded(.down) - 0.5
    }
  }

  /// Levels 0 … 255 of linear light 0 … 1: the transfer function of sRGB (IEC 61966-2-1).
  static var transferCurve: [Float] {
    (0..<4096).map { step in
      let light = Double(step) / 4095
      return Float(255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055))
    }
  }
}

/// What one ray through every pixel's centre meets: the exact image behind depth and colour.
struct SurfaceBuffer: Sendable {
  let width, height: Int
  /// Exact z in metres.
  private(set) var depth: [Double]
  /// The cosine between the ray and the normal.
  private(set) var cosine: [Float]
  private(set) var material: [Material]
  /// The reflected light of the pixel's centre, linear.
  private(set) var light: [SIMD3<Float>]
  /// The normal, camera frame.
  private(set) var normal: [SIMD3<Float>]
  /// The camera that looked.
  let camera: Camera
}

extension SurfaceBuffer {
  /// Casts the rays of an image.
  init(_ scene: PhantomScene.Snapshot, camera: Camera, headFromCamera: RigidTransform) {
    self.init(scene, camera: camera, poses: RowPoses(headFromCamera))
  }

  /// Casts the rays of an image whose rows are read one after the other.
  init(_ scene: PhantomScene.Snapshot, camera: Camera, poses: RowPoses) {
    self.camera = camera
    (width, height) = (camera.width, camera.height)
    let count = width * height
    depth = []
    cosine = []
    material = []
    light = []
    normal = []
    depth.reserveCapacity(count)
    cosine.reserveCapacity(count)
    material.reserveCapacity(count)
    light.reserveCapacity(count)
    normal.reserveCapacity(count)
    let lamp = scene.lamp
    for y in 0..<height {
      let headFromCamera = poses[y]
      let cameraFromHead = headFromCamera.rotation.transpose
      let pixels = (0..<width).map { camera.pixelRay(Vector2(Double($0), Double(y))) }
      let lengths = pixels.map { $0.length }
      let directions = pixels.indices.map { headFromCamera.rotation * pixels[$0] / lengths[$0] }
      scene.trace(RayFan(origin: headFromCamera.translation, directions: directions)) { x, hit in
        depth.append(hit.distance / lengths[x])
        cosine.append(Float(-hit.normal.dot(directions[x])))
        material.append(hit.material)
        light.append(hit.light(lamp: lamp, view: -directions[x]))
        normal.append(SIMD3<Float>(cameraFromHead * hit.normal))
      }
    }
  }
}

extension Camera {
  /// The ray of a pixel as ``ray(_:)`` gives it, inlined for cameras without a lens.
  @inline(__always)
  fileprivate func pixelRay(_ pixel: Vector2) -> Vector3 {
    lens == nil ? Vector3((pixel.x - cx) / fx, (pixel.y - cy) / fy, 1) : ray(pixel)
  }
}

extension PhantomScene.Hit {
  /// The light reflected towards the camera, linear, 1 being white: ambient light, a lamp at the ceiling and a faint
  /// light at the camera, all Lambertian.
  @inline(__always)
  func light(lamp: Vector3, view: Vector3) -> SIMD3<Float> {
    let direct = Float(max(0, normal.dot(lamp)))
    let frontal = Float(max(0, normal.dot(view)))
    return material.albedo(at: texturePoint) * (0.38 + 0.42 * direct + 0.24 * frontal)
  }
}

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
    let edge = SmoothNoise(noise, .sun, cell: 12, width: buffer.width, height: buffer.height)
    return codes.indices.map { i in
      let (x, y) = (i % buffer.width, i / buffer.width)
      let shine = Double((buffer.normal[i] * sun).sum()) + Self.raggedness * edge[x, y]
      return noise.uniform(.sun, x, -1 - y) < smoothstep((shine - limit) / Self.fading) ? 0 : codes[i]
    }
  }
}
