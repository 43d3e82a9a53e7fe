import Geometry
import PointClouds

extension HeadScene {
  /// The scene with at most `most` triangles, by collapsing the edges that change the surface least (meshoptimizer's
  /// quadric errors, Garland & Heckbert 1997). Vertices stay where they are and keep their values; those on the rims all
  /// stay, unless the rims alone have too many. Edges of colour count as relief, so that printed markers stay readable.
  public func reduced(toTriangles most: Int) -> HeadScene {
    guard mesh.triangles.count > most else { return self }
    var scene = self
    scene.mesh.triangles = mesh.simplified(to: most)
    let origin: [Int32]
    (scene.mesh, origin) = scene.mesh.compacted()
    scene.maps = maps.map { map in
      var map = map
      map.values = origin.map { map.values[Int($0)] }
      return map
    }
    return scene
  }
}
