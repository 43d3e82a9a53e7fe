import Diagnostics
import Geometry
public import Markers

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
