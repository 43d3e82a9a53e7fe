import Analysis
import Diagnostics
import Geometry
import Landmarks

/// Where the picks lie in the frame of the mesh, and what follows from them.
struct Placement: Sendable {
  /// The landmarks to measure with: picked before the cap's before those that the surface shows.
  var landmarks: HeadLandmarks
  /// The picked ones alone.
  var picked: HeadLandmarks
  /// What the surface's shape shows.
  var found: HeadLandmarks
  /// The clicks on each landmark, in the order in which they were made.
  var clicks: [Landmark: [ReportedClick]] = [:]
}

/// What landmarks are picked on: a recording or a mesh.
protocol PickingSubject: Sendable {
  /// The head that is shown.
  var head: ShownHead { get }
  /// Where up is, a unit vector in the frame of the mesh, by the recorder's sense of gravity; nil where it is not known.
  var up: Vector3? { get }

  /// Places what is picked.
  func place(_ picks: Picks) -> Placement

  /// Measures the head, by the code of `reconstruct` or `measure`.
  func measure(_ placement: Placement, by choices: MeasurementProtocol, withIntervals: Bool) -> HeadMeasures

  /// What a ray from the page picks of a landmark, in metres; nil where it misses the head.
  func meet(_ landmark: Landmark, _ origin: Vector3, _ direction: Vector3) -> Picks.Pick?

  /// The landmark as the program proposes it, once somebody has accepted it; nil where it proposes none.
  func proposal(of landmark: Landmark) -> Picks.Pick?
}
