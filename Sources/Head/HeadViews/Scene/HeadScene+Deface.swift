import Analysis
import Geometry
import Landmarks
import PointClouds

/// The part of a head by which a child could be known: the face from the brow down, in the mesh's frame.
struct FaceRegion {
  /// The head frames by which it is told, and the sellion's distance from the ears in each, metres.
  private let frames: [(headFromMesh: RigidTransform, sellion: Double)]

  /// The face lies farther forward than a third of the way from the ears to the sellion, …
  private static let forward = 1.0 / 3
  /// … and lower than a fifth of that way over the base plane: the brows of infants lie below it.
  private static let brow = 1.0 / 5

  /// By the landmarks of a scene, and by the face that its surface shows: a sellion that was picked on the nose would leave
  /// the eyes. Nil where one of the two does not tell.
  init?(of scene: HeadScene) {
    let picked = Dictionary(scene.annotation.landmarks.map { ($0.landmark, $0.position) }) { first, _ in first }
    guard let headFromMesh = scene.annotation.headFromMesh, let sellion = picked[.sellion],
      let surface = try? HeadSurface(scene.mesh)
    else { return nil }
    let up = headFromMesh.inverse.rotation * Vector3(0, 0, 1)
    let found = AutomaticLandmarks.find(on: surface, up: up).landmarks
    // Ears are often covered; what was picked does for them.
    guard let seen = found[.sellion], let left = found[.tragionLeft] ?? picked[.tragionLeft],
      let right = found[.tragionRight] ?? picked[.tragionRight],
      let frame = try? HeadFrame(sellion: seen, tragionLeft: left, tragionRight: right)
    else { return nil }
    frames = [(headFromMesh, sellion), (frame.headFromScan, seen)].map { ($0, ($0 * $1).y) }
  }

  /// True for a point of the face.
  func contains(_ point: Vector3) -> Bool {
    frames.contains { headFromMesh, sellion in
      let point = headFromMesh * point
      return point.y > Self.forward * sellion && point.z < Self.brow * sellion
    }
  }
}

extension HeadScene {
  /// The scene without the face, by which a child could be known; nil where landmarks and surface do not both tell where it is.
  ///
  /// With the sellion at (0, s, 0) in a head frame, the face is what has y > s/3 and z < s/5 in the frame of the scene's
  /// landmarks, and in that of the landmarks that are found on its surface. Triangles with a vertex in it are removed, and so
  /// are the colours of the whole surface, the landmarks, lines and holes that reach into it. The markers stay.
  public func defaced() -> HeadScene? { FaceRegion(of: self).map(without) }

  /// Scenes of one surface with the same landmarks, without its face; nil where that is not known.
  public static func defaced(_ scenes: [HeadScene]) -> [HeadScene]? {
    scenes.first.flatMap(FaceRegion.init(of:)).map { face in scenes.map { $0.without(face) } }
  }

  private func without(_ face: FaceRegion) -> HeadScene {
    var scene = self
    scene.removeFace(mesh.positions.map(face.contains))
    scene.holes = holes.filter { !$0.contains(where: face.contains) }
    scene.annotation = annotation.without(face.contains)
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
  /// The annotation without the landmarks and drawings in a region.
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
