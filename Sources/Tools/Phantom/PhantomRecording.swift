public import Geometry
public import Images
import Recordings
public import Workers

/// A simulated recording: head, cap, surroundings, sensor and camera path. Equal options make equal frames and bytes.
public struct PhantomRecording: Sendable {
  /// The options from which the recording is made.
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
  /// How head and torso move.
  let movement: BodyMovement
  /// The print on the chest.
  let patch: PhantomPatch?
  /// The board in place of the head.
  let board: PhantomBoard?
  /// The places of the frames in the evenly timed sequence, ascending.
  private let slots: [Int]
  /// The frame of which each frame shows the images.
  private let shown: [Int]
  private let colorFaults: ColorCameraFaults
  private let sunlight: Sunlight?
  private let filters: FilteredDepth

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
    shown = plan.shown(of: slots.count, seed: options.seed)
    (colorFaults, filters) = (ColorCameraFaults(plan), FilteredDepth(plan))
    sunlight = plan[.sunlight].map { Sunlight(share: $0.amount / 100) }
    var head = try PhantomHead(self.options.shape, fit: plan.fit)
    head.bare = plan.hasNoCap
    self.head = head
    let whole = try Self.cap(of: self.options, scale: ClothScale(plan), on: head)
    cap = whole.thinned(by: plan)
    capArea = cap.markers.count < whole.markers.count ? whole.markers.map(\.pose.translation) : nil
    try options.neck?.validate()
    let neck = options.neck.map { NeckMovement($0, pivot: Surroundings.pivot(of: options.shape), seed: options.seed) }
    movement = BodyMovement(sway: options.sway, neck: neck, seed: options.seed)
    patch = options.neck.flatMap {
      $0.hasPatch ? PhantomPatch(beside: whole, slip: $0.patchSlip, at: options.duration / 2) : nil
    }
    let board = try options.isBoard ? PhantomBoard(dictionary: options.dictionary, side: options.markerSize, plan) : nil
    self.board = board
    path = try CameraPath(
      extent: options.extent, duration: options.duration, jitter: options.jitter, seed: options.seed, plan: plan,
      subject: neck == nil ? nil : movement)
    scene = PhantomScene(
      head: head, cap: cap, plan: plan, movement: movement, sway: options.sway, handsLower: options.handsLower,
      patch: patch, board: board, seed: options.seed, cells: board == nil ? Self.cells(options.sensor) : 2,
      workers: workers)
  }

  private static func cap(
    of options: PhantomOptions, scale: ClothScale, on head: PhantomHead
  ) throws(PhantomError) -> PhantomCap {
    let (stated, printed) = (options.markerSize, scale.printed(options.markerSize))
    let cap =
      if let plan = options.plan {
        try PhantomCap(head: head, dictionary: options.dictionary, markerSize: printed, plan: plan)
      } else {
        try PhantomCap(
          head: head, dictionary: options.dictionary, markerSize: printed, count: options.markerCount,
          missing: options.missingMarkers, stray: options.stray, seed: options.seed)
      }
    return cap.scaled(scale, stated: stated, on: head)
  }

  /// How many markers there are.
  public var markerCount: Int { board?.cap.ids?.count ?? cap.markers.count }

  /// Table cells about as fine as the pixels at 30 cm; at 320 the tabulated head is within some ten micrometres of itself.
  private static func cells(_ sensor: PhantomSensor) -> Int {
    Int(min(max(0.55 * sensor.camera.fx, 96), 320))
  }

  /// How many frames are recorded.
  public var frameCount: Int { slots.count }

  /// The frames that repeat the images of the one before.
  var doubled: [Int] { shown.indices.filter { shown[$0] != $0 } }

  /// The time of a frame in microseconds since the start.
  func microseconds(_ index: Int) -> Int {
    guard options.frames > 1 else { return 0 }
    return Int((options.duration * 1e6 * Double(slots[index]) / Double(options.frames - 1)).rounded())
  }

  /// Renders a frame, 0 ..< ``frameCount``.
  public func frame(_ index: Int) -> PhantomFrame {
    let index = shown[index]
    let time = time(index)
    let sensor = options.sensor
    let noise = PixelNoise(seed: options.seed, frame: index)
    let pose = path.headFromCamera(at: time)
    let snapshot = scene.at(time, headFromCamera: pose)
    let cameras = colorFaults.cameras(sensor.cameras, at: time)
    let rows = rowPoses(at: time, cameras.color)
    let buffer = SurfaceBuffer(snapshot, camera: cameras.color, poses: rows)
    let exposure = ColorExposure(
      sensor: sensor, scene: snapshot, noise: noise, buffer: buffer, gain: colorFaults.gain(at: time)
    ) { count in
      exposures(count).map { rowPoses(at: time + $0, cameras.color) }
    }
    return PhantomFrame(
      time: time, color: exposure.image(), cameras: cameras, depthCodes: depthCodes(index, color: buffer),
      exactDepth: DepthImage(width: buffer.width, height: buffer.height, pixels: buffer.depth.map(Float.init)),
      cosines: buffer.cosine, headFromCamera: pose, rows: rows)
  }

  /// The colour image of a camera that stands still, at the start of the recording.
  public func still(headFromCamera: RigidTransform) -> ColorImage {
    let snapshot = scene.at(0, headFromCamera: headFromCamera)
    let buffer = SurfaceBuffer(snapshot, camera: options.sensor.camera, headFromCamera: headFromCamera)
    let noise = PixelNoise(seed: options.seed, frame: 0)
    return ColorExposure(sensor: options.sensor, scene: snapshot, noise: noise, buffer: buffer) { count in
      [RowPoses](repeating: RowPoses(headFromCamera), count: count)
    }.image()
  }

  /// The times of the images that the frames show, in seconds since the start.
  var times: [Double] { shown.map(time) }

  private func time(_ index: Int) -> Double { Double(microseconds(index)) * 1e-6 }

  /// Where the colour camera is while it reads its rows; the middle one is read at `time`.
  private func rowPoses(at time: Double, _ camera: Camera) -> RowPoses {
    let readout = options.sensor.readout
    guard readout > 0 else { return RowPoses(path.headFromCamera(at: time)) }
    let last = Double(camera.height - 1)
    return RowPoses(
      rows: (0..<camera.height).map { path.headFromCamera(at: time + (Double($0) / last - 0.5) * readout) })
  }

  /// The middles of equal parts of the exposure, whose middle is the frame's time: seconds from it.
  func exposures(_ count: Int) -> [Double] {
    (0..<count).map { ((Double($0) + 0.5) / Double(count) - 0.5) * options.sensor.exposure }
  }
}

