import Analysis
import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import HeadViews

@Suite struct HeadSceneTests {
  @Test func trianglesThatCannotBeShownAreLeftOut() throws {
    var mesh = TestHead.mesh()
    let sound = mesh.triangles.count
    mesh.positions.append([.nan, 0, 0])
    mesh.weights.append(1)
    let bad = Int32(mesh.positions.count - 1)
    mesh.triangles += [[0, 1, bad], [0, 1, 1_000_000], [-1, 0, 1], [5, 5, 6], [5, 6, 6], [6, 5, 6]]
    let scene = try HeadScene.make(mesh)
    #expect(scene.mesh.triangles.count == sound)
    #expect(scene.mesh.positions.allSatisfy { $0.isFinite })
    #expect(scene.mesh.normals.count == scene.mesh.positions.count)
    #expect(scene.maps.map(\.kind) == [.coverage])
    #expect(throws: SurfaceError.self) { try HeadScene.make(Mesh(positions: [[0, 0, 0]], triangles: [[0, 0, 0]])) }
  }

  @Test func aMeshThatIsTurnedInsideOutIsTurnedBack() throws {
    var mesh = TestHead.mesh()
    mesh.triangles = mesh.triangles.map { [$0.x, $0.z, $0.y] }
    let scene = try HeadScene.make(mesh)
    for (position, normal) in zip(scene.mesh.positions, scene.mesh.normals) {
      #expect(Vector3(normal).dot(TestHead.normal(position)) > 0.9)
    }
  }

  /// Which way is outside is told from the head's own middle, wherever it lies in its frame.
  @Test(arguments: [1.0, -1]) func theOutsideIsToldFromTheMiddleOfTheHead(_ height: Double) throws {
    for isTurned in [false, true] {
      var mesh = TestHead.mesh(rings: 20)
      mesh.positions = mesh.positions.map { $0 + Vector3(0, 0, height) }
      if isTurned { mesh.triangles = mesh.triangles.map { [$0.x, $0.z, $0.y] } }
      let scene = try HeadScene.make(mesh, maps: [])
      for (position, normal) in zip(scene.mesh.positions, scene.mesh.normals) {
        #expect(Vector3(normal).dot(TestHead.normal(position - Vector3(0, 0, height))) > 0.9)
      }
    }
  }

  /// Six triangles meet at a vertex. Where no vertex has a weight, all were observed.
  @Test func whatWasNotObservedIsLeftOut() throws {
    var mesh = TestHead.mesh(rings: 20)
    let lost = 7 * TestHead.spokes + 3
    mesh.weights[lost] = 0
    mesh.weights[3 * TestHead.spokes] = 0.01
    let scene = try HeadScene.make(mesh, maps: [])
    #expect(scene.mesh.triangles.count == mesh.triangles.count - 6)
    #expect(!scene.mesh.positions.contains(mesh.positions[lost]))
    mesh.weights = mesh.weights.map { _ in 0 }
    #expect(try HeadScene.make(mesh, maps: []).mesh.triangles.count == mesh.triangles.count)
  }

  /// A triangle here is 6 mm around, three squares side by side 16 mm: from 10 mm on a rim is drawn.
  @Test func smallHolesAreNotDrawn() throws {
    let mesh = TestHead.mesh()
    let first = 2 * (55 * TestHead.spokes + 10)
    for (count, holes) in [(1, 2), (6, 3)] {
      var cut = mesh
      cut.triangles.removeSubrange(first..<(first + count))
      #expect(try HeadScene.make(cut, maps: []).holes.count == holes, "\(count)")
    }
  }

  @Test func trianglesWithoutSharedVerticesAreJoined() throws {
    let mesh = TestHead.mesh(rings: 20)
    var loose = Mesh()
    for t in mesh.triangles {
      for k in 0..<3 { loose.positions.append(mesh.positions[Int(t[k])]) }
      let n = Int32(loose.positions.count)
      loose.triangles.append([n - 3, n - 2, n - 1])
    }
    let scene = try HeadScene.make(loose)
    #expect(scene.mesh.positions.count == mesh.positions.count)
    #expect(scene.holes.count == 2)
  }

  @Test func theRimsAreFoundTheLongestFirst() throws {
    let holes = try TestHead.whole.get().holes
    #expect(holes.map(\.count) == [TestHead.spokes, TestHead.spokes])
    #expect(holes[0][0].z < 0)
    #expect(holes[1][0].z > 0.06)
  }

