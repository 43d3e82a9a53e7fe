public import Geometry
import Platform

/// A simulated TrueDepth-like sensor: a colour camera and depth registered to it. Metres and seconds.
public struct PhantomSensor: Sendable, Equatable {
  /// The colour camera as it is.
  public var camera: Camera
  /// The depth camera as it is; nil where depth is brought into the colour image, pixel by pixel.
  public var depthCamera: Camera?
  /// The pose of the depth camera in the colour camera's frame.
  public var colorFromDepth = RigidTransform.identity
  /// Whether the recording's intrinsics state the lenses.
  public var statesLens = true
  /// How depth is measured.
  public var model = DepthModel.fitted
  /// Seconds from reading the first row of the colour image to reading the last; depth is read at once.
  public var readout = 0.0
  /// The relative error of the focal length that the recording's intrinsics state: 0.01 states it 1 % too long.
  public var focalError: Double
  /// The depth noise relative to a TrueDepth sensor's.
  public var depthNoise: Double
  /// The share of the noise variance that is correlated over 5 to 24 pixels.
  public var correlatedShare: Double
  /// The amplitude of a smooth field of depth bias that stays as it is through the recording, and its constant part.
  public var depthBias, depthOffset: Double
  /// The relative excess of measured depth; a bias of ``rangeBias`` · (z / 0.3 m)²; and a tilt and bowl over the image
  /// that reach ``depthField`` at a corner.
  public var depthScaleError = 0.0, rangeBias = 0.0, depthField = 0.0
  /// The share of pixels without depth nearer than 17 cm, and the growth of the noise nearer than 15 cm.
  public var nearLoss = 0.15, nearNoise = 0.0
  /// Surfaces farther away give no depth.
  public var maximumDepth: Double
  /// How far the projector stands to the right of the camera; what it does not light has no depth.
  public var projectorBaseline: Double
  /// The frequency of holes and of ragged edges, 1 being a TrueDepth sensor's.
  public var holes: Double
  /// The exposure time of the colour image.
  public var exposure: Double
  /// The standard deviation of the colour image's noise in levels of 255.
  public var imageNoise: Double
  /// The quality of the colour JPEG, 1 … 100.
  public var jpegQuality: Int
  /// Rays per pixel where the colour image has detail; they are spread over the exposure.
  public var raysPerPixel: Int

  /// A sensor; the defaults imitate an iPhone 11 Pro at 640 × 480.
  public init(
    camera: Camera = Camera(width: 640, height: 480, fx: 592.3, fy: 591.1, cx: 321.7, cy: 238.4),
    focalError: Double = 0, depthNoise: Double = 1, correlatedShare: Double = 0.75, depthBias: Double = 0.000_15,
    depthOffset: Double = 0.0002, maximumDepth: Double = 0.6, projectorBaseline: Double = 0.027, holes: Double = 1,
    exposure: Double = 0.010, imageNoise: Double = 1.5, jpegQuality: Int = 85, raysPerPixel: Int = 6
  ) {
    (self.camera, self.focalError) = (camera, focalError)
    (self.depthNoise, self.correlatedShare) = (depthNoise, correlatedShare)
    (self.depthBias, self.depthOffset, self.maximumDepth) = (depthBias, depthOffset, maximumDepth)
    (self.projectorBaseline, self.holes, self.exposure) = (projectorBaseline, holes, exposure)
    (self.imageNoise, self.jpegQuality, self.raysPerPixel) = (imageNoise, jpegQuality, raysPerPixel)
  }

  /// Codes of the depth image per metre.
  public static let codesPerMetre = 5000.0