extension PhantomRecording {
  /// The depth codes of a frame as they are written.
  ///
  /// - Parameter color: what its colour camera sees, which spares to look again where depth is the same.
  private func depthCodes(_ index: Int, color: SurfaceBuffer) -> [UInt16] {
    let earlier = filters.earlierShare > 0 ? Array(max(0, index - 2)..<index) : []
    let frames = earlier.map { measured($0, depthBuffer($0)) } + [measured(index, seen(index, color: color))]
    return filters.codes(frames, width: options.sensor.cameras.depth.width)
  }

  private func measured(_ index: Int, _ buffer: SurfaceBuffer) -> [UInt16] {
    let noise = PixelNoise(seed: options.seed, frame: index)
    let codes = DepthMeasurement(sensor: options.sensor, noise: noise).codes(buffer)
    guard let sunlight else { return codes }
    let pose = depthPose(index)
    let moment = scene.at(time(index) + plan.depthDelay, headFromCamera: pose).moment
    return sunlight.applied(
      to: codes, buffer, noise: noise, cameraFromWorld: pose.rotation.transpose * moment.headFromWorld.rotation)
  }

  private func seen(_ index: Int, color: SurfaceBuffer) -> SurfaceBuffer {
    let isSame =
      plan.depthDelay == 0 && options.sensor.readout == 0 && options.sensor.colorFromDepth == .identity
      && color.camera == options.sensor.cameras.depth
    return isSame ? color : depthBuffer(index)
  }

  /// The surfaces that the depth camera sees in a frame.
  private func depthBuffer(_ index: Int) -> SurfaceBuffer {
    let pose = depthPose(index)
    let snapshot = scene.at(time(index) + plan.depthDelay, headFromCamera: pose)
    return SurfaceBuffer(snapshot, camera: options.sensor.cameras.depth, headFromCamera: pose)
  }

  private func depthPose(_ index: Int) -> RigidTransform {
    path.headFromCamera(at: time(index) + plan.depthDelay) * options.sensor.colorFromDepth
  }
}

/// One simulated frame with its truth.
public struct PhantomFrame: Sendable {
  /// Seconds since the start of the recording.
  public let time: Double
  /// The colour image before compression.
  public let color: ColorImage
  /// Both cameras as they were at that time.
  public let cameras: CameraPair
  /// Depth codes of 1/5000 m of the depth camera's image, 0 where there is no measurement.
  public let depthCodes: [UInt16]
  /// The exact depth of the first surface through each pixel's centre of the colour image, metres.
  public let exactDepth: DepthImage
  /// The cosine between the ray and the normal of that surface.
  public let cosines: [Float]
  /// The colour camera's exact pose, at the time of its middle row.
  public let headFromCamera: RigidTransform
  /// Its pose at each row.
  let rows: RowPoses

  /// The measured depth in metres, NaN where there is none.
  public var depth: DepthImage {
    DepthImage(
      width: cameras.depth.width, height: cameras.depth.height,
      pixels: depthCodes.map { $0 == 0 ? .nan : Float(Double($0) / PhantomSensor.codesPerMetre) })
  }
}
