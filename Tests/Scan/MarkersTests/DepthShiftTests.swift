import Diagnostics
import Geometry
import Testing

@testable import Markers

/// Depth that does not lie on the colour image.
@Suite struct DepthShiftTests {
  private static let camera = Camera(width: 640, height: 480, fx: 592, fy: 592, cx: 320, cy: 240)
  private static let cap = Cap(dictionary: MarkerDictionary(name: "DICT_4X4_100")!, markerSize: 0.016, ids: Set(0..<30))

  /// Markers on a ball of 65 mm, 0.31 m away, whose depth lies `shift` pixels beside the image.
  ///
  /// - Parameters:
  ///   - size: the markers' size over the print.
  ///   - offset: what is added to depth, metres.
  private static func frames(shift: Vector2, size: Double = 1, offset: Double = 0, seed: UInt64 = 1)
    -> [FrameObservations]
  {
    var random = SeededGenerator(seed: seed)
    return (0..<20).map { index in
      let middle = Vector3(0.01 * random.normal(), 0.01 * random.normal(), 0.375)
      let markers = (0..<10).map { id -> MarkerObservation in
        let towards = Vector3(0.4 * random.normal(), 0.4 * random.normal(), -1).normalized
        let across = towards.anyOrthogonal
        let (centre, down) = (middle + towards * 0.065, towards.cross(across))
        let half = 0.008 * size
        let corners = [-across - down, across - down, across + down, -across + down].map { centre + $0 * half }
        let pixels = corners.map(camera.project)
        // The ball's surface that depth shows at a pixel: |t ray − middle| = 65 mm.
        let seen = { (pixel: Vector2) in
          let ray = camera.ray(pixel - shift)
          let (a, b) = (ray.dot(ray), ray.dot(middle))
          let root = max(0, b * b - a * (middle.dot(middle) - 0.065 * 0.065)).squareRoot()
          return ray * ((b - root) / a)
        }
        let points = pixels.map { camera.ray($0) * (seen($0).z + offset + 0.0003 * random.normal()) }
        let normal = (seen(camera.project(centre)) - middle).normalized
        return MarkerObservation(
          id: id, corners: pixels,
          metric: MetricCorners(
            points: points, depthSigmas: [0, 0, 0, 0], normal: normal, residual: 0, pixels: 100),
          depthPixels: 100, validDepthPixels: 100)
      }
      return FrameObservations(frame: index, time: Double(index) / 30, camera: camera, markers: markers)
    }
  }

  @Test(arguments: [Vector2(15, 0), Vector2(-9, 0), Vector2(0, 12), Vector2(8, -8)], [1, 2] as [UInt64])
  func itIsFound(shift: Vector2, seed: UInt64) throws {
    let found = try #require(DepthShift(Self.frames(shift: shift, seed: seed), cap: Self.cap))
    // To first order only: shifts of a tenth of the radius come out a fifth too large.
    #expect((found.pixels - 1.2 * shift).length < 0.1 * shift.length, "\(found)")
    let fault = try #require(found.fault(largest: 0.002))
    #expect(fault.code == .calibrationRegistration)
  }

  /// Neither a print of another size nor depth that is too long looks like one.
  @Test(arguments: [(1.0, 0.0), (0.93, 0), (1, 0.006)], [1, 2, 3] as [UInt64])
  func soundDepthLiesOnTheImage(fault: (size: Double, offset: Double), seed: UInt64) throws {
    let frames = Self.frames(shift: .zero, size: fault.size, offset: fault.offset, seed: seed)
    let found = try #require(DepthShift(frames, cap: Self.cap))
    #expect(found.metres.length < 0.0003, "\(found)")
    #expect(found.fault(largest: 0.002) == nil, "\(found)")
  }

  @Test func fewMarkersShowNothing() {
    #expect(DepthShift(Array(Self.frames(shift: [15, 0]).prefix(3)), cap: Self.cap) == nil)
    #expect(DepthShift([], cap: Self.cap) == nil)
  }

  /// A sighting of a marker of those sides in metres, across and down, at a place.
  private static func sighting(
    _ id: Int = 0, at centre: Vector3, facing normal: Vector3, across: Double, down: Double
  ) -> MarkerObservation {
    let right = normal.anyOrthogonal * (across / 2)
    let below = normal.cross(normal.anyOrthogonal) * (down / 2)
    let points = [-right - below, right - below, right + below, below - right].map { centre + $0 }
    let metric = MetricCorners(points: points, depthSigmas: [0, 0, 0, 0], normal: normal, residual: 0, pixels: 100)
    return MarkerObservation(
      id: id, corners: points.map(camera.project), metric: metric, depthPixels: 100, validDepthPixels: 100)
  }