  /// The standard deviation of depth along z in metres.
  ///
  /// s(z, θ) = (0.26 mm + 1.76 mm/m² · z²) / max(cos θ, 0.2): 0.33 mm at 20 cm and 0.44 mm at 32 cm on a surface that
  /// faces the camera, as plane fits to a TrueDepth sensor's depth gave.
  ///
  /// - Parameters:
  ///   - depth: z in metres.
  ///   - cosine: of the angle between the ray and the surface's normal.
  public func depthSigma(depth: Double, cosine: Double) -> Double {
    let near = nearNoise > 0 ? 1 + nearNoise * smoothstep((0.20 - depth) / 0.05) : 1
    return near * depthNoise * (0.000_26 + 0.001_76 * depth * depth) / max(cosine, 0.2)
  }

  /// The bias of depth at a pixel in metres: the constant part and one smooth wave over the image, and what grows with
  /// the exact depth.
  public func bias(at pixel: Vector2, depth: Double) -> Double {
    bias(at: pixel) + depthField * field(at: pixel) + depthScaleError * depth + rangeBias * depth * depth / 0.09
  }

  /// A tilt and a bowl, 1 at the image's top right corner.
  private func field(at pixel: Vector2) -> Double {
    Self.field(at: pixel, of: cameras.depth)
  }

  @inline(__always)
  fileprivate static func field(at pixel: Vector2, of camera: Camera) -> Double {
    let x = 2 * pixel.x / Double(camera.width) - 1
    let y = 2 * pixel.y / Double(camera.height) - 1
    return 0.4 * x - 0.2 * y + 0.4 * (x * x + y * y - 1)
  }

  private func bias(at pixel: Vector2) -> Double {
    depthOffset + waveAcross(pixel.x) * waveDown(pixel.y)
  }

  /// The smooth wave is the product of one across and one down the image.
  fileprivate func waveAcross(_ x: Double) -> Double { depthBias * sin(5.1 * (x / Double(cameras.depth.width)) + 0.7) }

  fileprivate func waveDown(_ y: Double) -> Double { cos(4.3 * (y / Double(cameras.depth.height)) - 0.4) }

  /// Both cameras as they are.
  public var cameras: CameraPair {
    CameraPair(color: camera, depth: depthCamera ?? camera, colorFromDepth: colorFromDepth)
  }

  /// The cameras that the recording's intrinsics state.
  public var statedCameras: CameraPair {
    CameraPair(color: stated(cameras.color), depth: stated(cameras.depth), colorFromDepth: colorFromDepth)
  }

  private func stated(_ camera: Camera) -> Camera {
    var stated = statesLens ? camera : camera.pinhole
    stated.fx *= 1 + focalError
    stated.fy *= 1 + focalError
    return stated
  }

  /// Measures depth in another way, with the depth camera that goes with it and without the usual sensor's bias.
  public mutating func adopt(_ model: DepthModel) {
    self.model = model
    guard model != .fitted else { return }
    let cameras = model.cameras(beside: camera)
    depthCamera = cameras.areOne ? nil : cameras.depth
    colorFromDepth = cameras.colorFromDepth
    (depthBias, depthOffset) = (0, 0)
  }

  /// Throws ``PhantomError/badOption(_:found:expected:)`` for a sensor that can't be simulated.
  func validate() throws(PhantomError) {
    for camera in [cameras.color, cameras.depth] { try Self.validate(camera) }
    try PhantomError.require("baseline", colorFromDepth.translation.length * 1000, in: 0...100, unit: "mm")
    try PhantomError.require("readout", readout * 1000, in: 0...100, unit: "ms")
    try PhantomError.require("focal error", focalError * 100, in: -20...20, unit: "%")
    try PhantomError.require("noise", depthNoise, in: 0...20)
    try PhantomError.require("correlated share", correlatedShare, in: 0...1)
    try PhantomError.require("depth bias", depthBias * 1000, in: -20...20, unit: "mm")
    try PhantomError.require("depth offset", depthOffset * 1000, in: -20...20, unit: "mm")
    try PhantomError.require("depth field", depthField * 1000, in: -20...20, unit: "mm")
    try PhantomError.require("depth scale error", depthScaleError * 100, in: -20...20, unit: "%")
    try PhantomError.require("range bias", rangeBias * 1000, in: -20...20, unit: "mm")
    try PhantomError.require("near loss", nearLoss, in: 0...1)
    try PhantomError.require("near noise", nearNoise, in: 0...20)
    try PhantomError.require("maximum depth", maximumDepth, in: 0.1...10, unit: "m")
    try PhantomError.require("projector baseline", projectorBaseline, in: -0.2...0.2, unit: "m")
    try PhantomError.require("holes", holes, in: 0...20)
    try PhantomError.require("exposure", exposure, in: 0...0.1, unit: "s")
    try PhantomError.require("image noise", imageNoise, in: 0...50)
    try PhantomError.require("JPEG quality", jpegQuality, in: 1...100)
    try PhantomError.require("rays per pixel", raysPerPixel, in: 1...64)
  }