  @Test func newLandmarksRenewTheMapsThatFollowFromThem() throws {
    let scene = try TestHead.whole.get()
    var moved = scene.annotation
    moved.headFromMesh = RigidTransform(rotation: .identity, translation: [0.002, 0, 0])
    let renewed = scene.annotated(moved)
    #expect(renewed.annotation == moved)
    #expect(renewed[.coverage] == scene[.coverage])
    // Moved by 2 mm to one side, the sides differ from their mirror images by twice that.
    let widest = try #require(renewed[.asymmetry]).values.filter(\.isFinite).map(abs).max()
    #expect(abs(try #require(widest) - 4) < 0.05)
    #expect(scene.annotated(scene.annotation)[.asymmetry] == scene[.asymmetry])
  }
}

@Suite struct SceneJSONTests {
  private struct Scene: Decodable {
    struct Map: Decodable {
      let key, name, unit, kind, scale: String
      let low, high: Double
      let colors: [[UInt8]]
      let unknown: [UInt8]
      let values: Data
      let ticks: [Tick]
    }
    struct Tick: Decodable {
      let at: Double
      let text: String
    }
    struct ShownLandmark: Decodable {
      let key, name, state: String
      let mm: [Double]
    }
    struct Plane: Decodable { let points: [[Double]] }
    struct Diagonal: Decodable {
      let key, name, text: String
      let from, to: [Double]
    }
    struct Marker: Decodable {
      let id: Int
      let corners: [[Double]]
    }
    let triangles, vertices, indexBytes: Int
    let originMm: [Double]
    let stepMm: Double
    let positions, indices: Data
    let headFromMesh, upright: [[Double]]?
    let maps: [Map]
    let color: Data?
    let landmarks: [ShownLandmark]
    let outline: [[Double]]?
    let pieces: [[[Double]]]
    let gaps: [[[Double]]]
    let plane: Plane?
    let diagonals: [Diagonal]
    let markers: [Marker]
    let holes: [[[Double]]]
  }

