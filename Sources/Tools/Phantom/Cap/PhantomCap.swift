import Diagnostics
import Geometry
public import Markers
import Platform
import Workers

/// The printed cap of a simulated head.
public struct PhantomCap: Sendable {
  /// The dictionary of the markers.
  public let dictionary: MarkerDictionary
  /// The printed edge length of a marker in metres.
  public let markerSize: Double
  /// The edge length that the cap file states.
  private(set) var statedMarkerSize: Double
  /// How far the cap stands off the skin, in metres.
  public let thickness: Double
  /// The ids that the cap is said to carry, ascending: those of `markers` and of `missing`.
  public let ids: [Int]
  /// Ids that the cap should carry but does not.
  public private(set) var missing: [Int]
  /// The markers on the cap.
  public private(set) var markers: [PrintedMarker]
  /// A print of one of the cap's ids, 1.3 times as large, that lies elsewhere; placed by the scene.
  let stray: StrayPrint?

  /// A cap for a head.
  ///
  /// - Parameters:
  ///   - count: how many markers to lay; fewer where there is no room.
  ///   - missing: how many of them to leave out.
  ///   - stray: whether a stray print lies on the torso.
  public init(
    head: PhantomHead, dictionary name: String = "DICT_4X4_100", markerSize: Double = 0.016, count: Int = 46,
    missing: Int = 0, stray: Bool = true, seed: UInt64 = 1
  ) throws(PhantomError) {
    guard let dictionary = MarkerDictionary(name: name) else {
      throw .badOption(
        .term("dictionary", of: "phantom"), found: .text(name), expected: .phrase("opencv_dictionary"))
    }
    try PhantomError.require("marker size", markerSize * 1000, in: 5...40, unit: "mm")
    try PhantomError.require("markers", count, in: 0...min(200, dictionary.count))
    try PhantomError.require("missing markers", missing, in: 0...count)
    var layout = CapLayout(head: head, size: markerSize, bits: dictionary.cells, seed: seed)
    let poses = layout.poses(count: count)
    var generator = SeededGenerator(seed: seed ^ 0x4964_73)
    let chosen = Array((0..<dictionary.count).shuffled(using: &generator).prefix(poses.count))
    let kept = max(0, poses.count - missing)
    let bits = chosen.map { dictionary.bits(of: $0) ?? [] }
    markers = (0..<kept).map { PrintedMarker(id: chosen[$0], size: markerSize, bits: bits[$0], pose: poses[$0]) }
    self.missing = chosen.dropFirst(kept).sorted()
    ids = chosen.sorted()
    self.stray = stray && kept > 0 ? StrayPrint(id: chosen[0], size: 1.3 * markerSize, bits: bits[0]) : nil
    statedMarkerSize = markerSize
    (self.dictionary, self.markerSize, thickness) = (dictionary, markerSize, head.shape.capThickness)
  }

  /// A cap with all markers of a plan.
  ///
  /// - Throws: `PhantomError.badOption` for a dictionary that does not exist, or an id that it does not have.
  init(
    head: PhantomHead, dictionary name: String, markerSize: Double, plan: PlannedCap
  ) throws(PhantomError) {
    guard let dictionary = MarkerDictionary(name: name) else {
      throw .badOption(
        .term("dictionary", of: "phantom"), found: .text(name), expected: .phrase("opencv_dictionary"))
    }
    try PhantomError.require("marker size", markerSize * 1000, in: 5...40, unit: "mm")
    ids = plan.places.map(\.id).sorted()
    for id in ids { try PhantomError.require("markers", id, in: 0...(dictionary.count - 1)) }
    let layout = CapLayout(head: head, size: markerSize, bits: dictionary.cells, seed: 0)
    markers = plan.places.map { place in
      let pose = layout.uprightPose(at: plan.point(of: place, on: head))
      return PrintedMarker(id: place.id, size: markerSize, bits: dictionary.bits(of: place.id) ?? [], pose: pose)
    }
    (missing, stray) = ([], nil)
    statedMarkerSize = markerSize
    (self.dictionary, self.markerSize, thickness) = (dictionary, markerSize, head.shape.capThickness)
  }

  /// The cap without the markers that `isGone` names; their ids count as missing.
  func without(_ isGone: (PrintedMarker) -> Bool) -> PhantomCap {
    var cap = self
    cap.markers = markers.filter { !isGone($0) }
    cap.missing = ids.filter { id in !cap.markers.contains { $0.id == id } }
    return cap
  }

  /// The cap with a stated size, and its markers so much larger than printed.
  func resized(stated: Double, _ factor: (PrintedMarker) -> Double) -> PhantomCap {
    var cap = self
    cap.statedMarkerSize = stated
    cap.markers = markers.map {
      PrintedMarker(id: $0.id, size: $0.size * factor($0), bits: $0.bits, pose: $0.pose)
    }
    return cap
  }

  /// The text of `cap.yaml`, with the print on the chest where there is one.
  func yaml(torso: TorsoPatch?) -> String {
    Cap(
      dictionary: dictionary, markerSize: statedMarkerSize, ids: Set(ids), thickness: thickness,
      torso: torso
    ).yaml
  }

