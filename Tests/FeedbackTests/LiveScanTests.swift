import Geometry
import Recordings
import Testing

@testable import Feedback
@testable import Markers

/// Facts from observations of a simulated cap, whose truth is known.
@Suite struct LiveScanTests {
  private let rules = FeedbackFile.builtIn.rules

  /// A cap of thirty markers on a sphere of 65 mm; its frame is the head's.
  private struct Cap30 {
    let camera = PinholeCamera(width: 640, height: 480, fx: 592, fy: 592, cx: 319.5, cy: 239.5)
    var cap = Cap(dictionary: MarkerDictionary(name: "DICT_4X4_100")!, markerSize: 0.016, ids: Set(0..<30))
    let corners: [Int: [Vector3]] = Dictionary(
      uniqueKeysWithValues: (0..<30).map { id in
        let z = 0.95 - 0.9 * Double(id) / 29
        let r = (1 - z * z).squareRoot()
        let out = Matrix3.rotation([0, 0, 2.399963 * Double(id)]) * Vector3(r, 0, z)
        let right = out.anyOrthogonal
        let up = out.cross(right)
        return (id, [(-1, 1), (1, 1), (1, -1), (-1, -1)].map { out * 0.065 + (right * $0.0 + up * $0.1) * 0.008 })
      })

    /// The camera at an azimuth (degrees from the front to the right) and elevation, towards the head.
    static func pose(_ azimuth: Double, elevation: Double = 15, distance: Double = 0.35) -> RigidTransform {
      let turn = Matrix3.rotation([0, 0, -azimuth * .pi / 180])
      let eye = turn * (Matrix3.rotation([elevation * .pi / 180, 0, 0]) * Vector3(0, distance, 0))
      let forward = -eye.normalized
      let right = forward.cross([0, 0, 1]).normalized
      return RigidTransform(rotation: Matrix3(columns: right, forward.cross(right), forward), translation: eye)
    }

    func frame(_ index: Int, _ headFromCamera: RigidTransform) -> FrameObservations {
      let cameraFromHead = headFromCamera.inverse
      let markers = (0..<30).compactMap { id -> MarkerObservation? in
        let points = corners[id]!.map { cameraFromHead * $0 }
        let normal = (points[3] - points[1]).cross(points[2] - points[0]).normalized
        guard -normal.dot(points[0].normalized) > 0.45, points.allSatisfy({ camera.contains(camera.project($0)) })
        else { return nil }
        return MarkerObservation(
          id: id, corners: points.map { camera.project($0) },
          metric: MetricCorners(
            points: points, depthSigmas: [0, 0, 0, 0], normal: normal, residual: 0.0003, pixels: 400), poses: [],
          depthPixels: 500, validDepthPixels: 480)
      }
      return FrameObservations(frame: index, time: 100 + Double(index) / 30, camera: camera, markers: markers)
    }

    /// The depth of a sphere of the head's size.
    func depth(_ headFromCamera: RigidTransform) -> DepthImage {
      var pixels = [Float](repeating: .nan, count: 640 * 480)
      let middle = headFromCamera.inverse.translation
      for y in 0..<480 {
        for x in 0..<640 {
          let ray = camera.ray([Double(x), Double(y)])
          let (a, b, c) = (ray.dot(ray), ray.dot(middle), middle.dot(middle) - 0.065 * 0.065)
          let root = b * b - a * c
          if root > 0 { pixels[y * 640 + x] = Float((b - root.squareRoot()) / a) }
        }
      }
      return DepthImage(width: 640, height: 480, pixels: pixels)
    }
  }

  private let world = Cap30()

