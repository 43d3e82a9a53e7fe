import Geometry
import Recordings
import Workers

/// One depth frame made ready for fusion: for every pixel of the region a tangent plane, a weight and a colour.
///
/// Made once, used by any number of passes. Pixels near depth edges, seen too obliquely or outside the region have weight
/// zero but keep their depth, which still says what space is empty.
public struct DepthView: Sendable {
  /// The pose of the camera.
  public let scanFromCamera: RigidTransform
  /// How many pixels carry weight.
  public var usedPixels: Int { pixels.count { $0.weight > 0 } }

  /// The part of the image onto which the region projects, as a camera of its own.
  let camera: PinholeCamera
  /// Its pixels, rows from top to bottom.
  var pixels: [ViewPixel]

  /// Prepares a frame.
  ///
  /// - Parameters:
  ///   - depth: z in metres, NaN where invalid.
  ///   - camera: the depth image's camera.
  ///   - scanFromCamera: the camera's pose in the scan frame.
  ///   - color: a registered colour image of the same field of view, of any size.
  ///   - correction: applied to every depth.
  ///   - options: region, incidence limit and noise.
  public init(
    depth: DepthImage, camera: PinholeCamera, scanFromCamera: RigidTransform, color: ColorImage? = nil,
    correction: DepthCorrection = .none, options: FusionOptions, workers: Workers = Workers(count: 1)
  ) {
    self.scanFromCamera = scanFromCamera
    let centre = scanFromCamera.inverse * options.region.centre
    let crop = ImageCrop(of: camera, width: depth.width, height: depth.height, around: centre, options.region.radius)
    self.camera = crop.camera(camera)
    guard crop.width > 0, crop.height > 0 else {
      pixels = []
      return
    }
    let limits = ViewLimits(options, cameraFromScan: scanFromCamera.inverse)
    pixels = TangentPlanes(image: depth, crop: crop, correction: correction, camera: self.camera, limits: limits)
      .pixels(workers)
    if let color { paint(from: color, crop, depth) }
  }
}

/// What a pixel says, packed so that one lookup touches one cache line.
struct ViewPixel: Sendable {
  /// The tangent plane in the camera frame: unit normal towards the camera, and normal · point.
  var plane: SIMD4<Float>
  /// The confidence; 1 for a frontal view from 0.3 m, 0 for a pixel that carries no surface.
  var weight: Float
  /// Corrected depth in metres; NaN where invalid.
  var depth: Float
  /// Blue, green, red and a mark (255: known, 0: unknown) from the highest byte down.
  var color: UInt32

  static let invalid = ViewPixel(plane: .zero, weight: 0, depth: .nan, color: 0)
}

/// What decides about a pixel's weight.
struct ViewLimits {
  var centre: SIMD3<Float>
  var squaredRadius: Float
  /// The floor's normal and offset; points on the negative side are outside.
  var floor: SIMD4<Float>
  var minCosine: Float
  private let noiseFloor, noiseGrowth: Float
  /// σ² of a frontal view from 0.3 m, which has weight 1.
  var unitVariance: Float

  init(_ options: FusionOptions, cameraFromScan: RigidTransform) {
    let region = options.region
    centre = SIMD3<Float>(cameraFromScan * region.centre)
    squaredRadius = Float(region.radius * region.radius)
    if let plane = region.floor {
      let normal = cameraFromScan.rotation * plane.normal
      floor = SIMD4(SIMD3<Float>(normal), Float(plane.offset + normal.dot(cameraFromScan.translation)))
    } else {
      floor = [0, 0, 0, -1]
    }
    minCosine = Float(cosine(options.maxIncidence))
    (noiseFloor, noiseGrowth) = (Float(options.noise.floor), Float(options.noise.growth))
    unitVariance = Float(options.noise.sigma(0.3) * options.noise.sigma(0.3))
  }

  /// σ² of a frontal view from depth z.
  @inline(__always)
  func variance(_ z: Float) -> Float {
    let sigma = noiseFloor + noiseGrowth * z * z
    return sigma * sigma
  }

  /// True when a point of the camera frame lies in the region.
  @inline(__always)
  func contains(_ point: SIMD3<Float>) -> Bool {
    let offset = point - centre
    return (offset * offset).sum() < squaredRadius
      && floor.x * point.x + floor.y * point.y + floor.z * point.z >= floor.w
  }
}
