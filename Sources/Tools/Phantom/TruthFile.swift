import Geometry
import Recordings

/// The content of `truth.json`; the keys are described in Docs/formats/truth.md. Millimetres, head frame.
struct TruthFile: Encodable {
  let landmarks: [String: [Double]]
  let headFromCamera: [[[Double]]]
  let headFromTorso: [[[Double]]]?
  let torsoIDs: [Int]?
  let depthFactor: Double
  let markers: [String: Marker]
  let strayId: Int?
  let markerSize: Double
  let dictionary: String
  let intrinsicMatrix: [Double]
  let focalError: Double
  let sensor: String?
  let cameras: Cameras?
  let shape: Shape
  let capArea: [[Double]]?
  let faults: [FaultTruth]?

  enum CodingKeys: String, CodingKey {
    case markers, dictionary, shape, faults, sensor, cameras
    case capArea = "cap_area_mm"
    case landmarks = "landmarks_mm"
    case headFromCamera = "head_from_camera"
    case headFromTorso = "head_from_torso"
    case torsoIDs = "torso_ids"
    case depthFactor = "depth_factor"
    case strayId = "stray_id"
    case markerSize = "marker_mm"
    case intrinsicMatrix = "intrinsic_matrix"
    case focalError = "focal_error"
  }

  /// Where a marker lies.
  struct Marker: Encodable {
    let centre: [Double]
    let rotation: [[Double]]
    let corners: [[Double]]

    enum CodingKeys: String, CodingKey {
      case centre
      case rotation = "R"
      case corners = "corners_mm"
    }
  }

  /// Both cameras as they are, where they are not one pinhole.
  struct Cameras: Encodable {
    let exact: WrittenIntrinsics
    /// Whether the recording's `intrinsic.json` states the lenses.
    let statesLens: Bool

    func encode(to encoder: any Encoder) throws {
      try exact.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(statesLens, forKey: .statesLens)
    }

    private enum CodingKeys: String, CodingKey {
      case statesLens = "lens_stated"
    }
  }

  /// How the head was made.
  struct Shape: Encodable {
    let width, length, height, flattening, bossing, shear, roughness, capThickness, capFolds, markerSize: Double
    let flatSide: Int
    let seed: UInt64
    /// Left out for the usual face.
    let faceSeed: UInt64?
    let markerCount: Int
    let dictionary: String
    let missing: [Int]

    enum CodingKeys: String, CodingKey {
      case width, length, height, shear, seed, dictionary, missing
      case flattening = "flat_mm"
      case bossing = "boss_mm"
      case roughness = "rough_mm"
      case capThickness = "cap_mm"
      case capFolds = "fold_mm"
      case markerSize = "marker_mm"
      case flatSide = "flat_side"
      case faceSeed = "face_seed"
      case markerCount = "n_markers"
    }
  }

  init(_ recording: PhantomRecording, poses: [RigidTransform], times: [Double]) {
    let (head, cap) = (recording.head, recording.cap)
    landmarks = .init(
      uniqueKeysWithValues: PhantomLandmark.allCases.map { ($0.rawValue, head.position(of: $0).inMillimetres) })
    headFromCamera = poses.map(\.rowsInMillimetres)
    let movement = recording.movement
    headFromTorso = movement.neck.map { _ in
      times.map { (movement.worldFromHead(at: $0).inverse * movement.worldFromTorso(at: $0)).rowsInMillimetres }
    }
    torsoIDs = recording.patch?.ids
    depthFactor = PhantomSensor.codesPerMetre
    markers = Self.places(of: cap.markers, on: head)
    strayId = cap.stray?.id
    markerSize = cap.markerSize * 1000
    dictionary = cap.dictionary.name
    intrinsicMatrix = recording.options.sensor.camera.columnMajor
    focalError = recording.options.sensor.focalError
    let sensor = recording.options.sensor
    self.sensor = sensor.model == .fitted ? nil : sensor.model.rawValue
    cameras = Cameras(sensor)
    shape = Shape(head.shape, cap)
    capArea = recording.capArea?.map(\.inMillimetres)
    faults = FaultTruth.all(in: recording)
  }
}