  private func decoded(_ scene: HeadScene, most: Int? = HeadScene.pageTriangles) throws -> Scene {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Scene.self, from: scene.json(trianglesAtMost: most))
  }

  /// By gravity, where no landmarks say how the head lies in the mesh's frame; a head frame goes before it.
  @Test func aHeadWithoutLandmarksStandsUpright() throws {
    var random = SeededGenerator(seed: 5)
    let framed = try TestHead.scene { _ in [1, 2, 3] }
    for up in (0..<20).map({ _ in random.direction() }) + [[0, 1, 0], [0, -1, 0], [1, 0, 0], [0, 0, 1]] {
      var scene = framed
      scene.annotation.up = up
      #expect(scene.headFromMesh == scene.annotation.headFromMesh)
      scene.annotation.headFromMesh = nil
      let rotation = scene.headFromMesh.rotation
      #expect((rotation * up - [0, 0, 1]).length < 1e-12, "\(up)")
      #expect(rotation.isRotation(within: 1e-12), "\(up)")
      let text = try decoded(scene)
      let rows = try #require(text.upright)
      #expect(text.headFromMesh == nil && abs(rows[2][0] - up.x) < 1e-12 && rows[3] == [0, 0, 0, 1])
    }
    var scene = try TestHead.whole.get()
    scene.annotation.headFromMesh = nil
    for strange in [Vector3.zero, Vector3(.nan, 0, 1), Vector3(.infinity, 0, 0)] {
      scene.annotation.up = strange
      #expect(scene.headFromMesh == .identity)
    }
  }

  /// The wider of its two holes is the neck's.
  @Test func withoutGravityTheNeckIsBelow() throws {
    let upright = try HeadScene.make(TestHead.mesh(rings: 20))
    #expect(try #require(upright.annotation.up).z > 0.99)
    let turn = Matrix3.rotation(Vector3(2, 0.4, -0.3))
    var mesh = TestHead.mesh(rings: 20)
    mesh.positions = mesh.positions.map { turn * $0 }
    let turned = try HeadScene.make(mesh)
    #expect((try #require(turned.annotation.up) - turn * upright.annotation.up!).length < 1e-9)
    #expect((turned.headFromMesh.rotation * (turn * [0, 0, 1])).z > 0.99)
    #expect(turned.annotated(HeadAnnotation()).annotation.up == turned.annotation.up, "landmarks may go")
    var gravity = HeadAnnotation()
    gravity.up = [1, 0, 0]
    #expect(try HeadScene.make(mesh, annotation: gravity).annotation.up == [1, 0, 0], "gravity goes before it")
    #expect(turned.annotated(gravity).annotation.up == [1, 0, 0])
    // Its rim is 344 mm long: a neck's is 100 to 600.
    for (scale, isNeck) in [(0.1, false), (0.27, false), (0.32, true), (1.6, true), (1.9, false)] {
      var scaled = mesh
      scaled.positions = mesh.positions.map { scale * $0 }
      #expect(try (HeadScene.make(scaled, maps: []).annotation.up != nil) == isNeck, "\(scale)")
    }
  }

  /// The middle of what is left of the head over its rim, as a share of the rim's length: 0.04, 0.073 and 0.097. From 0.08 on
  /// the rim may be a neck's.
  @Test func theRimOfAShellIsNoNeck() throws {
    let whole = TestHead.mesh()
    for (lowest, isNeck) in [(0.05, false), (0.02, false), (0, true)] {
      var mesh = whole
      mesh.triangles = whole.triangles.filter { t in (0..<3).allSatisfy { whole.positions[Int(t[$0])].z > lowest } }
      let up = try HeadScene.make(mesh, maps: []).annotation.up
      #expect((up != nil) == isNeck, "\(lowest)")
      #expect((up?.z ?? 1) > 0.99)
    }
  }

  /// Positions by their grid, triangles by the order of the vertices, all else as it stands.
  @Test func everyPlaceIsInMillimetres() throws {
    let headFromMesh = RigidTransform(rotation: .rotation([0.1, -0.2, 0.3]), translation: [0.01, 0.02, 0.03])
    var scene = try TestHead.scene(headFromMesh: headFromMesh)
    scene.annotation.gaps = [[[0.01, 0.02, 0.03], [-0.04, 0.05, -0.06]]]
    let text = try decoded(scene, most: nil)
    let isAt = { (told: [Double], point: Vector3) -> Bool in
      // Two decimals.
      told.count == 3 && (0..<3).allSatisfy { abs(told[$0] - 1000 * point[$0]) < 0.00501 }
    }
    let areAt = { (told: [[Double]], points: [Vector3]) -> Bool in
      told.count == points.count && zip(told, points).allSatisfy { isAt($0, $1) }
    }
    let annotation = scene.annotation
    #expect(areAt(text.landmarks.map(\.mm), annotation.landmarks.map(\.position)))
    #expect(text.landmarks.map(\.state) == ["accepted", "accepted", "proposal"])
    #expect(areAt(try #require(text.outline), annotation.outline[0]))
    #expect(text.gaps.count == 1)
    #expect(areAt(text.gaps[0], annotation.gaps[0]))
    #expect(areAt(try #require(text.plane).points, try #require(annotation.plane)))
    #expect(areAt(text.diagonals.map(\.from), annotation.diagonals.map(\.front)))
    #expect(areAt(text.diagonals.map(\.to), annotation.diagonals.map(\.back)))
    #expect(areAt(text.markers[0].corners, scene.markers[0].corners))
    for (told, rim) in zip(text.holes, scene.holes) { #expect(areAt(told, rim)) }

    let bytes = Array(text.positions)
    var isNear = true
    for (number, position) in scene.mesh.positions.enumerated() {
      for k in 0..<3 {
        let at = 6 * number + 2 * k
        let steps = Double(Int(bytes[at]) + 256 * Int(bytes[at + 1]))
        isNear = isNear && abs(text.originMm[k] + text.stepMm * steps - 1000 * position[k]) < 0.501 * text.stepMm
      }
    }
    #expect(isNear)
    let indices = Array(text.indices)
    let told = stride(from: 0, to: indices.count, by: 2).map { Int32(indices[$0]) + 256 * Int32(indices[$0 + 1]) }
    #expect(told == scene.mesh.triangles.flatMap { [$0.x, $0.y, $0.z] })

    let coverage = text.maps[0]
    // From 3 to 300, equal ratios: 3, 10, 30, 100, 300.
    #expect(coverage.ticks.map(\.at) == [0, 0.2614, 0.5, 0.7614, 1])
    for (value, byte) in zip(try #require(scene[.coverage]).values, coverage.values) {
      let share = min(1, max(0, log(Double(value) / 3) / log(100)))
      #expect(abs(254 * share - Double(byte)) < 0.501)
    }
  }

  @Test func theTextHoldsTheWholeScene() throws {
    let scene = try TestHead.scene { _ in [1, 2, 3] }
    let text = try decoded(scene, most: nil)
    #expect(text.triangles == scene.mesh.triangles.count)
    #expect(text.vertices == scene.mesh.positions.count)
    #expect(text.indexBytes == 2)
    #expect(text.indices.count == 6 * text.triangles)
    #expect(text.positions.count == 6 * text.vertices)
    #expect(text.color?.count == 3 * text.vertices)
    #expect(text.color?.prefix(6) == Data([1, 2, 3, 1, 2, 3]))
    #expect(text.maps.map(\.key) == ["coverage", "asymmetry"])
    #expect(text.maps.map(\.scale) == ["logarithmic", "linear"])
    #expect(text.maps.allSatisfy { $0.values.count == text.vertices && $0.low < $0.high })
    #expect(text.landmarks.map(\.key) == ["sellion", "tragion_left", "tragion_right"])
    #expect(text.landmarks.map(\.name) == ["Sellion", "Tragion left", "Tragion right"])
    #expect(text.diagonals.map(\.key) == ["left_front", "right_front"])
    #expect(text.markers.map(\.id) == [7] && text.markers[0].corners.count == 4)
    #expect(text.outline?.count == 360)
    #expect(text.pieces.isEmpty)
    #expect(text.holes.count == 2)
    #expect(try scene.json() == scene.json())
  }

  @Test func anOpenOutlineIsPieces() throws {
    var scene = try TestHead.whole.get()
    scene.annotation.isClosed = false
    scene.annotation.outline = [
      Array(scene.annotation.outline[0][0..<90]), Array(scene.annotation.outline[0][100..<300]),
    ]
    let text = try decoded(scene)
    #expect(text.outline == nil)
    #expect(text.pieces.map(\.count) == [90, 200])
  }

  @Test func theTransformIsInMillimetresByRow() throws {
    let headFromMesh = RigidTransform(rotation: .rotation([0.1, -0.2, 0.3]), translation: [0.01, 0.02, 0.03])
    let rows = try #require(try decoded(TestHead.scene(headFromMesh: headFromMesh)).headFromMesh)
    let point = Vector3(0.04, -0.05, 0.06)
    let moved = headFromMesh * point
    for k in 0..<3 {
      let (row, p) = (rows[k], point * 1000)
      #expect(abs(row[0] * p.x + row[1] * p.y + row[2] * p.z + row[3] - 1000 * moved[k]) < 1e-9)
    }
    #expect(rows[3] == [0, 0, 0, 1])
    #expect(try decoded(HeadScene.make(TestHead.mesh())).headFromMesh == nil)
  }

  @Test func positionsComeBackWithinHalfAStep() throws {
    for seed in UInt64(1)...5 {
      var random = SeededGenerator(seed: seed)
      let size = 0.1 + 0.25 * random.uniform()
      let centre = random.normal3()
      let points = (0..<2000).map { _ in centre + random.direction() * (size * random.uniform()) }
      let grid = PositionGrid(points)
      // The widest head that is measured is 0.5 m across: 8 µm.
      #expect(grid.step < 0.00001, "seed \(seed)")
      for point in points {
        let steps = grid.steps(point)
        let back = grid.origin + Vector3(Double(steps.x), Double(steps.y), Double(steps.z)) * grid.step
        #expect((back - point).max() <= grid.step * 0.5001, "seed \(seed)")
        #expect((back - point).min() >= -grid.step * 0.5001, "seed \(seed)")
      }
    }
  }

  @Test func valuesComeBackWithinHalfAStep() throws {
    let scene = try TestHead.scene(bump: 0.004)
    let (map, text) = (try #require(scene[.asymmetry]), try #require(try decoded(scene, most: nil).maps.last))
    #expect(text.low == -6)
    #expect(text.high == 6)
    #expect(text.kind == "diverging")
    #expect(text.unit == "mm")
    for (value, byte) in zip(map.values, text.values) {
      guard value.isFinite else {
        #expect(byte == 255)
        continue
      }
      #expect(abs(Float(text.low + (text.high - text.low) * Double(byte) / 254) - value) <= 6.0 / 254 + 1e-4)
    }
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "\"}],\"maps\":[", "\\u0000\u{0}\u{202E}abc",
    String(repeating: "x", count: 10_000),
    "../../etc/passwd",
  ]) func foreignNamesStayTexts(_ name: String) throws {
    var scene = try TestHead.whole.get()
    let values = scene.mesh.positions.map { _ in 0.001 }
    scene.add(.distance(values, limit: 0.005, name: name))
    let maps = try decoded(scene).maps
    #expect(maps.map(\.name) == ["Coverage", "Left–right difference", name])
    #expect(maps[2].values.allSatisfy { $0 == UInt8((254 * 0.6).rounded()) })
  }

  @Test func largeMeshesHaveWideIndices() throws {
    let text = try decoded(HeadScene.make(TestHead.mesh(rings: 400)), most: nil)
    #expect(text.vertices > 1 << 16)
    #expect(text.indexBytes == 4)
    #expect(text.indices.count == 12 * text.triangles)
  }

  @Test func theChangingPartIsThatOfTheScene() throws {
    let scene = try TestHead.whole.get()
    let whole = try #require(JSONSerialization.jsonObject(with: scene.json(.german)) as? [String: Any])
    let part = try #require(JSONSerialization.jsonObject(with: scene.changingPart(.german)) as? [String: Any])
    let keys: Set = ["head_from_mesh", "upright", "landmarks", "outline", "pieces", "gaps", "plane", "diagonals"]
    #expect(Set(part.keys) == keys)
    for key in keys {
      #expect((part[key] as? NSObject) == (whole[key] as? NSObject), "\(key)")
    }
    let diagonals = try #require(part["diagonals"] as? [[String: Any]])
    #expect((diagonals[0]["text"] as? String)?.hasSuffix(" mm") == true)
    #expect((diagonals[0]["text"] as? String)?.contains(",") == true)
  }
}

