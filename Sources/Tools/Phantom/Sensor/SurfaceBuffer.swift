import Geometry

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
      for x in 0..<width {
        let pixel = camera.ray([Double(x), Double(y)])
        let length = pixel.length
        let ray = Ray(origin: headFromCamera.translation, direction: headFromCamera.rotation * pixel / length)
        let hit = scene.trace(ray)
        depth.append(hit.distance / length)
        cosine.append(Float(-hit.normal.inner(ray.direction)))
        material.append(hit.material)
        light.append(hit.light(lamp: lamp, view: -ray.direction))
        normal.append(SIMD3<Float>(cameraFromHead * hit.normal))
      }
    }
  }
}

extension PhantomScene.Hit {
  /// The light reflected towards the camera, linear, 1 being white: ambient light, a lamp at the ceiling and a faint
  /// light at the camera, all Lambertian.
  func light(lamp: Vector3, view: Vector3) -> SIMD3<Float> {
    let direct = Float(max(0, normal.inner(lamp)))
    let frontal = Float(max(0, normal.inner(view)))
    return material.albedo(at: texturePoint) * (0.38 + 0.42 * direct + 0.24 * frontal)
  }
}