  private static func validate(_ camera: Camera) throws(PhantomError) {
    try PhantomError.require("image width", camera.width, in: 16...4096)
    try PhantomError.require("image height", camera.height, in: 16...4096)
    try PhantomError.require("focal length", camera.fx, in: 8...20000, unit: "px")
    try PhantomError.require("focal length", camera.fy, in: 8...20000, unit: "px")
    try PhantomError.require("principal point", camera.cx, in: 0...Double(camera.width), unit: "px")
    try PhantomError.require("principal point", camera.cy, in: 0...Double(camera.height), unit: "px")
    for coefficient in camera.lens.map({ [$0.radial[0], $0.radial[1], $0.tangential.x, $0.tangential.y] }) ?? [] {
      try PhantomError.require("lens", coefficient, in: -0.2...0.2)
    }
  }
}

/// The bias of depth at whole pixels, as ``PhantomSensor/bias(at:depth:)`` gives it, its waves worked out beforehand.
struct PixelBias {
  private let sensor: PhantomSensor
  private let camera: Camera
  private let across, down: [Double]

  init(_ sensor: PhantomSensor, width: Int, height: Int) {
    (self.sensor, camera) = (sensor, sensor.cameras.depth)
    across = (0..<width).map { sensor.waveAcross(Double($0)) }
    down = (0..<height).map { sensor.waveDown(Double($0)) }
  }

  @inline(__always)
  func at(_ x: Int, _ y: Int, depth: Double) -> Double {
    let field = PhantomSensor.field(at: Vector2(Double(x), Double(y)), of: camera)
    return sensor.depthOffset + across[x] * down[y] + sensor.depthField * field + sensor.depthScaleError * depth
      + sensor.rangeBias * depth * depth / 0.09
  }
}

/// Which cameras a sensor has; what is nil stays as the sensor has it. Metres.
public struct CameraChoice: Sendable {
  /// Sizes of the images in pixels.
  public var colorSize, depthSize: (width: Int, height: Int)?
  /// How far the depth camera stands to the right of the colour camera.
  public var baseline: Double?
  /// The colour camera's lens as OpenCV's k₁, k₂, p₁, p₂, of which the last may be left out; and that of depth in the same
  /// image.
  public var lens: [Double]?
  /// The lens of a depth camera of its own.
  public var depthLens: [Double]?
  /// Whether the recording's intrinsics state the lenses.
  public var statesLens = true
  /// How depth is measured.
  public var model: DepthModel?

  /// The sensor as it is.
  public init() {}

  /// Gives a sensor these cameras. Depth has a camera of its own where its size, place or lens is chosen, or its model has
  /// one.
  public func apply(to sensor: inout PhantomSensor) {
    if let colorSize {
      sensor.camera = sensor.camera.resized(width: colorSize.width, height: colorSize.height)
      sensor.depthCamera = nil
    }
    if let lens { sensor.camera.lens = Self.lens(lens) }
    if let model { sensor.adopt(model) }
    if let depthSize {
      sensor.depthCamera = sensor.cameras.depth.resized(width: depthSize.width, height: depthSize.height)
    }
    if let baseline {
      sensor.depthCamera = sensor.cameras.depth.pinhole
      sensor.colorFromDepth.translation = [baseline, 0, 0]
    }
    if let depthLens {
      sensor.depthCamera = sensor.cameras.depth
      sensor.depthCamera?.lens = Self.lens(depthLens)
    }
    sensor.statesLens = statesLens
  }