@Suite struct DefaceTests {
  private static let face = AnalyticFace()
  /// With a rim at the neck, and a hole on the forehead's left side that reaches into the face.
  private static let mesh: Mesh = {
    var mesh = face.mesh { $0.z > -0.05 && ($0 - [-0.035, 0.06, 0.012]).length > 0.006 }
    mesh.colors = mesh.positions.map { _ in [200, 150, 120] }
    mesh.weights = mesh.positions.map { _ in 100 }
    return mesh
  }()
  private static let tragions = [-1.0, 1].map { face.point([0.062 * $0, -0.004, -0.020]) }
  /// By the true landmarks.
  private static let frame = Result {
    try HeadFrame(sellion: face.sellion, tragionLeft: tragions[0], tragionRight: tragions[1])
  }
  /// How far before the ears the true sellion lies; found once, as every vertex asks.
  private static let reach = Result { (try frame.get().headFromScan * face.sellion).y }

  /// The head with a sellion that was picked somewhere, in a frame in which it was scanned.
  private func scene(picked sellion: Vector3, meshFromHead: RigidTransform = .identity) throws -> HeadScene {
    var annotation = HeadAnnotation(landmarks: [
      .init(.sellion, position: sellion), .init(.tragionLeft, position: Self.tragions[0]),
      .init(.tragionRight, position: Self.tragions[1]),
    ])
    annotation.headFromMesh = try HeadFrame(
      sellion: sellion, tragionLeft: Self.tragions[0], tragionRight: Self.tragions[1]
    ).headFromScan
    annotation.outline = [
      (0..<360).map { Self.face.point([sin(Double($0) * .pi / 180), cos(Double($0) * .pi / 180), 0.1]) }
    ]
    annotation.isClosed = true
    // Of those that reach into the face by one end or the other nothing is left.
    let (behind, above) = (Vector3(0, -0.05, 0.03), Vector3(0.02, -0.02, 0.06))
    annotation.diagonals = [
      .init(.diagonalLeftFront, front: Self.face.tip, back: behind),
      .init(.diagonalRightFront, front: above, back: behind),
      .init(.diagonalLeftFront, front: behind, back: Self.face.tip),
    ]
    annotation.gaps = [[behind, above], [Self.face.tip, behind], [behind, Self.face.tip]]
    return try HeadScene.make(
      Self.mesh.transformed(by: meshFromHead), annotation: annotation.transformed(by: meshFromHead),
      markers: [7: TestHead.marker.map { meshFromHead * $0 }])
  }

