import Analysis
import Geometry
import HeadViews
import Landmarks
import PointClouds
import ScanPipeline
import Workers

/// The head as the page shows it, in the frame of what is picked on.
struct ShownHead: Sendable {
  /// The surface with the maps that do not depend on landmarks; nil where there is no surface.
  let scene: HeadScene?
  /// The head with as many triangles as a browser turns smoothly.
  let reduced: HeadScene?
  private let workers: Workers

  /// A head of which there is no surface.
  static let nothing = ShownHead(scene: nil, reduced: nil, workers: Workers(count: 1))

  /// Prepares a mesh.
  ///
  /// - Parameter markers: the corners of the cap's markers, metres.
  static func prepare(_ mesh: Mesh, markers: [Int: [Vector3]], workers: Workers) -> ShownHead {
    let scene = try? HeadScene.make(mesh, markers: markers, maps: [.coverage, .uncertainty], workers: workers)
    return ShownHead(scene: scene, reduced: scene?.reduced(toTriangles: HeadScene.pageTriangles), workers: workers)
  }

  /// The reduced scene with what was measured on it.
  func annotated(_ annotation: HeadAnnotation) -> HeadScene? { reduced?.annotated(annotation, workers: workers) }

  /// A still picture, for browsers without WebGL.
  func picture(_ side: HeadView, _ annotation: HeadAnnotation, map: HeadMap.Kind?) -> HeadPicture? {
    annotated(annotation).map {
      HeadPicture.render($0, from: side, width: 480, height: 480, showing: map.map { .map($0) } ?? .clay)
    }
  }
}
