public import Geometry
public import PointClouds

/// A posed frame in which landmarks are clicked: what brings a pixel into the scan frame and back.
public struct ClickView: Sendable {
  /// The colour camera with the corrected focal length.
  public let camera: Camera
  /// The camera's pose.
  public let scanFromCamera: RigidTransform
  /// What is added to depth as measured.
  public let depthCorrection: DepthCorrection
  /// The surface in the scan frame; nil where there is none yet.
  public let surface: Mesh?

  /// The farthest that a surface may lie from the frame's own depth to be the one clicked on, metres. Assumed.
  private static let surfaceReach = 0.008

  /// A view from its parts.
  public init(
    camera: Camera, scanFromCamera: RigidTransform, depthCorrection: DepthCorrection, surface: Mesh? = nil
  ) {
    (self.camera, self.scanFromCamera) = (camera, scanFromCamera)
    (self.depthCorrection, self.surface) = (depthCorrection, surface)
  }

  /// Where a click lies in the scan frame, metres: where its ray meets the surface near the depth that was measured there,
  /// else at that depth.
  ///
  /// The surface is the mean of many frames and belongs to no moment, so neither one frame's noise nor a delay of its depth
  /// against its colour gets into the landmark.
  public func position(of click: ClickSighting) -> Vector3 {
    let place =
      click.depthPlace ?? DepthCorrection.normalized(click.pixel, width: camera.width, height: camera.height)
    let depth = depthCorrection.corrected(click.depth, at: place)
    let measured = scanFromCamera * (camera.ray(click.pixel) * depth)
    let eye = scanFromCamera.translation
    let direction = (measured - eye).normalized
    guard let hit = surface?.firstHit(origin: eye, direction: direction),
      abs(hit - (measured - eye).length) < Self.surfaceReach
    else { return measured }
    return eye + direction * hit
  }

  /// Where a point of the scan frame (metres) appears, and its depth; nil for one behind the camera or next to it.
  public func projection(of point: Vector3) -> (pixel: Vector2, depth: Double)? {
    let local = scanFromCamera.inverse * point
    return local.z > Self.nearest ? (camera.project(local), local.z) : nil
  }

  /// Nothing is clicked nearer to the camera than this, metres.
  private static let nearest = 0.05
}
