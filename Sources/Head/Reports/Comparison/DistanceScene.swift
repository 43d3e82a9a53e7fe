public import Analysis
import Geometry
public import HeadViews
import Landmarks
import PointClouds

extension HeadComparison {
  /// The distance at the ends of the colour scale, in metres: the same for all comparisons, so that they can be compared.
  public static let distanceLimit = 0.005

  /// The later head in the head frame of the earlier one, with its distance from that.
  ///
  /// - Throws: ``SurfaceError`` for a surface of which nothing is left.
  public func scenes() throws -> ComparedScenes {
    var annotation = HeadAnnotation(
      landmarks: landmarks.estimates.sorted { $0.key < $1.key }.map { landmark, estimate in
        .init(landmark, position: estimate.position, state: estimate.fault == nil ? .accepted : .rejected)
      })
    annotation.headFromMesh = .identity
    let scene = try HeadScene.make(
      Mesh(positions: surface.positions, triangles: surface.triangles), annotation: annotation, maps: [])
    return ComparedScenes(
      distance: scene.with(distances, of: surface.positions), shape: scene.with(shape, of: surface.positions))
  }
}

/// A head with its distance from an earlier one.
public struct ComparedScenes: Sendable {
  /// The distance at their own sizes.
  public var distance: HeadScene
  /// The surface with the distance that is left at one size: the change of shape.
  public var shape: HeadScene

  /// Without the face below the brow; nil where that is not known.
  var defaced: ComparedScenes? {
    HeadScene.defaced([distance, shape]).map { ComparedScenes(distance: $0[0], shape: $0[1]) }
  }
}

extension HeadScene {
  /// The scene with distances at vertices. It has its own order of them; their places are the same.
  fileprivate func with(_ map: DistanceMap, of positions: [Vector3]) -> HeadScene {
    let known = Dictionary(zip(positions, map.values)) { first, _ in first }
    var scene = self
    scene.add(.distance(mesh.positions.map { known[$0] ?? .nan }, limit: HeadComparison.distanceLimit))
    return scene
  }
}