  /// Markers on a ball of 65 mm whose sizes follow the formula of ``DepthShift`` for a shift in metres: that it is solved rightly.
  /// The formula itself is held by ``itIsFound(shift:seed:)``, where the depth of a ball is shifted.
  ///
  /// - Parameters:
  ///   - scale: the size of them all over the print.
  ///   - noise: what is added to each size, standard deviation.
  ///   - strays: the first so many of a hundred are a fifth too large.
  private static func following(
    _ shift: Vector2, scale: Double = 1, noise: Double = 0, strays: Int = 0, seed: UInt64 = 1
  ) -> [FrameObservations] {
    var random = SeededGenerator(seed: seed)
    return (0..<10).map { index in
      let middle = Vector3(0.01 * random.normal(), 0.01 * random.normal(), 0.375)
      let markers = (0..<10).map { id -> MarkerObservation in
        let normal = Vector3(0.3 * random.normal(), 0.3 * random.normal(), -1).normalized
        let centre = middle + normal * 0.065
        let ray = centre / centre.z
        let facing = normal.dot(ray)
        // A step of one metre to the right or down on the ball turns the normal by as much over 65 mm.
        let (right, down) = (Vector3(1, 0, -normal.x / normal.z), Vector3(0, 1, -normal.y / normal.z))
        let turn = Vector2(right.dot(ray), down.dot(ray)) / (2 * 0.065 * facing)
        let change = Vector2(normal.x, normal.y) / (facing * centre.z) + turn
        var size = scale * (1 + change.dot(shift)) + noise * random.normal()
        if 10 * index + id < strays { size *= 1.2 }
        return sighting(id, at: centre, facing: normal, across: 0.016 * size, down: 0.016 * size)
      }
      return FrameObservations(frame: index, time: Double(index) / 30, camera: camera, markers: markers)
    }
  }

  /// Where sizes follow the formula to the last digit, so does the shift, whatever the size of all, and whoever strays.
  @Test(arguments: [Vector2(0.003, -0.002), [-0.0015, 0.0004], [0, 0]], [(1.0, 0), (0.5, 0), (1.0, 9)])
  func aShiftThatTheFormulaDescribesIsFoundExactly(shift: Vector2, kind: (scale: Double, strays: Int)) throws {
    let frames = Self.following(shift, scale: kind.scale, strays: kind.strays)
    let found = try #require(DepthShift(frames, cap: Self.cap))
    #expect((found.metres - shift).length < 1e-9, "\(found)")
    // Pixels are those of the usual distance: 592 pixels to 0.31 to 0.33 m.
    let pixels = shift * (592 / 0.32)
    #expect((found.pixels - pixels).length < 0.04 * pixels.length + 1e-9, "\(found)")
    // A size over the print is never taken for better known than 1e-4, so half as well where the print is half as large.
    let usual = try #require(DepthShift(Self.following(shift), cap: Self.cap)).sigmas
    if kind.strays == 0 {
      #expect((found.sigmas * kind.scale - usual).length < 1e-6 * usual.length, "\(found)")
    }
    #expect(usual.x > 1e-6 && usual.x < 4e-6, "\(usual)")
  }

