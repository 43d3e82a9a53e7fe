import Geometry

/// Where a depth view stands against a model, and how well that is known.
public struct Registration: Sendable {
  /// The camera's pose in the model's frame.
  public var modelFromCamera: RigidTransform
  /// The place about which ``information`` counts motions: the middle of the agreeing points, model frame, metres.
  public var pivot: Vector3
  /// The information matrix of the pose: surface and prior; rotation vector (rad) and translation (m) about the pivot.
  public var information: MotionMatrix
  /// The standard deviation along the least certain direction, metres on the surface; infinite where it is not
  /// determined.
  public var weakestDeviation: Double
  /// The share of points on the model's picture that agree with it.
  public var inlierShare: Double
  /// The area of agreeing surface in square metres.
  public var area: Double
  /// The weighted root mean square distance of agreeing points from their tangent planes, metres.
  public var rms: Double
  /// Why the registration is rejected; nil where it is not.
  public var refusal: RegistrationRefusal?
}

extension RegistrationModel {
  /// Registers a depth view, point to plane with projective association (Chen & Medioni 1992; Newcombe et al. 2011),
  /// from coarse to fine with Tukey's weights, starting from the view's own pose.
  ///
  /// - Parameters:
  ///   - view: prepared with the predicted pose.
  ///   - prior: what is known of the pose beforehand.
  public func register(
    _ view: DepthView, prior: PosePrior? = nil, options: RegistrationOptions = RegistrationOptions()
  ) -> Registration {
    let cloud = Cloud(view, step: options.pixelStep)
    return register(cloud, from: view.scanFromCamera, prior: prior, options: options)
  }

  /// Registers points with normals, given in the model's frame at the predicted pose.
  func register(
    _ cloud: Cloud, from start: RigidTransform, prior: PosePrior?, options: RegistrationOptions
  ) -> Registration {
    var pose = start
    var last: RegistrationPass?
    let cameraFromStart = start.inverse
    for level in options.levels {
      guard let picture = ModelView(self, from: pose.translation, pixelSize: options.pixelSize) else { break }
      let pixels = level.stride == 1 ? 0 : picture.pixels(under: cloud, moved: pose * cameraFromStart)
      for _ in 0..<level.iterations {
        let pass = RegistrationPass(
          self, picture, cloud, moved: pose * cameraFromStart, level: level, pixels: pixels, options: options)
        last = pass
        guard let step = pass.step(from: pose, prior: prior, options: options) else { break }
        pose = pose.moved(by: step, about: pass.pivot)
        if RegistrationPass.isSmall(step) { break }
      }
    }
    guard let last else { return .nothing(at: start) }
    return last.registration(pose, prior: prior, options: options)
  }
}

extension Registration {
  fileprivate static func nothing(at pose: RigidTransform) -> Registration {
    Registration(
      modelFromCamera: pose, pivot: .zero, information: MotionMatrix(), weakestDeviation: .infinity, inlierShare: 0,
      area: 0, rms: .nan, refusal: .nothingToSee)
  }
}
