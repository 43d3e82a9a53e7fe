import Geometry
import Workers

/// Finds the ink at a point of the cap without asking every marker.
struct InkIndex: Sendable {
  private let markers: [PrintedMarker]
  private let near: CubeMap<SIMD4<Int16>>
  private var slipped: (capFromHead: Matrix3, rest: PhantomSurface)?

  /// Tabulates the up to four markers near each direction.
  init(head: PhantomHead, markers: [PrintedMarker], workers: Workers) {
    self.markers = markers
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

  /// The same ink on a cap that has turned on the head whose surface was `rest` before.
  func turned(by turn: Matrix3, over rest: PhantomSurface) -> InkIndex {
    var index = self
    index.slipped = (turn.transpose, rest)
    return index
  }

  /// The ink at a point of the surface, or nil where the cloth is bare.
  func ink(at place: Vector3) -> PrintedMarker.Ink? {
    let point = slipped.map { $0.rest.point(toward: $0.capFromHead * place) } ?? place
    let slots = near.nearest(point)
    for slot in 0..<4 where slots[slot] >= 0 {
      if let ink = markers[Int(slots[slot])].ink(at: point) { return ink }
    }
    return nil
  }
}
