import Geometry

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
