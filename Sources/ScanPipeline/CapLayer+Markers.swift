import Analysis
import Geometry
import Markers
import Tracking

extension CapLayer {
  /// The cap as its markers show where it lies; nil where none was seen.
  init?(_ cap: Cap, _ map: MarkerMap) {
    let corners = map.ids.flatMap { map.markers[$0]!.corners }
    guard !corners.isEmpty else { return nil }
    self.init(thickness: cap.thickness, points: corners, margin: Self.margin(map.centres))
  }

  /// Half the usual distance from a marker to its nearest neighbour: markers are spread over a cap as they fit, and a cap
  /// that reached a whole distance farther would have room for another row. 5 mm at least.
  static func margin(_ centres: [Vector3]) -> Double {
    let nearest = centres.indices.compactMap { i in
      centres.indices.lazy.filter { $0 != i }.map { (centres[$0] - centres[i]).length }.min()
    }
    return nearest.isEmpty ? 0.005 : max(0.005, RobustStatistics.median(nearest) / 2)
  }
}