/// The content of `truth.json` of a board. Millimetres, board frame.
struct BoardTruth: Encodable {
  let boardFromCamera: [[[Double]]]
  let depthFactor: Double
  let intrinsicMatrix: [Double]
  let focalError: Double
  let cameras: TruthFile.Cameras?
  let faults: [FaultTruth]?

  enum CodingKeys: String, CodingKey {
    case faults, cameras
    case boardFromCamera = "board_from_camera"
    case depthFactor = "depth_factor"
    case intrinsicMatrix = "intrinsic_matrix"
    case focalError = "focal_error"
  }

  init(_ recording: PhantomRecording, poses: [RigidTransform]) {
    let sensor = recording.options.sensor
    boardFromCamera = poses.map(\.rowsInMillimetres)
    (depthFactor, intrinsicMatrix, focalError) = (
      PhantomSensor.codesPerMetre, sensor.camera.columnMajor, sensor.focalError
    )
    cameras = TruthFile.Cameras(sensor)
    faults = FaultTruth.all(in: recording)
  }
}

extension TruthFile.Cameras {
  /// Nil where both are one pinhole.
  init?(_ sensor: PhantomSensor) {
    let cameras = sensor.cameras
    if cameras.areOne && cameras.color.lens == nil { return nil }
    self.init(exact: WrittenIntrinsics(cameras), statesLens: sensor.statesLens)
  }
}

extension TruthFile {
  /// Where markers lie on a head, by id.
  static func places(of markers: [PrintedMarker], on head: PhantomHead) -> [String: Marker] {
    .init(
      uniqueKeysWithValues: markers.map { marker in
        let pose = marker.pose
        let corners = head.corners(of: marker).map(\.inMillimetres)
        return (
          String(marker.id),
          Marker(centre: pose.translation.inMillimetres, rotation: pose.rotation.rowsAsArrays, corners: corners)
        )
      })
  }
}

extension TruthFile.Shape {
  init(_ shape: HeadShape, _ cap: PhantomCap) {
    (width, length, height) = (shape.width * 1000, shape.length * 1000, shape.height * 1000)
    (flattening, bossing, shear) = (shape.flattening * 1000, shape.bossing * 1000, shape.shear)
    (roughness, capThickness, capFolds) = (shape.roughness * 1000, shape.capThickness * 1000, shape.capFolds * 1000)
    (markerSize, dictionary, missing) = (cap.markerSize * 1000, cap.dictionary.name, cap.missing)
    faceSeed = shape.faceSeed
    (flatSide, seed, markerCount) = (shape.flatSide == .left ? -1 : 1, shape.seed, cap.ids.count)
  }
}

extension Vector3 {
  /// Nanometres are finer than any use of the truth.
  var inMillimetres: [Double] {
    let scaled = (self * 1e9).rounded(.toNearestOrAwayFromZero) / 1e6
    return [scaled.x, scaled.y, scaled.z]
  }

  var asArray: [Double] { [x, y, z] }
}

extension Matrix3 {
  var rowsAsArrays: [[Double]] { [rows.0.asArray, rows.1.asArray, rows.2.asArray] }
}

extension RigidTransform {
  var rowsInMillimetres: [[Double]] {
    zip(rotation.rowsAsArrays, translation.inMillimetres).map { $0 + [$1] } + [[0, 0, 0, 1]]
  }
}

extension Camera {
  /// The 3 × 3 intrinsic matrix in Open3D's column-major order.
  var columnMajor: [Double] { [fx, 0, 0, 0, fy, 0, cx, cy, 1] }
}

/// What `truth.json` says about a fault; the keys are described in Docs/formats/truth.md.
struct FaultTruth: Encodable {
  let name: String
  let amount: Double?
  let unit: String?
  /// Seconds since the first frame; nil for faults of the whole recording.
  let start, end: Double?
  /// The ids of the markers that are concerned.
  let ids: [Int]?
  /// Times in seconds since the first frame at which it comes again.
  let times: [Double]?
  /// How the cap turned, and where its markers are afterwards.
  let axis: [Double]?
  let headFromCapBefore: [[Double]]?
  let markersAfter: [String: Place]?

