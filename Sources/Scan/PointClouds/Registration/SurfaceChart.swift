import Geometry

/// A surface as a chart of small patches, from which the signed distances of any number of views can be read at little
/// cost.
///
/// The space within ``SurfaceChart/reach`` of the surface is cut into cells, and each knows the vertex on whose
/// normal it lies. So a point finds its foot in one step, and the residual is its distance from that vertex's tangent
/// plane.
public struct SurfaceChart: Sendable {
  /// The patches, in the order in which the surface's vertices meet them.
  public private(set) var patches: [SurfacePatch] = []
  private let positions: [SIMD3<Float>]
  private let normals: [SIMD3<Float>]
  private var patchOfVertex: [Int32] = []
  private let origin: SIMD3<Float>
  private let size: SIMD3<Int32>
  /// The vertex of each cell; -1 where none is near.
  private var cells: [Int32]

  /// How far from the surface points are read, metres. See Docs/methods/slips.md (Detecting a slip); the number itself
  /// is assumed.
  private static let reach: Float = 0.008
  /// The edge of the cubes that make patches, metres. See Docs/methods/slips.md (Detecting a slip); the number itself
  /// is assumed.
  private static let patch: Float = 0.004
  /// The least cosine between a point's normal and that of its patch. Assumed: 45°.
  private static let leastCosine: Float = 0.7
  /// The edge of a cell, metres.
  private static let cell: Float = 0.002
  /// The most cells along an axis: a larger surface is not a head's.
  private static let mostCells: Int32 = 250

  /// The chart of a fused surface (normals outwards); nil where there is too little of it.
  public init?(_ mesh: Mesh) {
    guard mesh.normals.count == mesh.positions.count, mesh.positions.count >= RegistrationModel.fewestPoints else {
      return nil
    }
    positions = mesh.positions.map { SIMD3<Float>($0) }
    normals = mesh.normals
    var (low, high) = (positions[0], positions[0])
    for p in positions { (low, high) = (pointwiseMin(low, p), pointwiseMax(high, p)) }
    origin = low - Self.reach
    let extent = ((high - low + 2 * Self.reach) / Self.cell).rounded(.up)
    guard extent.max() < Float(Self.mostCells) else { return nil }
    size = SIMD3<Int32>(extent) &+ 1
    cells = Array(repeating: -1, count: Int(size.x) * Int(size.y) * Int(size.z))
    fillCells()
    makePatches()
  }

  /// The mean signed distances of a view's points (metres, frame of the surface, then moved) from the patches behind
  /// them.
  public func offsets(of cloud: Cloud, moved motion: RigidTransform = .identity) -> [SurfaceOffset] {
    var found: [(patch: Int32, distance: Float)] = []
    found.reserveCapacity(cloud.positions.count)
    for (position, normal) in zip(cloud.positions, cloud.normals) {
      let point = SIMD3<Float>(motion * position)
      guard let cell = index(point), cells[cell] >= 0 else { continue }
      let vertex = Int(cells[cell])
      let turned = SIMD3<Float>(motion.rotation * Vector3(normal))
      guard (normals[vertex] * turned).sum() >= Self.leastCosine else { continue }
      let distance = ((point - positions[vertex]) * normals[vertex]).sum()
      if abs(distance) <= Self.reach { found.append((patchOfVertex[vertex], distance)) }
    }
    // Neighbours in the view err together, so a view gives one value for a patch.
    found.sort { $0.patch < $1.patch }
    var offsets: [SurfaceOffset] = []
    var start = 0
    while start < found.count {
      var (end, sum) = (start, Float(0))
      while end < found.count, found[end].patch == found[start].patch {
        (sum, end) = (sum + found[end].distance, end + 1)
      }
      offsets.append(SurfaceOffset(patch: Int(found[start].patch), distance: Double(sum) / Double(end - start)))
      start = end
    }
    return offsets
  }

  private func index(_ point: SIMD3<Float>) -> Int? {
    let place = ((point - origin) / Self.cell).rounded(.down)
    guard place.min() >= 0, place.x < Float(size.x), place.y < Float(size.y), place.z < Float(size.z) else {
      return nil
    }
    let p = SIMD3<Int32>(place)
    return (Int(p.z) * Int(size.y) + Int(p.y)) * Int(size.x) + Int(p.x)
  }