  @Test func factsAreThoseOfTheSimulation() throws {
    var scan = LiveScan(world.cap, rules: rules)
    let pose = Cap30.pose(0)
    let seen = world.frame(0, pose)
    let facts = scan.facts(seen, gray: nil, depth: world.depth(pose))
    #expect(facts.time == 0 && facts.visible == Set(seen.markers.map(\.id)) && facts.visible.count >= 5)
    #expect(facts.mapFromCamera == .identity && facts.blur == nil)
    #expect(facts.markers.allSatisfy { $0.validDepth == 0.96 })
    #expect(abs(facts.distance! - 0.30) < 0.02)
    for marker in facts.markers { #expect((facts.places[marker.id]! - marker.place).length < 0.02) }
    #expect(abs(facts.validDepth! - 0.12) < 0.08)
  }

  @Test func strangersAreLeftOut() {
    var scan = LiveScan(world.cap, rules: rules)
    var seen = world.frame(0, Cap30.pose(0))
    let usual = Set(seen.markers.map(\.id))
    let model = seen.markers[0]
    let print = { (id: Int, scale: Double) in
      MarkerObservation(
        id: id, corners: model.corners,
        metric: MetricCorners(
          points: model.metric!.points.map { $0 * scale }, depthSigmas: [0, 0, 0, 0], normal: [0, 0, -1], residual: 0,
          pixels: 400), poses: [], depthPixels: 500, validDepthPixels: 500)
    }
    let free = Set(0..<30).subtracting(usual).sorted()
    seen.markers += [print(77, 1), print(free[0], 1.3), print(free[1], 1), print(free[1], 1)]
    #expect(scan.facts(seen, gray: nil, depth: nil).visible == usual)
  }

  /// Without a layout, the head's axes follow from what the camera faced first.
  @Test(arguments: [(HeadPart.front, 0.0), (.right, 90), (.back, 180), (.left, 270)])
  func theFirstViewNamesTheParts(_ part: HeadPart, _ azimuth: Double) throws {
    var rules = rules
    rules.coverage.firstView = part
    var scan = LiveScan(world.cap, rules: rules)
    for k in 0..<4 {
      let pose = Cap30.pose(azimuth)
      _ = scan.facts(world.frame(k, pose), gray: nil, depth: world.depth(pose))
    }
    let facts = scan.facts(world.frame(4, Cap30.pose(azimuth)), gray: nil, depth: nil)
    #expect(facts.parts[part]!.away! < 15 && facts.parts[part]!.direction == nil && facts.partsSource == .firstView)
    #expect(facts.parts[part]!.covered > 0.5)
    let opposite: [HeadPart: HeadPart] = [.front: .back, .right: .left, .back: .front, .left: .right]
    #expect(facts.parts[opposite[part]!]!.covered == 0 && facts.parts[opposite[part]!]!.away! > 130)
    #expect(facts.parts[.crown]!.direction == .up)
    // Seen from the front, the subject's right side is on the image's left.
    let neighbours: [HeadPart: HeadPart] = [.front: .right, .right: .back, .back: .left, .left: .front]
    #expect(facts.parts[neighbours[part]!]!.direction == .left)
  }

  @Test func turnedImagesTurnTheDirections() throws {
    let seen = world.frame(0, Cap30.pose(0))
    let turned = (0..<4).map { turns in
      var scan = LiveScan(world.cap, rules: rules, layout: world.corners, quarterTurns: turns)
      return scan.facts(seen, gray: nil, depth: world.depth(Cap30.pose(0))).parts[.right]!.direction
    }
    #expect(turned == [.left, .up, .right, .down])
  }

  @Test func aLayoutLeadsToMarkersThatWereNeverSeen() throws {
    var scan = LiveScan(world.cap, rules: rules, layout: world.corners)
    let pose = Cap30.pose(90)
    let facts = scan.facts(world.frame(0, pose), gray: nil, depth: world.depth(pose))
    #expect(facts.places.count == 30 && facts.partsSource == .layout)
    #expect((facts.mapFromCamera!.translation - pose.translation).length < 1e-6)
    #expect(facts.parts[.right]!.away! < 15 && facts.parts[.back]!.direction == .left)
    #expect(facts.parts[.front]!.direction == .right)
  }

  @Test func rolesNameThePartsWhereverTheScanBegins() throws {
    var world = world
    let centre = { (id: Int) in world.corners[id]!.reduce(.zero, +) / 4 }
    let foremost = (0..<30).max { centre($0).y < centre($1).y }!
    world.cap = Cap(
      dictionary: world.cap.dictionary, markerSize: 0.016, ids: world.cap.ids,
      landmarks: ["vertex": 0, "front": foremost])
    var scan = LiveScan(world.cap, rules: rules)
    var facts = FrameFacts(frame: 0, time: 0)
    var sources: [PartsSource?] = []
    for k in 0...18 {
      let pose = Cap30.pose(180 - 10 * Double(k), elevation: 40)
      facts = scan.facts(world.frame(k, pose), gray: nil, depth: nil)
      if sources.last != facts.partsSource { sources.append(facts.partsSource) }
    }
    #expect(sources == [.firstView, .cap])
    // The scan began behind the head; where the front is is known once its marker has been seen.
    #expect(facts.parts[.front]!.away! < 40 && facts.parts[.right]!.direction != .right)
  }

  @Test func aTurnOfTheViewIsMeasured() throws {
    var scan = LiveScan(world.cap, rules: rules)
    let pose = Cap30.pose(0)
    let turn = RigidTransform(rotation: .rotation([0, 2 * .pi / 180, 0]), translation: .zero)
    #expect(scan.facts(world.frame(0, pose), gray: nil, depth: nil).turnRate == nil)
    #expect(abs(scan.facts(world.frame(1, pose * turn), gray: nil, depth: nil).turnRate! - 60) < 3)
  }

  @Test func memoryIsThatOfTheCap() {
    var scan = LiveScan(world.cap, rules: rules)
    for k in 0..<400 { _ = scan.facts(world.frame(k, Cap30.pose(Double(k))), gray: nil, depth: nil) }
    #expect(scan.corners.count <= 30 && scan.corners.count > 25)
    // Placed one frame after another without adjustment, the map still closes: exact corners, no drift.
    let known = scan.corners.keys.sorted()
    let fit = RigidTransform.fit(
      known.flatMap { scan.corners[$0]! }, onto: known.flatMap { world.corners[$0]! })!
    for id in known {
      #expect(zip(scan.corners[id]!, world.corners[id]!).allSatisfy { (fit * $0 - $1).length < 1e-6 })
    }
  }

  /// Dark squares on a bright sheet, as on a cap, moved along a direction while the picture is taken.
  private func sheet(smear: Double, degrees: Double) -> GrayImage {
    let toward = Matrix3.rotation([0, 0, degrees * .pi / 180]) * Vector3(1, 0, 0)
    let tilt = Matrix3.rotation([0, 0, 0.3])
    let isDark = { (p: Vector3) in
      let q = tilt * p
      let (u, v) = (q.x / 30 - (q.x / 30).rounded(.down), q.y / 30 - (q.y / 30).rounded(.down))
      return (0.2..<0.8).contains(u) && (0.2..<0.8).contains(v)
    }
    var random = SeededGenerator(seed: 9)
    let count = max(4, Int(smear))
    var pixels: [UInt8] = []
    for y in 0..<160 {
      for x in 0..<240 {
        let dark = (0..<count).count { k in
          isDark(Vector3(Double(x), Double(y), 0) + toward * (smear * ((Double(k) + 0.5) / Double(count) - 0.5)))
        }
        pixels.append(UInt8(max(0, 210 - 180 * Double(dark) / Double(count) + 1.5 * random.normal())))
      }
    }
    return GrayImage(width: 240, height: 160, pixels: pixels)
  }

  @Test(arguments: [0, 30, 45, 90, 140] as [Double]) func aSmearShowsWhateverItsDirection(_ degrees: Double) throws {
    let widths = try [1, 6, 12, 24].map { try #require(ImageBlur.width(of: sheet(smear: $0, degrees: degrees))) }
    #expect(widths == widths.sorted(), "\(widths)")
    #expect(widths[0] < 2.5 && widths[3] > 6, "\(widths)")
  }

  @Test func aPlainImageHasNoEdges() {
    #expect(ImageBlur.width(of: GrayImage(width: 64, height: 64, pixels: Array(repeating: 90, count: 4096))) == nil)
    #expect(ImageBlur.width(of: GrayImage(width: 3, height: 3, pixels: Array(repeating: 90, count: 9))) == nil)
  }

  @Test func everyDirectionLiesInItsCell() {
    var random = SeededGenerator(seed: 5)
    #expect(DirectionGrid.directions.enumerated().allSatisfy { DirectionGrid.cell($0.element) == $0.offset })
    for _ in 0..<2000 {
      let d = random.direction()
      #expect(DirectionGrid.directions[DirectionGrid.cell(d)].dot(d) > 0.98)
    }
    for pole in [Vector3(0, 0, 1), [0, 0, -1], [-1, 0, 0], [-1, -0.0, 0]] {
      #expect((0..<DirectionGrid.count).contains(DirectionGrid.cell(pole)))
    }
    for part in HeadPart.allCases { #expect(part.contains(part.direction.normalized), "\(part)") }
  }

  @Test func directionsAreThoseOfTheImage() {
    #expect(MoveDirection([1, 0]) == .right && MoveDirection([0, -1]) == .up && MoveDirection([-1, -1]) == .leftUp)
    #expect(
      MoveDirection([-1, 0.1]) == .left && MoveDirection([-1, -0.1]) == .left && MoveDirection([0.1, 1]) == .down)
    #expect(MoveDirection([0.1, 0], least: 0.2) == nil && MoveDirection(.zero) == nil)
  }
}
