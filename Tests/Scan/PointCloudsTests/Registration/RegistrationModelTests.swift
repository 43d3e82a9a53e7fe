import Geometry
import Testing

@testable import PointClouds

/// The model as a camera would see it.
@Suite struct ModelViewTests {
  private static let model = AnalyticShape.lumpy.model

  /// What a pixel shows faces the camera, projects onto it, and nothing of the model that does so is nearer.
  @Test(arguments: [Vector3(0.3, 0, 0), [-0.1, 0.2, 0.15], [0.02, -0.03, -0.25]]) func theNearestPointIsSeen(
    viewpoint: Vector3
  ) throws {
    let view = try #require(ModelView(Self.model, from: viewpoint))
    var nearest: [Int: (distance: Double, point: Int)] = [:]
    let ahead = (Self.model.centre - viewpoint).normalized
    for (k, position) in Self.model.positions.enumerated() {
      let offset = Vector3(position) - viewpoint
      guard Vector3(Self.model.normals[k]).dot(offset) < -1e-6 * offset.length,
        let pixel = view.pixel(Vector3(position))
      else { continue }
      if offset.dot(ahead) < nearest[pixel]?.distance ?? .infinity { nearest[pixel] = (offset.dot(ahead), k) }
    }
    var (shown, wrong) = (0, 0)
    for pixel in 0..<view.pixelCount {
      guard let point = view.point(at: pixel) else { continue }
      shown += 1
      let position = Vector3(Self.model.positions[point])
      #expect(view.pixel(position) == pixel)
      // Points at the same distance, to rounding, may stand for each other.
      let depth = (position - viewpoint).dot(ahead)
      if abs(depth - (nearest[pixel]?.distance ?? .infinity)) > 1e-6 { wrong += 1 }
    }
    #expect(shown == view.covered, "\(wrong) of \(shown)")
    #expect(shown > 1000, "\(wrong) of \(shown)")
    #expect(wrong == 0, "\(wrong) of \(shown)")
    // The far side is not seen.
    let opposite = Self.model.positions.indices.filter {
      Vector3(Self.model.normals[$0]).dot(ahead) > 0.5
    }
    let seen = Set((0..<view.pixelCount).compactMap { view.point(at: $0) })
    #expect(opposite.allSatisfy { !seen.contains($0) })
  }