  /// Gives every cell along a vertex's normal to that vertex, unless one is nearer to it.
  private mutating func fillCells() {
    var nearest = [Float](repeating: .infinity, count: cells.count)
    let steps = Int(Self.reach / Self.cell)
    for vertex in positions.indices where normals[vertex].x.isFinite {
      for step in -steps...steps {
        let point = positions[vertex] + normals[vertex] * (Float(step) * Self.cell)
        guard let cell = index(point) else { continue }
        let distance = abs(Float(step)) * Self.cell
        if distance < nearest[cell] { (nearest[cell], cells[cell]) = (distance, Int32(vertex)) }
      }
    }
  }

  /// Joins the vertices in a cube whose normals point the same way.
  private mutating func makePatches() {
    var numbers: [SIMD4<Int32>: Int32] = [:]
    var counts: [Double] = []
    patchOfVertex = positions.indices.map { vertex in
      let n = normals[vertex]
      let cube = SIMD3<Int32>(((positions[vertex] - origin) / Self.patch).rounded(.down))
      let size = SIMD3<Float>(abs(n.x), abs(n.y), abs(n.z))
      let axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2)
      let key = SIMD4<Int32>(cube, Int32(2 * axis + (n[axis] < 0 ? 1 : 0)))
      let number = numbers[key] ?? Int32(patches.count)
      if number == patches.count {
        numbers[key] = number
        patches.append(SurfacePatch(point: .zero, normal: .zero))
        counts.append(0)
      }
      patches[Int(number)].point += Vector3(positions[vertex])
      patches[Int(number)].normal += Vector3(n)
      counts[Int(number)] += 1
      return number
    }
    for i in patches.indices {
      patches[i].point /= counts[i]
      patches[i].normal = patches[i].normal.normalized
    }
  }
}

/// A piece of the surface a few millimetres wide.
public struct SurfacePatch: Sendable, Equatable {
  /// Its middle, metres.
  public var point: Vector3
  /// The unit outward normal.
  public var normal: Vector3

  /// A patch from its parts.
  public init(point: Vector3, normal: Vector3) { (self.point, self.normal) = (point, normal) }
}

/// The distance at which a view saw a patch of a surface in front of it.
public struct SurfaceOffset: Sendable, Equatable {
  /// The number of the patch.
  public var patch: Int
  /// Along the patch's normal, metres.
  public var distance: Double

  /// An offset from its parts.
  public init(patch: Int, distance: Double) { (self.patch, self.distance) = (patch, distance) }
}

extension SurfaceChart {
  /// The one motion that brings the points of many views (frame of the surface, displaced together) onto the surface.
  ///
  /// Views from all sides together determine directions that no single view does. Gauss–Newton steps with Tukey's
  /// weights use the mean over the views that see a patch. A start from a blurred surface is too small, so multiples of
  /// it are tried as well; the motion that brings most points near the surface wins.
  ///
  /// - Returns: the motion; nil where no start converges.
  public func correction(of clouds: [Cloud], from start: RigidTransform = .identity) -> RigidTransform? {
    let starts = start == .identity ? [start] : Self.multiples.map(start.power)
    let settled = starts.compactMap { settle(clouds, from: $0) }
    return settled.max { near(clouds, $0) < near(clouds, $1) }
  }

  /// Multiples of the first estimate from which the two parts of a scan are joined. An estimate from a blurred surface
  /// is too small, Docs/decisions/tracking.md (A scan that slipped is split before the slip is measured); the multiples
  /// are assumed.
  private static let multiples = [1, 2, 3.5]
  /// Points nearer than this count as lying on the surface when the two parts of a scan are joined, metres. Assumed.
  private static let nearness = 0.001
  /// The most steps from one start.
  private static let mostSteps = 30

  private func settle(_ clouds: [Cloud], from start: RigidTransform) -> RigidTransform? {
    let fit = PatchMotionFit(patches)
    var motion = start
    for _ in 0..<Self.mostSteps {
      let sums = PatchSums(clouds.map { offsets(of: $0, moved: motion) }[...], count: patches.count)
      let differences = zip(sums.counts, sums.sums).map {
        PatchDifference(weight: $0, distance: $0 > 0 ? $1 / $0 : 0)
      }
      guard let step = fit.robust(differences)?.motion else { return nil }
      motion = fit.transform(step) * motion
      let turn = Vector3(step[0], step[1], step[2]).length
      if turn < 1e-4, Vector3(step[3], step[4], step[5]).length < 1e-5 { return motion }
    }
    return nil
  }

  private func near(_ clouds: [Cloud], _ motion: RigidTransform) -> Int {
    clouds.reduce(0) { sum, cloud in
      sum + offsets(of: cloud, moved: motion).count { abs($0.distance) < Self.nearness }
    }
  }
}
