import Geometry
import Markers

/// The cap's markers as known while a scan is still going on: a map that grows with every frame.
///
/// It grows by the steps that make the first map of ``Tracker``, one frame after the other and without adjustment: good to a few
/// millimetres, which is enough to tell where things lie. Its size depends on the cap, not on the length of the scan.
public struct LiveMap: Sendable {
  /// Four corners of each known marker in the map's frame, metres.
  public private(set) var corners: [Int: [Vector3]] = [:]
  private var sightings: [Int: Int] = [:]

  /// The fewest markers that begin a map.
  private static let fewestToBegin = 3
  /// The number of sightings over which a marker's place is averaged, the latest weighing most.
  private static let memory = 30

  /// A map that knows nothing; its frame becomes that of the first camera that sees three markers.
  public init() {}

  /// A map that begins with known markers, in their frame.
  ///
  /// - Parameter known: four corners of each marker, metres, clockwise in the print from its top left.
  public init(known: [Int: [Vector3]]) {
    corners = known
    sightings = known.mapValues { _ in Self.memory }
  }

  /// Takes in a frame's markers, each seen once, and finds the camera that saw them: `mapFromCamera`.
  ///
  /// - Returns: nil where fewer than two known markers agree within 5 mm; the map stays as it was then.
  public mutating func place(_ markers: [MarkerObservation]) -> RigidTransform? {
    let sighted = markers.compactMap { marker in marker.metric.map { (id: marker.id, corners: $0.points) } }
    if corners.isEmpty {
      guard sighted.count >= Self.fewestToBegin else { return nil }
      for marker in sighted { add(marker.id, marker.corners) }
      return .identity
    }
    guard let pose = RobustPose.find(sighted, in: corners) else { return nil }
    for marker in sighted where corners[marker.id] == nil || pose.inliers.contains(marker.id) {
      add(marker.id, marker.corners.map { pose.mapFromCamera * $0 })
    }
    return pose.mapFromCamera
  }

  /// The middle of a known marker in the map's frame, metres.
  public func centre(of id: Int) -> Vector3? { corners[id].map { $0.reduce(.zero, +) / 4 } }

  /// The unit normal of a known marker out of its print.
  public func normal(of id: Int) -> Vector3? {
    corners[id].map { ($0[3] - $0[1]).cross($0[2] - $0[0]).normalized }
  }

  private mutating func add(_ id: Int, _ points: [Vector3]) {
    let count = min(sightings[id, default: 0] + 1, Self.memory)
    let old = corners[id] ?? points
    corners[id] = zip(old, points).map { $0 + ($1 - $0) / Double(count) }
    sightings[id] = count
  }
}