  @Test func thereIsNoViewFromWithin() {
    let (centre, radius) = (Self.model.centre, Self.model.radius)
    #expect(ModelView(Self.model, from: centre) == nil)
    #expect(ModelView(Self.model, from: centre + [radius, 0, 0]) == nil)
    #expect(ModelView(Self.model, from: [.nan, 0, 0]) == nil)
    #expect(
      ModelView(Self.model, from: centre + [1.1 * radius, 0, 0]) != nil)
  }

  /// Pixels are counted once, however many points fall on them, and only where the model is.
  @Test func pixelsUnderACloudAreCountedOnce() throws {
    let view = try #require(ModelView(Self.model, from: [0.3, 0, 0]))
    var cloud = Cloud()
    let seen = (0..<view.pixelCount).compactMap { view.point(at: $0) }.prefix(200)
    for point in seen {
      for _ in 0..<3 {
        cloud.positions.append(Vector3(Self.model.positions[point]))
        cloud.normals.append(Self.model.normals[point])
        cloud.weights.append(1)
      }
    }
    #expect(view.pixels(under: cloud, moved: .identity) == 200)
    let away = RigidTransform(rotation: .identity, translation: [0, 0.5, 0])
    #expect(view.pixels(under: cloud, moved: away) == 0)
    #expect(view.pixels(under: Cloud(), moved: .identity) == 0)
  }

  /// Pixels of 2 mm at the middle: of a ball of 70 mm from 0.25 m the outline has the tangent 70 / 240, which is 36.5 pixels.
  /// A ball of 0.3 m from 0.9 m would take 159, and so has pixels as large as make it 128.
  @Test func pixelsAreAsWideAsPointsAreApart() throws {
    let ball = { (radius: Double) -> RegistrationModel? in
      let directions = FibonacciSphere(count: 600).points
      return RegistrationModel(
        Mesh(positions: directions.map { $0 * radius }, normals: directions.map { SIMD3<Float>($0) }))
    }
    let (infant, giant) = (try #require(ball(0.07)), try #require(ball(0.3)))
    let small = try #require(ModelView(infant, from: [0.25, 0, 0]))
    #expect(small.pixelCount == 77 * 77)
    let large = try #require(ModelView(giant, from: [0, 0.9, 0]))
    #expect(large.pixelCount >= 259 * 259, "\(large.pixelCount)")
    #expect(large.pixelCount <= 261 * 261, "\(large.pixelCount)")
    // Two places across the view in its middle.
    let pixels = [Vector3(0, -0.03, 0), [0, 0.03, 0]].map { small.pixel($0) }
    let (a, b) = (try #require(pixels[0]), try #require(pixels[1]))
    let apart = Vector2(Double(a % 77 - b % 77), Double(a / 77 - b / 77)).length
    #expect(abs(apart - 30) < 1.5, "\(apart)")
    // The middle is seen in the middle, and along the other axis pixels are as wide.
    #expect(small.pixel(.zero) == 38 * 77 + 38)
    let others = [Vector3(0, 0, -0.03), [0, 0, 0.03]].compactMap { small.pixel($0) }
    try #require(others.count == 2)
    let (c, d) = (others[0], others[1])
    #expect(abs(Vector2(Double(c % 77 - d % 77), Double(c / 77 - d / 77)).length - 30) < 1.5)
  }

  /// Points 8 mm apart have pixels of their own, the first one, too.
  @Test func everyPointThatFacesTheCameraIsSeen() throws {
    let directions = FibonacciSphere(count: 600).points
    let mesh = Mesh(positions: directions.map { $0 * 0.07 }, normals: directions.map { SIMD3<Float>($0) })
    let model = try #require(RegistrationModel(mesh))
    let view = try #require(ModelView(model, from: [0.02, 0.01, 0.25]))
    for k in 0..<100 {
      #expect(view.pixel(directions[k] * 0.07).flatMap { view.point(at: $0) } == k)
    }
  }

  /// The middle of the usable points, and how far they reach from it.
  @Test func aModelKnowsItsBall() throws {
    let directions = FibonacciSphere(count: 600).points
    var mesh = Mesh(
      positions: directions.map { $0 * 0.07 + [0.3, -0.2, 0.5] }, normals: directions.map { SIMD3<Float>($0) })
    mesh.positions.append([.nan, 0, 0])
    mesh.normals.append([0, 0, 1])
    let model = try #require(RegistrationModel(mesh))
    #expect(model.points.count == 600)
    #expect((model.centre - [0.3, -0.2, 0.5]).length < 1e-3)
    #expect(abs(model.radius - 0.07) < 1e-3)
  }
}

/// One association of points with a model.
@Suite struct RegistrationPassTests {
  private static let model = AnalyticShape.lumpy.model
  private static let viewpoint: Vector3 = [0.3, 0, 0]

  /// Points of the model as it is seen, so many metres in front of it; each on a pixel of its own.
  private static func cloud(_ heights: [Double], on picture: ModelView, facing: Float) -> Cloud {
    let seen = (0..<picture.pixelCount).compactMap { picture.point(at: $0) }
    var cloud = Cloud()
    for (k, height) in heights.enumerated() {
      let point = seen[seen.count / 2 + 3 * k]
      let normal = model.normals[point]
      // Towards the camera, so that it stays on its pixel.
      let place = Vector3(model.positions[point])
      let sight = (viewpoint - place).normalized
      cloud.positions.append(place + sight * (height / sight.dot(Vector3(normal))))
      cloud.normals.append(normal * facing)
      cloud.weights.append(1)
    }
    return cloud
  }

  private static func pass(_ heights: [Double], stride: Int = 1, facing: Float = 1) throws -> RegistrationPass {
    let picture = try #require(ModelView(model, from: viewpoint))
    let cloud = cloud(heights, on: picture, facing: facing)
    return RegistrationPass(
      model, picture, cloud, moved: .identity, level: .init(gate: 0.003, stride: stride, iterations: 1),
      pixels: picture.pixels(under: cloud, moved: .identity))
  }

  private static func result(_ pass: RegistrationPass, prior: PosePrior? = nil) -> Registration {
    pass.registration(.identity, prior: prior, options: RegistrationOptions())
  }

  /// A pixel has 4 mm².
  @Test func pointsNearTheirPlanesAgree() throws {
    let one = Self.result(try Self.pass([0.001]))
    #expect(one.inlierShare == 1)
    #expect(abs(one.area - 4e-6) < 1e-12)
    #expect(abs(one.rms - 0.001) < 2e-5)
    #expect(one.refusal == .tooLittleSurface(area: one.area, needed: 0.0015))
    let nothing = Self.result(try Self.pass([]))
    #expect(nothing.inlierShare == 0 && nothing.area == 0 && nothing.weakestDeviation == .infinity)
    // Two of five are farther than 3 mm.
    let some = Self.result(try Self.pass([0.0028, -0.0028, 0.0032, -0.0032, 0]))
    #expect(some.inlierShare == 0.6)
    #expect(abs(some.area - 12e-6) < 1e-12)
    // What faces the other way agrees with nothing.
    let turned = Self.result(try Self.pass([0, 0, 0], facing: -1))
    #expect(turned.inlierShare == 0 && turned.area == 0)
  }

  /// Of every third point the area is that of all of them.
  @Test func theAreaIsThatOfAllPoints() throws {
    let pass = Self.result(try Self.pass(Array(repeating: 0.0005, count: 9), stride: 3))
    #expect(abs(pass.area - 36e-6) < 1e-12)
    #expect(pass.inlierShare == 1)
  }

  /// Five points determine no step; six do, and so does a prior with them.
  @Test func fewPointsGiveNoStep() throws {
    #expect(try Self.pass(Array(repeating: 0.0005, count: 5)).step(from: .identity, prior: nil) == nil)
    #expect(try Self.pass(Array(repeating: 0.0005, count: 6)).step(from: .identity, prior: nil) != nil)
  }

  /// Where the surface says next to nothing beside it, the result is as certain as its prior: a turn by its arm, which is the
  /// points' distance from their middle.
  @Test func theWeakestDirectionIsKnownByThePrior() throws {
    let heights = (0..<40).map { _ in 0.0005 }
    let pass = try Self.pass(heights)
    let places = Self.cloud(heights, on: try #require(ModelView(Self.model, from: Self.viewpoint)), facing: 1).positions
    let middle = places.reduce(Vector3.zero, +) / 40
    #expect((pass.pivot - middle).length < 1e-12)
    let arm = RobustStatistics.rms(places.map { ($0 - middle).length })
    #expect(arm > 0.005)
    for (turn, shift, expected) in [(1e-9, 1e-7, 1e-7), (1e-6, 1e-10, 1e-6 * arm)] {
      let prior = PosePrior(pose: .identity, pivot: pass.pivot, rotationSigma: turn, translationSigma: shift)
      let found = Self.result(pass, prior: prior).weakestDeviation
      #expect(abs(found / expected - 1) < 1e-3, "\(found)")
    }
  }

  /// All points so many metres off: their scale is that by 1.4826, but never less than 0.2 mm; patches of 30 × 30 mm say as
  /// much as one point of that scale.
  @Test(arguments: [(1, 0.0005), (40, 0.0005), (40, 0.00001)]) func surfaceCountsInPatches(
    _ count: Int, _ height: Double
  )
    throws
  {
    let heights = Array(repeating: height, count: count)
    let pass = try Self.pass(heights)
    let picture = try #require(ModelView(Self.model, from: Self.viewpoint))
    let cloud = Self.cloud(heights, on: picture, facing: 1)
    let scale = max(0.0002, 1.4826 * height)
    let patches = Double(count) * 4e-6 / 9e-4
    let share = patches / (Double(count) * scale * scale) * RobustStatistics.tukeyWeight(height / scale)
    let middle = cloud.positions.reduce(Vector3.zero, +) / Double(count)
    let rows = Self.result(pass).information.rows
    let shifts: Double = rows[3][3] + rows[4][4] + rows[5][5]
    #expect(abs(shifts / (share * Double(count)) - 1) < 2e-3, "\(shifts)")
    let arms = zip(cloud.positions, cloud.normals).map { ($0 - middle).cross(Vector3($1)) }
    let turns: Double = rows[0][0] + rows[1][1] + rows[2][2]
    let expected: Double = share * arms.reduce(0) { $0 + $1.dot($1) }
    #expect(abs(turns - expected) <= 2e-3 * expected + 1e-9, "\(turns), \(expected)")
  }

  /// A direction of which next to nothing is known is told all the same.
  @Test func aWeakPriorIsKnownToBeWeak() throws {
    let pass = try Self.pass([0.0005])
    let prior = PosePrior(pose: .identity, pivot: pass.pivot, rotationSigma: 0.1, translationSigma: 2)
    #expect(abs(Self.result(pass, prior: prior).weakestDeviation - 2) < 1e-3)
  }

  @Test func stepsOfMicrometresAreSmall() {
    for axis in 0..<6 {
      var step = SIMD8<Double>.zero
      step[axis] = axis < 3 ? -2.9e-5 : -2.9e-6
      #expect(RegistrationPass.isSmall(step))
      step[axis] = axis < 3 ? 3.1e-5 : 3.1e-6
      #expect(!RegistrationPass.isSmall(step))
    }
  }
}