  /// Whether a point lies in the face by the true landmarks, or farther in by a margin in metres.
  private func isFace(_ point: Vector3, margin: Double = 0) throws -> Bool {
    let s = try Self.reach.get()
    let p = try Self.frame.get().headFromScan * point
    return p.y > s / 3 + margin && p.z < s / 5 - margin
  }

  @Test func nothingOfTheFaceIsLeft() throws {
    for seed in UInt64(1)...3 {
      var random = SeededGenerator(seed: seed)
      let headFromMesh = RigidTransform(
        rotation: .rotation(random.direction() * (3 * random.uniform())), translation: random.normal3() * 0.2)
      let whole = try scene(picked: Self.face.sellion, meshFromHead: headFromMesh.inverse)
      let scene = try #require(whole.defaced())
      let inFace = { (point: Vector3) in try isFace(headFromMesh * point, margin: 1e-9) }
      #expect(scene.mesh.positions.count > 10_000, "seed \(seed)")
      #expect(try !scene.mesh.positions.contains(where: inFace), "seed \(seed)")
      #expect(try whole.holes.joined().contains(where: inFace) && !scene.holes.joined().contains(where: inFace))
      #expect(scene.annotation.landmarks.map(\.landmark) == [.tragionLeft, .tragionRight], "seed \(seed)")
      #expect(scene.mesh.colors.isEmpty, "seed \(seed)")
      #expect(scene.markers == whole.markers, "seed \(seed)")
      #expect(scene.maps.allSatisfy { $0.values.count == scene.mesh.positions.count }, "seed \(seed)")
      #expect(scene.annotation.diagonals == [whole.annotation.diagonals[1]], "seed \(seed)")
      #expect(scene.annotation.gaps == [whole.annotation.gaps[0]], "seed \(seed)")
      #expect(!scene.annotation.isClosed)
      #expect(try !scene.annotation.outline.joined().contains(where: inFace))
      // All else is left: what is found lies within 3 mm of the truth.
      let outside = try whole.mesh.positions.filter { try !isFace(headFromMesh * $0, margin: -0.006) }
      #expect(Set(outside).subtracting(scene.mesh.positions).isEmpty, "seed \(seed)")
    }
  }

