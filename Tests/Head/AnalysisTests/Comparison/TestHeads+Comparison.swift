import Geometry
import Landmarks
import PointClouds
import Testing

@testable import Analysis

extension TestHeads {
  /// A head without symmetry, and a scan of it with its landmarks: made once for all tests.
  static let plagiocephalicHead = plagiocephalic(rings: 45, spokes: 120)
  static let plagiocephalicScan = Result { try compared(plagiocephalicHead) }

  /// A scan of a surface with its landmarks, measured.
  static func compared(_ mesh: Mesh, _ places: [Landmark: Vector3] = landmarks) throws -> ComparedHead {
    let landmarks = HeadLandmarks(places, standardDeviation: 0.001)
    let surface = try HeadSurface(mesh)
    let measures = try HeadAnalysis().faceless.measure(surface, landmarks: landmarks)
    return ComparedHead(
      surface, landmarks: landmarks, frame: try #require(measures.frame), results: measures.results,
      level: measures.section?.level,
      bridgedGap: 0.003)
  }
}

extension Mesh {
  /// The mesh with its vertices elsewhere.
  func image(_ map: (Vector3) -> Vector3) -> Mesh {
    var image = self
    image.positions = positions.map(map)
    return image
  }
}