  private static func lens(_ coefficients: [Double]) -> Lens {
    let all = coefficients + [0, 0, 0, 0]
    return Lens(radial: [all[0], all[1]], tangential: [all[2], all[3]])
  }
}

/// How a simulated sensor measures depth, by its name on the command line.
public enum DepthModel: String, Sendable, CaseIterable {
  /// Exact depth and noise whose standard deviation was fitted to a TrueDepth sensor's.
  case fitted = "truedepth"
  /// A projected pattern of dots whose shift is matched in a window; see `DotPatternDepth`.
  case dotPattern = "truedepth-pattern"
  /// Few distances, interpolated by the colour image; see `SparseLidarDepth`.
  case lidar
  /// The phase of modulated light; see `TimeOfFlightDepth`.
  case timeOfFlight = "kinect"

  /// The depth camera that goes with the model beside a colour camera, and where it is.
  ///
  /// A phone brings its dot pattern's and its LiDAR's depth into the colour image, the latter with 256 columns. An Azure
  /// Kinect has 640 × 576 pixels (504 pixels of focal length) 32 mm beside the colour camera; smaller colour images than
  /// 640 columns get as many fewer.
  func cameras(beside color: Camera) -> CameraPair {
    switch self {
    case .fitted, .dotPattern:
      return CameraPair(color)
    case .lidar:
      let columns = min(256, color.width)
      return CameraPair(
        color: color, depth: color.resized(width: columns, height: columns * color.height / color.width))
    case .timeOfFlight:
      let full = Camera(width: 640, height: 576, fx: 504, fy: 504, cx: 319.5, cy: 287.5)
      let share = min(1, Double(color.width) / 640)
      let depth = full.resized(width: Int(640 * share), height: Int(576 * share))
      let beside = RigidTransform(rotation: .identity, translation: [0.032, 0, 0])
      return CameraPair(color: color, depth: depth, colorFromDepth: beside)
    }
  }
}

/// Makes the depth codes of a frame from the exact surfaces, as the sensor's model measures them.
struct DepthMeasurement {
  let sensor: PhantomSensor
  let noise: PixelNoise

  /// width × height codes of 1/5000 m, 0 where there is no measurement.
  func codes(_ buffer: SurfaceBuffer) -> [UInt16] { depth(buffer).map(Self.code) }

  /// Metres, biased as the sensor is; not a number where there is no measurement.
  private func depth(_ buffer: SurfaceBuffer) -> [Double] {
    switch sensor.model {
    case .fitted: FittedDepth(sensor: sensor, noise: noise).depth(buffer)
    case .dotPattern: biased(DotPatternDepth(sensor: sensor, noise: noise).depth(buffer), buffer)
    case .lidar: biased(SparseLidarDepth(noise: noise).depth(buffer), buffer)
    case .timeOfFlight: biased(TimeOfFlightDepth(noise: noise).depth(buffer), buffer)
    }
  }

  private func biased(_ depth: [Double], _ buffer: SurfaceBuffer) -> [Double] {
    let bias = PixelBias(sensor, width: buffer.width, height: buffer.height)
    return depth.indices.map { i in
      depth[i] + bias.at(i % buffer.width, i / buffer.width, depth: depth[i])
    }
  }

  private static func code(_ depth: Double) -> UInt16 {
    guard depth > 0 else { return 0 }
    return UInt16(min((depth * PhantomSensor.codesPerMetre).rounded(), 65535))
  }
}