  /// The base plane is tilted up then: by itself it would cut below the eyes.
  @Test(arguments: [0, 0.5, 1, 1.5]) func aSellionPickedOnTheNoseLeavesNoEyes(_ share: Double) throws {
    let (root, tip) = (Self.face.sellion, Self.face.tip)
    let picked = Self.face.point(root + share * (tip - root))
    let scene = try #require(try scene(picked: picked).defaced())
    // The tragions that are found lie within 6 mm of the picked ones, the sellion within 3 mm.
    #expect(try !scene.mesh.positions.contains { try isFace($0, margin: 0.007) })
    // Where the eyes are: as high as the root, to either side of it.
    for side in [-1.0, 1] {
      let eye = Self.face.point(root + [0.018 * side, 0, 0.002])
      #expect(Self.mesh.positions.contains { ($0 - eye).length < 0.002 })
      #expect(!scene.mesh.positions.contains { ($0 - eye).length < 0.008 })
    }
  }

  @Test func whatShowsNoFaceIsNotDefaced() throws {
    #expect(try TestHead.whole.get().defaced() == nil)
    var noNose = AnalyticFace()
    noNose.nose = false
    var scene = try scene(picked: Self.face.sellion)
    scene.mesh = noNose.mesh()
    #expect(scene.defaced() == nil)
  }

  @Test func withoutAHeadFrameNothingTellsWhereTheFaceIs() throws {
    #expect(try HeadScene.make(Self.mesh).defaced() == nil)
  }

  @Test func scenesOfOneSurfaceLoseTheSameFace() throws {
    let scene = try scene(picked: Self.face.tip)
    let both = try #require(HeadScene.defaced([scene, scene]))
    #expect(both.count == 2 && both[0].mesh.positions == both[1].mesh.positions)
    #expect(both[0].mesh.positions == scene.defaced()?.mesh.positions)
    #expect(HeadScene.defaced([]) == nil)
  }
}