  /// Those of a recording; nil where none were asked for.
  static func all(in recording: PhantomRecording) -> [FaultTruth]? {
    recording.options.faults.isEmpty ? nil : recording.plan.events.map { FaultTruth($0, in: recording) }
  }

  enum CodingKeys: String, CodingKey {
    case name, amount, unit, ids, axis
    case start = "start_s"
    case end = "end_s"
    case times = "times_s"
    case headFromCapBefore = "turn"
    case markersAfter = "markers_after"
  }

  /// A marker's centre and corners in millimetres.
  struct Place: Encodable {
    let centre: [Double]
    let corners: [[Double]]

    enum CodingKeys: String, CodingKey {
      case centre
      case corners = "corners_mm"
    }
  }

  init(_ event: FaultPlan.Event, in recording: PhantomRecording) {
    let traits = event.kind.traits
    name = event.kind.rawValue
    amount = traits.hasAmount ? event.amount : nil
    unit = traits.unit.isEmpty ? nil : traits.unit
    start = traits.begins ? event.start : nil
    end = traits.begins ? event.end : nil
    ids = Self.ids(event, in: recording)
    times =
      switch event.kind {
      case .blur: recording.path.faults.jerks
      case .doubled: recording.doubled.map { Double(recording.microseconds($0)) * 1e-6 }
      default: nil
      }
    let slip =
      switch event.kind {
      case .slip, .slipBack, .slipAside: Self.slip(event, in: recording)
      case .partSlip: Self.partSlip(event, in: recording)
      default: Slip?.none
      }
    (axis, headFromCapBefore, markersAfter) = (slip?.axis, slip?.turn, slip?.markers)
  }

  private static func ids(_ event: FaultPlan.Event, in recording: PhantomRecording) -> [Int]? {
    let (change, prints) = (recording.scene.change, recording.scene.prints)
    return switch event.kind {
    case .fallOff: change.fallen.map { [$0.id] }
    case .fold: change.folded.map { [$0.id] }
    case .partSlip: change.part?.ids.sorted()
    case .secondStray: prints.second.map { [$0.id] }
    case .falseId: prints.foreign.map { [$0.id] }
    case .handMarker: prints.cup.map { [$0.id] }
    case .fewMarkers: recording.cap.missing
    default: nil
    }
  }

  private typealias Slip = (axis: [Double], turn: [[Double]], markers: [String: Place])

  private static func slip(_ event: FaultPlan.Event, in recording: PhantomRecording) -> Slip {
    moved(recording.cap.markers, about: recording.scene.change.slipAxis, by: event.amount * .pi / 180, event, recording)
  }

  private static func partSlip(_ event: FaultPlan.Event, in recording: PhantomRecording) -> Slip? {
    recording.scene.change.part.map { part in
      moved(
        recording.cap.markers.filter { part.ids.contains($0.id) }, about: part.axis,
        by: part.turn(of: event.amount / 1000),
        event, recording)
    }
  }

  /// Where markers lie after they have turned, on the surface as it is then.
  private static func moved(
    _ markers: [PrintedMarker], about axis: Vector3, by angle: Double, _ event: FaultPlan.Event,
    _ recording: PhantomRecording
  ) -> Slip {
    let head = recording.head
    let turn = Matrix3.rotation(axis * angle)
    let worn = recording.scene.change.head(head, in: recording.scene.change.state(at: event.end))
    let moved = { (point: Vector3) in worn.point(toward: turn * point).inMillimetres }
    let places = markers.map { marker in
      let centre = marker.pose.translation
      return (String(marker.id), Place(centre: moved(centre), corners: head.corners(of: marker).map(moved)))
    }
    return (axis.asArray, turn.rowsAsArrays, Dictionary(uniqueKeysWithValues: places))
  }
}
