public import Geometry
public import Images
import Recordings
public import Workers

/// A simulated recording: head, cap, surroundings, sensor and camera path. Equal options make equal frames and bytes.
public struct PhantomRecording: Sendable {
  /// What it was made from.
  public let options: PhantomOptions
  /// The head.
  public let head: PhantomHead
  /// The cap.
  public let cap: PhantomCap
  /// The camera's path.
  public let path: CameraPath
  /// Points of the surface that lie all over the cap's area, where faults took markers away; head frame.
  let capArea: [Vector3]?
  let plan: FaultPlan
  let scene: PhantomScene
  /// The places of the frames in the evenly timed sequence, ascending.
  private let slots: [Int]

  /// Checks the options and makes the scene.
  public init(_ options: PhantomOptions, workers: Workers = Workers(count: 1)) throws(PhantomError) {
    try options.sensor.validate()
    try PhantomError.require("frames", options.frames, in: 1...100_000)
    try PhantomError.require("truth subdivisions", options.truthSubdivisions, in: 3...8)
    try PhantomError.require("sway", options.sway, in: 0...4)
    try PhantomError.require("click noise", options.clickNoise, in: 0...20, unit: "px")
    try PhantomError.require("duration", options.duration, in: 0.1...600, unit: "s")
    plan = try FaultPlan(options.faults, duration: options.duration)
    self.options = options.with(plan)
    slots = plan.recorded(of: options.frames, seed: options.seed)
    var head = try PhantomHead(self.options.shape)
    head.bare = plan.hasNoCap
    self.head = head
    let whole = try Self.cap(of: self.options, on: head)
    cap = whole.thinned(by: plan)
    capArea = cap.markers.count < whole.markers.count ? whole.markers.map(\.pose.translation) : nil
    path = try CameraPath(
      extent: options.extent, duration: options.duration, jitter: options.jitter, seed: options.seed, plan: plan)
    scene = PhantomScene(
      head: head, cap: cap, plan: plan, sway: options.sway, handsLower: options.handsLower, seed: options.seed,
      cells: Self.cells(options.sensor), workers: workers)
  }

  private static func cap(of options: PhantomOptions, on head: PhantomHead) throws(PhantomError) -> PhantomCap {
    if let plan = options.plan {
      return try PhantomCap(head: head, dictionary: options.dictionary, markerSize: options.markerSize, plan: plan)
    }
    return try PhantomCap(
      head: head, dictionary: options.dictionary, markerSize: options.markerSize, count: options.markerCount,
      missing: options.missingMarkers, stray: options.stray, seed: options.seed)
  }

  /// Table cells about as fine as the pixels at 30 cm; at 320 the tabulated head is within some ten micrometres of itself.
  private static func cells(_ sensor: PhantomSensor) -> Int {
    Int(min(max(0.55 * sensor.camera.fx, 96), 320))
  }

  /// How many frames are recorded.
  public var frameCount: Int { slots.count }

  /// The time of a frame in microseconds since the start.
  func microseconds(_ index: Int) -> Int {
    guard options.frames > 1 else { return 0 }
    return Int((options.duration * 1e6 * Double(slots[index]) / Double(options.frames - 1)).rounded())
  }

  /// Renders a frame, 0 ..< ``frameCount``.
  public func frame(_ index: Int) -> PhantomFrame {
    let time = Double(microseconds(index)) * 1e-6
    let sensor = options.sensor
    let noise = PixelNoise(seed: options.seed, frame: index)
    let pose = path.headFromCamera(at: time)
    let snapshot = scene.at(time, headFromCamera: pose)
    let buffer = SurfaceBuffer(snapshot, camera: sensor.camera, headFromCamera: pose)
    let depthBuffer = plan.depthDelay == 0 ? buffer : surfaces(at: time + plan.depthDelay)
    let exposure = ColorExposure(sensor: sensor, scene: snapshot, noise: noise, buffer: buffer) { count in
      exposedPoses(at: time, count: count)
    }
    return PhantomFrame(
      time: time, color: exposure.image(),
      depthCodes: DepthMeasurement(sensor: sensor, noise: noise).codes(depthBuffer),
      exactDepth: DepthImage(width: buffer.width, height: buffer.height, pixels: buffer.depth.map(Float.init)),
      cosines: buffer.cosine, headFromCamera: pose)
  }

  /// The colour image of a camera that stands still, at the start of the recording.
  public func still(headFromCamera: RigidTransform) -> ColorImage {
    let snapshot = scene.at(0, headFromCamera: headFromCamera)
    let buffer = SurfaceBuffer(snapshot, camera: options.sensor.camera, headFromCamera: headFromCamera)
    let noise = PixelNoise(seed: options.seed, frame: 0)
    return ColorExposure(sensor: options.sensor, scene: snapshot, noise: noise, buffer: buffer) { count in
      [RigidTransform](repeating: headFromCamera, count: count)
    }.image()
  }

  /// What the camera sees at a time in seconds.
  private func surfaces(at time: Double) -> SurfaceBuffer {
    let pose = path.headFromCamera(at: time)
    return SurfaceBuffer(
      scene.at(time, headFromCamera: pose), camera: options.sensor.camera, headFromCamera: pose)
  }

  /// The camera's poses in the middle of equal parts of the exposure, whose middle is the frame's time.
  private func exposedPoses(at time: Double, count: Int) -> [RigidTransform] {
    (0..<count).map { k in
      let share = (Double(k) + 0.5) / Double(count) - 0.5
      return path.headFromCamera(at: time + share * options.sensor.exposure)
    }
  }
}
