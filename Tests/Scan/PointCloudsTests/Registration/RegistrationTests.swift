import Geometry
import Images
import Recordings
import Testing

@testable import PointClouds

@Suite struct RegistrationTests {
  @Test(arguments: 0..<6) func findsThePose(seed: Int) throws {
    let (result, truth) = Self.registered(.lumpy, seed)
    #expect(result.refusal == nil, "\(String(describing: result.refusal?.finding))")
    #expect(result.inlierShare > 0.9)
    #expect(result.rms < 0.6e-3)
    #expect(AnalyticShape.distance(result.modelFromCamera, truth, radius: 0.06) < 0.3e-3)
  }

  /// One side of an ellipsoid slides within the noise; the result has to know by how much.
  @Test(arguments: 0..<6) func knowsHowFarAnEllipsoidSlides(seed: Int) throws {
    let (result, truth) = Self.registered(.ellipsoid, seed)
    #expect(AnalyticShape.distance(result.modelFromCamera, truth, radius: 0.06) < 2 * result.weakestDeviation)
    #expect((result.modelFromCamera * (truth.inverse * Vector3.zero)).length < 1e-3)
  }

  private static func registered(_ shape: AnalyticShape, _ seed: Int) -> (Registration, truth: RigidTransform) {
    var random = SeededGenerator(seed: UInt64(seed))
    let truth = RenderedScene.poses(6)[seed]
    let start = truth.retracted(rotation: random.normal3() * 0.02, translation: random.normal3() * 0.003)
    let view = shape.view(from: truth, predicted: start, noise: 0.3e-3, seed: UInt64(seed))
    return (shape.model.register(view), truth)
  }

  @Test func isExactWithoutNoise() throws {
    let shape = AnalyticShape.lumpy
    let truth = RenderedScene.poses(6)[2]
    let start = truth.retracted(rotation: [0.05, -0.04, 0.03], translation: [0.004, 0.003, -0.005])
    let result = shape.model.register(shape.view(from: truth, predicted: start))
    #expect(AnalyticShape.distance(result.modelFromCamera, truth, radius: 0.06) < 0.1e-3)
    #expect(result.rms < 0.05e-3)
  }

  /// What is told of a refusal, in the units of the reader.
  @Test(arguments: [
    (RegistrationRefusal.tooLittleSurface(area: 0.00123, needed: 0.0045), ["12.3 cm²", "45.0 cm²"]),
    (.tooFewInliers(share: 0.345, needed: 0.6), ["34.5 %", "60.0 %"]),
    (.largeResidual(rms: 0.0034, limit: 0.0012), ["3.4 mm", "1.2 mm"]),
    (.illConditioned(deviation: 0.0078, limit: 0.0021), ["7.8 mm", "2.1 mm"]),
  ])
  func refusalsAreToldWithTheirLimits(_ refusal: RegistrationRefusal, _ numbers: [String]) {
    let text = refusal.finding.text().replacingOccurrences(of: "\u{A0}", with: " ")
    for number in numbers { #expect(text.contains(number), "\(text)") }
  }

  @Test func refusesToTurnASphere() throws {
    let shape = AnalyticShape.sphere
    let truth = RenderedScene.poses(6)[3]
    let result = shape.model.register(shape.view(from: truth, predicted: truth, noise: 0.3e-3))
    guard case .illConditioned(let deviation, let limit)? = result.refusal else {
      Issue.record("a sphere's rotation was accepted with \(result.weakestDeviation) m")
      return
    }
    #expect(deviation > limit)
    // What a sphere does hold is its middle.
    #expect(((result.modelFromCamera * (truth.inverse * Vector3.zero))).length < 0.2e-3)
  }

  @Test func aPriorHoldsTheSphereInItsPlace() throws {
    let shape = AnalyticShape.sphere
    let truth = RenderedScene.poses(6)[3]
    let turned = truth.retracted(rotation: [0, 0.03, 0.02], translation: .zero)
    let prior = PosePrior(pose: turned, pivot: .zero, rotationSigma: 0.002, translationSigma: 0.01)
    let result = shape.model.register(shape.view(from: truth, predicted: truth, noise: 0.3e-3), prior: prior)
    #expect(result.refusal == nil)
    let turn = (result.modelFromCamera.rotation * turned.rotation.transpose).rotationVector.length
    #expect(turn < 0.004)
  }

  @Test func refusesAHandBeforeTheCamera() throws {
    let shape = AnalyticShape.lumpy
    let truth = RenderedScene.poses(6)[1]
    let hand = RenderedScene.depth(truth) { origin, ray in
      let forward = truth.rotation * Vector3(0, 0, 1)
      return (0.24 - 0.02 * ray.x) / forward.dot(ray)
    }
    let view = DepthView(
      depth: hand, camera: RenderedScene.camera, scanFromCamera: truth, options: AnalyticShape.options)
    #expect(shape.model.register(view).refusal != nil)
    let nothing = DepthImage(width: 320, height: 240, pixels: Array(repeating: .nan, count: 320 * 240))
    let blind = DepthView(
      depth: nothing, camera: RenderedScene.camera, scanFromCamera: truth, options: AnalyticShape.options)
    #expect(shape.model.register(blind).refusal == .tooLittleSurface(area: 0, needed: 0.0015))
    let inside = RigidTransform.identity
    let within = DepthView(
      depth: nothing, camera: RenderedScene.camera, scanFromCamera: inside, options: AnalyticShape.options)
    #expect(shape.model.register(within).refusal == .nothingToSee)
  }

  @Test func aHandOverAFifthOfTheHeadChangesLittle() throws {
    let shape = AnalyticShape.lumpy
    let truth = RenderedScene.poses(6)[4]
    let start = truth.retracted(rotation: [0.01, -0.02, 0.01], translation: [0.002, 0.001, -0.002])
    let hand = RenderedScene.sphere(truth * Vector3(0.015, 0.015, 0.23), 0.02)
    let result = shape.model.register(shape.view(from: truth, predicted: start, noise: 0.3e-3, also: hand))
    #expect(result.refusal == nil)
    #expect(result.inlierShare < 0.9)
    #expect(AnalyticShape.distance(result.modelFromCamera, truth, radius: 0.06) < 1e-3)
  }

  @Test func tooFewPointsAreNoModel() {
    #expect(RegistrationModel(Mesh()) == nil)
    let points = AnalyticShape.lumpy.mesh
    #expect(RegistrationModel(Mesh(positions: points.positions)) == nil)
    #expect(RegistrationModel(points) != nil)
  }
}
