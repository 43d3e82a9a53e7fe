import Geometry
import Landmarks

/// The part of a head by which a child could be known: the face from the brow down, in the head frame.
struct FaceRegion {
  /// In front of this and below that, metres in the head frame.
  let behind, above: Double

  /// The face lies farther forward than a third of the way from the ears to the sellion, …
  private static let forward = 1.0 / 3
  /// … and lower than a fifth of that way over the base plane: the brows of infants lie below it.
  private static let brow = 1.0 / 5

  /// - Parameter sellion: in the head frame.
  init(sellion: Vector3) { (behind, above) = (Self.forward * sellion.y, Self.brow * sellion.y) }

  /// True for a point of the face, in the head frame.
  func contains(_ point: Vector3) -> Bool { point.y > behind && point.z < above }
}

extension HeadScene {
  /// The scene without the face, by which a child could be known; nil where no landmarks tell where it is.
  ///
  /// With the sellion at (0, s, 0) in the head frame, the face is what has y > s/3 and z < s/5. Triangles with a vertex in it
  /// are removed, and so are the colours of the whole surface, the landmarks, lines and holes that reach into it. The
  /// markers stay.
  public func defaced() -> HeadScene? {
    guard let headFromMesh = annotation.headFromMesh,
      let sellion = annotation.landmarks.first(where: { $0.landmark == .sellion })
    else { return nil }
    let face = FaceRegion(sellion: headFromMesh * sellion.position)
    let isFace = { (point: Vector3) in face.contains(headFromMesh * point) }
    var scene = self
    scene.removeFace(mesh.positions.map(isFace))
    scene.holes = holes.filter { !$0.contains(where: isFace) }
    scene.annotation = annotation.without(isFace)
    return scene
  }

  private mutating func removeFace(_ isFace: [Bool]) {
    mesh.colors = []
    mesh.triangles = mesh.triangles.filter { t in !(0..<3).contains { isFace[Int(t[$0])] } }
    let origin: [Int32]
    (mesh, origin) = mesh.compacted()
    maps = maps.map { map in
      var map = map
      map.values = origin.map { map.values[Int($0)] }
      return map
    }
  }
}

extension HeadAnnotation {
  /// What lies outside a region.
  fileprivate func without(_ isInside: (Vector3) -> Bool) -> HeadAnnotation {
    var rest = self
    rest.landmarks = landmarks.filter { !isInside($0.position) }
    rest.diagonals = diagonals.filter { !isInside($0.front) && !isInside($0.back) }
    rest.gaps = gaps.filter { !$0.contains(where: isInside) }
    if outline.joined().contains(where: isInside) {
      rest.outline = outline.flatMap { line in
        (isClosed ? line + line.prefix(1) : line).split(whereSeparator: isInside).map(Array.init)
      }
      rest.isClosed = false
    }
    return rest
  }
}
