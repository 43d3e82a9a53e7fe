import Geometry

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
    let all = coefficients + [Double](repeating: 0, count: max(0, 4 - coefficients.count))
    return Lens(radial: [all[0], all[1]], tangential: [all[2], all[3]])
  }
}