  /// The text of `cap.yaml`.
  public var yaml: String { yaml(torso: nil) }
}

/// A print that does not belong on the cap.
struct StrayPrint: Sendable {
  let id: Int
  let size: Double
  let bits: [[Bool]]

  /// The print at a place.
  func placed(at pose: RigidTransform) -> PrintedMarker {
    PrintedMarker(id: id, size: size, bits: bits, pose: pose)
  }
}

/// Finds the ink at a point of the cap without asking every marker.
struct InkIndex: Sendable {
  private let plates: [InkPlate]
  private let near: CubeMap<SIMD4<Int16>>
  private var slipped: (capFromHead: Matrix3, rest: PhantomSurface)?

  /// Tabulates the up to four markers near each direction.
  init(head: PhantomHead, markers: [PrintedMarker], workers: Workers) {
    plates = markers.map(\.plate)
    near = CubeMap(cells: 64, workers: workers) { u in
      let point = head.point(toward: u)
      let distances = markers.map { ($0.pose.translation - point).length }
      let sorted = markers.indices.filter { distances[$0] < markers[$0].size + 0.004 }
        .sorted { distances[$0] < distances[$1] }
      var slots = SIMD4<Int16>(repeating: -1)
      for (slot, index) in sorted.prefix(4).enumerated() { slots[slot] = Int16(index) }
      return slots
    }
  }

  /// The ink on a cap that has turned on the head whose surface was `rest` before.
  func turned(by turn: Matrix3, over rest: PhantomSurface) -> InkIndex {
    var index = self
    index.slipped = (turn.transpose, rest)
    return index
  }

  /// The ink at a point of the surface, or nil where the cloth is bare.
  @inline(__always)
  func ink(at place: Vector3) -> PrintedMarker.Ink? {
    let point = slipped.map { $0.rest.point(toward: $0.capFromHead * place) } ?? place
    let slots = near.nearest(point)
    for slot in 0..<4 where slots[slot] >= 0 {
      if let ink = plates[Int(slots[slot])].ink(at: point) { return ink }
    }
    return nil
  }
}

/// Markers of one size on the chest: two rows of three on a cloth that lies on the torso.
struct PhantomPatch: Sendable {
  /// The markers' ids, which the cap does not carry.
  let ids: [Int]
  /// The printed edge length in metres.
  let markerSize: Double
  private let prints: [StrayPrint]
  /// By how much it turns about the normal in its middle, in radians, and when.
  private let turn: Double, turnedAt: Double

  /// How long it takes to turn, in seconds.
  private static let turnSeconds = 0.5
  private static let columns = [-1.0, 0, 1], rows = [1.0, -1]
  /// From marker to marker, in edge lengths.
  private static let pitch = 1.4

  /// A patch of markers that are on no cap; nil where the dictionary has too few.
  init?(beside cap: PhantomCap, slip: Double, at time: Double) {
    let free = (0..<cap.dictionary.count).reversed().filter { !cap.ids.contains($0) }.prefix(6).sorted()
    guard free.count == 6 else { return nil }
    (ids, markerSize, turn, turnedAt) = (free, cap.markerSize, slip * .pi / 180, time)
    prints = free.map { StrayPrint(id: $0, size: cap.markerSize, bits: cap.dictionary.bits(of: $0) ?? []) }
  }

  /// What `cap.yaml` states.
  var description: TorsoPatch { TorsoPatch(markerSize: markerSize, ids: Set(ids)) }

  /// Where the prints lie on a torso at a time, in the torso's frame.
  func prints(on torso: Capsule, at time: Double) -> [PrintedMarker] {
    let angle = turn * smoothstep((time - turnedAt) / Self.turnSeconds)
    return zip(prints, places).map { print, place in
      let turned = Vector2(
        place.x * cos(angle) - place.y * sin(angle), place.x * sin(angle) + place.y * cos(angle))
      let pose = Self.pose(on: torso, at: turned)
      return print.placed(at: pose * RigidTransform(rotation: .rotation([0, 0, angle]), translation: .zero))
    }
  }

  /// From the middle to its right and up; metres along the cloth.
  private var places: [Vector2] {
    Self.rows.flatMap { row in
      Self.columns.map { Vector2($0, row / 2) * (Self.pitch * markerSize) }
    }
  }

  /// The pose of a print on the chest: x to its right, y to its top, z outwards.
  private static func pose(on torso: Capsule, at place: Vector2) -> RigidTransform {
    let angle = atan2(0.6, 0.8) + place.y / torso.radius
    let (normal, up) = (Vector3(0, cos(angle), sin(angle)), Vector3(0, -sin(angle), cos(angle)))
    let right = Vector3(-1, 0, 0)
    let centre = (torso.start + torso.end) / 2 + right * place.x + normal * torso.radius
    return RigidTransform(rotation: Matrix3(columns: right, up, normal), translation: centre)
  }
}
