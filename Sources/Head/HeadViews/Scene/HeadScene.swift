import Analysis
public import Geometry
public import PointClouds
public import Workers

/// A head as it is shown: its surface with maps, and what is drawn on it. All of it is in metres, in the mesh's frame.
public struct HeadScene: Sendable {
  /// A printed marker of the cap.
  public struct Marker: Sendable, Equatable {
    /// The number that it shows.
    public var id: Int
    /// Its four corners in order.
    public var corners: [Vector3]

    /// A marker from its parts.
    public init(id: Int, corners: [Vector3]) { (self.id, self.corners) = (id, corners) }
  }

  /// The surface, every index in range and every coordinate finite; colours where they are known.
  public internal(set) var mesh: Mesh
  /// Values at the vertices.
  public internal(set) var maps: [HeadMap]
  /// Landmarks, section and diagonals: what changes with the landmarks.
  public var annotation: HeadAnnotation
  /// The markers in the order of their ids.
  public var markers: [Marker]
  /// The rims of the surface's holes, the longest first.
  public internal(set) var holes: [[Vector3]]

  init(mesh: Mesh, maps: [HeadMap], annotation: HeadAnnotation, markers: [Marker], holes: [[Vector3]]) {
    (self.mesh, self.maps, self.annotation, self.markers, self.holes) = (mesh, maps, annotation, markers, holes)
  }

  /// The map of a kind, or nil where it is not known.
  public subscript(kind: HeadMap.Kind) -> HeadMap? { maps.first { $0.kind == kind } }

  /// The transform to the head frame; where there is none, up stands for its third axis, or else the mesh's frame for all.
  var headFromMesh: RigidTransform { annotation.headFromMesh ?? annotation.upright ?? .identity }
}

extension HeadScene {
  /// Rims shorter than this, in metres, are too small to be seen and are not drawn.
  private static let shortestRim = 0.010

  /// The scene of a head: finds the holes and computes the maps that can be known.
  ///
  /// - Parameters:
  ///   - mesh: the surface, metres; triangles with indices out of range, coordinates that are not finite or vertices that
  ///     were not observed (weight zero) are left out.
  ///   - annotation: landmarks, section and diagonals in the mesh's frame.
  ///   - markers: the four corners of each of the cap's markers by its id, metres, the mesh's frame.
  ///   - kinds: the maps that are wanted; those that the mesh or the annotation can't carry are left out.
  ///   - uncertainty: the model behind ``HeadMap/Kind/uncertainty``.
  /// - Throws: ``SurfaceError`` for a mesh of which nothing is left.
  public static func make(
    _ mesh: Mesh, annotation: HeadAnnotation = HeadAnnotation(), markers: [Int: [Vector3]] = [:],
    maps kinds: Set<HeadMap.Kind> = Set(HeadMap.Kind.allCases), workers: Workers = Workers(count: 1)
  ) throws(SurfaceError) -> HeadScene {
    let shown = try mesh.shown()
    let surface = HeadSurface(positions: shown.positions, triangles: shown.triangles)
    let holes = Hole.all(of: surface)
    var scene = HeadScene(
      mesh: shown, maps: [], annotation: annotation,
      markers: markers.filter { $0.value.count == 4 && $0.value.allSatisfy(\.isFinite) }
        .map { Marker(id: $0.key, corners: $0.value) }.sorted { $0.id < $1.id },
      holes: holes.filter { $0.perimeter >= shortestRim }.map(\.rim))
    scene.annotation.up = annotation.up ?? holes.first.flatMap { up(of: shown.positions, above: $0) }
    scene.computeMaps(kinds, workers: workers)
    return scene
  }

  /// The lengths of a rim, in metres, that can be that of a neck. Assumed: from half the way round a newborn's to a neck with
  /// the lower face that was not scanned.
  private static let neckRim = 0.1...0.6
  /// How far the surface's middle must lie from that of the rim, as a share of the rim's length: else it is the edge of a
  /// shell. Assumed: a head's middle lies half a width above its neck.
  private static let leastRise = 0.08

  /// Away from the widest hole, where the neck and what lies below the scan are; nil where it can't be that of a neck.
  private static func up(of positions: [Vector3], above hole: Hole) -> Vector3? {
    let perimeter = hole.perimeter
    guard neckRim.contains(perimeter), !positions.isEmpty else { return nil }
    let rise = positions.reduce(.zero, +) / Double(positions.count) - hole.centre
    return rise.length >= leastRise * perimeter ? rise.normalized : nil
  }

  private mutating func computeMaps(_ kinds: Set<HeadMap.Kind>, workers: Workers) {
    maps = HeadMap.Kind.allCases.filter(kinds.contains).compactMap { kind in
      switch kind {
      case .coverage: HeadMap.coverage(of: mesh)
      case .asymmetry:
        annotation.headFromMesh.map { HeadMap.asymmetry(of: mesh, headFromMesh: $0, workers: workers) }
      case .uncertainty: HeadMap.uncertainty(of: mesh)
      case .distance: nil
      }
    }
  }

  /// The scene with new landmarks, and the maps that follow from them.
  public func annotated(_ annotation: HeadAnnotation, workers: Workers = Workers(count: 1)) -> HeadScene {
    var scene = self
    scene.annotation = annotation
    scene.annotation.up = annotation.up ?? self.annotation.up
    guard annotation.headFromMesh != self.annotation.headFromMesh else { return scene }
    scene.maps = scene.maps.filter { $0.kind != .asymmetry }
    if let frame = annotation.headFromMesh {
      scene.add(.asymmetry(of: mesh, headFromMesh: frame, workers: workers))
    }
    return scene
  }

  /// Adds a map, or replaces that of its kind. It must have a value for each vertex of ``mesh``.
  public mutating func add(_ map: HeadMap) {
    precondition(map.values.count == mesh.positions.count)
    maps = (maps.filter { $0.kind != map.kind } + [map]).sorted { $0.kind.rank < $1.kind.rank }
  }
}

extension HeadMap.Kind {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self)! }
}

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