  /// The deviation that it states is that of its errors.
  @Test func itKnowsItsNoise() throws {
    var scores: [Double] = []
    for seed in 1...40 as ClosedRange<UInt64> {
      let found = try #require(
        DepthShift(Self.following([0.003, -0.002], scale: 0.7, noise: 0.01, seed: seed), cap: Self.cap))
      let error = (found.metres - Vector2(0.003, -0.002)) / found.sigmas
      scores += [error.x, error.y]
    }
    #expect((0.7...1.5).contains(RobustStatistics.rms(scores)), "\(RobustStatistics.rms(scores))")
  }

  /// Where depth lies, by the names of the figures: a shift of half a pixel has its side, too.
  @Test(
    arguments: [
      ([0.003, -0.004], "right_px", "up_px"), ([-0.003, 0.004], "left_px", "down_px"),
      ([0.0002, 0.004], "right_px", "down_px"), ([0.004, 0.0002], "right_px", "down_px"),
      ([-0.0002, -0.004], "left_px", "up_px"),
    ] as [(Vector2, String, String)])
  func theFaultSaysWhereDepthLies(shift: Vector2, across: String, down: String) throws {
    let found = try #require(DepthShift(Self.following(shift), cap: Self.cap))
    let fault = try #require(found.fault(largest: 0.002))
    #expect(Set(fault.values.keys) == [across, down, "offset_mm"])
    #expect(abs((fault.values[across]?.figure ?? 0) - abs(found.pixels.x)) < 1e-9)
    #expect(abs((fault.values[down]?.figure ?? 0) - abs(found.pixels.y)) < 1e-9)
    #expect(abs((fault.values["offset_mm"]?.figure ?? 0) - 1000 * shift.length) < 1e-6)
  }

  /// A fault is what does harm and can be no chance.
  @Test func whatIsSmallOrUncertainIsNoFault() throws {
    let sure = try #require(DepthShift(Self.following([0.003, -0.004]), cap: Self.cap))
    #expect(sure.fault(largest: 0.0049) != nil)
    #expect(sure.fault(largest: 0.0051) == nil)
    for seed in 1...5 as ClosedRange<UInt64> {
      let unsure = try #require(DepthShift(Self.following(.zero, noise: 0.05, seed: seed), cap: Self.cap))
      #expect(unsure.metres.length > 1e-5, "seed \(seed)")
      #expect(unsure.fault(largest: 0) == nil, "seed \(seed) \(unsure)")
    }
  }

  /// Forty sightings are enough; those of an earlier frame's depth, and of other markers, don't count.
  @Test func onlyOwnSightingsWithTheirOwnDepthCount() {
    let frames = Array(Self.following([0.003, 0]).prefix(4))
    #expect(DepthShift(frames, cap: Self.cap) != nil)
    let fewer = Cap(dictionary: Self.cap.dictionary, markerSize: 0.016, ids: Set(1..<30))
    #expect(DepthShift(frames, cap: fewer) == nil)
    var repeated = frames
    repeated[2].repeatsDepth = true
    #expect(DepthShift(repeated, cap: Self.cap) == nil)
  }

  private static func view(at centre: Vector3, facing normal: Vector3) -> DepthShift.View? {
    DepthShift.View(sighting(at: centre, facing: normal, across: 0.02, down: 0.012), camera, side: 0.016)
  }

  /// A sighting's slant is how depth changes where a plane is seen a little to the left or above.
  @Test(
    arguments: [([0.05, -0.03, 0.3], [0.3, 0.2, -1]), ([-0.04, 0.06, 0.4], [-0.1, 0.5, -0.8])] as [(Vector3, Vector3)])
  func aSightingHasItsSizeAndSlant(centre: Vector3, towards: Vector3) throws {
    let normal = towards.normalized
    let view = try #require(Self.view(at: centre, facing: normal))
    #expect(abs(view.size - (0.02 * 0.012).squareRoot() / 0.016) < 1e-12)
    #expect((view.centre - centre).length < 1e-12)
    #expect(abs(view.pixelsPerMetre - 592 / centre.z) < 1e-9)
    let depth = { (ray: Vector3) -> Double in normal.dot(centre) / normal.dot(ray) }
    let ray = centre / centre.z
    let steps: [Vector3] = [[1e-6, 0, 0], [0, 1e-6, 0]]
    let slants = steps.map { (step: Vector3) -> Double in (depth(ray - step) - depth(ray + step)) / (2e-6 * centre.z) }
    #expect((view.slant - Vector2(slants[0], slants[1])).length < 1e-6, "\(view.slant)")
  }

  @Test func sightingsThatSlantTooMuchAreLeftOut() {
    // The cosines are 0.37 and 0.44.
    #expect(Self.view(at: [0, 0, 0.3], facing: Vector3(0.93, 0, -0.37).normalized) == nil)
    #expect(Self.view(at: [0, 0, 0.3], facing: Vector3(0.9, 0, -0.44).normalized) != nil)
  }

  /// How a cap bends: as a ball does, not at all as a board, and never inwards.
  @Test(arguments: [(0.065, 1 / 0.065), (0.11, 1 / 0.11), (-0.1, 0)] as [(Double, Double)])
  func normalsTellTheRadius(radius: Double, bend: Double) throws {
    let places: [Vector2] = [[0.1, 0.05], [-0.3, 0.2], [0.25, -0.3], [0, 0.4]]
    let frames = [Vector3(0.02, 0.01, 0.35), [-0.05, 0.03, 0.4]].map { middle in
      places.compactMap { place in
        let normal = Vector3(place.x, place.y, -1).normalized
        return Self.view(at: middle + normal * radius, facing: normal)
      }
    }
    #expect(frames.allSatisfy { $0.count == 4 })
    #expect(abs(try #require(DepthShift.bend(frames)) - bend) < 1e-9)
    let board = places.compactMap { Self.view(at: [0.1 * $0.x, 0.1 * $0.y, 0.4], facing: [0, 0, -1]) }
    #expect(try #require(DepthShift.bend([board])) == 0)
    #expect(DepthShift.bend([Array(frames[0].prefix(2))]) == nil, "two markers tell nothing")
  }
}
