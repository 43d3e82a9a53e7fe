import Foundation
import Geometry
import Markers
import Recordings
import TestSupport
import Testing
import Workers

@testable import Phantom

@Suite struct PhantomFrameTests {
  private static func options() -> PhantomOptions {
    var options = PhantomOptions()
    options.sensor.camera = Camera(width: 160, height: 120, fx: 148, fy: 148, cx: 80, cy: 60)
    options.frames = 12
    return options
  }

  @Test func exactDepthIsOnTheHead() throws {
    var options = Self.options()
    options.sensor.camera = Camera(width: 120, height: 100, fx: 592, fy: 592, cx: 60, cy: 50)
    let recording = try PhantomRecording(options, workers: Workers(count: 2))
    for index in [0, 5, 9] {
      let frame = recording.frame(index)
      let camera = options.sensor.camera
      for y in 0..<100 {
        for x in 0..<120 {
          let z = Double(frame.exactDepth[x, y])
          let p = frame.headFromCamera * (camera.ray([Double(x), Double(y)]) * z)
          guard p.length < 0.1, p.z > 0 else { continue }
          #expect(abs(p.length - recording.head.radius(toward: p.normalized)) < 0.000_02)
        }
      }
    }
  }

  @Test func markerCornersProjectOntoTheirDepth() throws {
    let options = Self.options()
    let recording = try PhantomRecording(options)
    let frame = recording.frame(6)
    var seen = 0
    for marker in recording.cap.markers {
      for corner in recording.head.corners(of: marker) {
        let p = frame.headFromCamera.inverse * corner
        let toCamera = (frame.headFromCamera.translation - corner).normalized
        let pixel = options.sensor.camera.project(p)
        guard recording.head.normal(toward: corner.normalized).dot(toCamera) > 0.6 else { continue }
        let z = Double(frame.exactDepth[Int(pixel.x.rounded()), Int(pixel.y.rounded())])
        seen += 1
        // Half a pixel is 1.2 mm here, on a surface that slopes by up to 53°.
        #expect(abs(z - p.z) < 0.0022)
      }
    }
    #expect(seen > 30)
  }

  @Test(arguments: [0, 0.5])
  func depthErrorsHaveTheStatedSpread(_ correlatedShare: Double) throws {
    var options = Self.options()
    options.markerCount = 0
    options.sensor.holes = 0
    options.sensor.depthNoise = 2
    options.sensor.correlatedShare = correlatedShare
    let recording = try PhantomRecording(options, workers: Workers(count: 2))
    var errors: [Double] = []
    for index in 0..<12 {
      let frame = recording.frame(index)
      for (i, z) in frame.depth.pixels.enumerated() where z.isFinite {
        let exact = Double(frame.exactDepth.pixels[i])
        let cosine = Double(frame.cosines[i])
        let bias = options.sensor.bias(at: [Double(i % 160), Double(i / 160)], depth: exact)
        if cosine > 0.4 {
          errors.append((Double(z) - exact - bias) / options.sensor.depthSigma(depth: exact, cosine: cosine))
        }
      }
    }
    #expect(errors.count > 20_000)
    // The coarse part of correlated noise has few independent values in small images.
    #expect(abs(RobustStatistics.standardDeviation(errors) - 1) < (correlatedShare > 0 ? 0.06 : 0.02))
    #expect(abs(RobustStatistics.mean(errors)) < (correlatedShare > 0 ? 0.2 : 0.02))
  }

  @Test func theSigmaIsTheMeasuredOne() {
    let sensor = PhantomSensor()
    #expect(abs(sensor.depthSigma(depth: 0.20, cosine: 1) - 0.00033) < 1e-6)
    #expect(abs(sensor.depthSigma(depth: 0.32, cosine: 1) - 0.00044) < 1e-6)
    #expect(sensor.depthSigma(depth: 0.3, cosine: 0.5) == 2 * sensor.depthSigma(depth: 0.3, cosine: 1))
  }

  /// Nearer than 20 cm noise grows, where it is asked for; beyond 78° it grows no more.
  @Test func noiseGrowsNearTheCameraAndIsBoundedAslant() {
    var sensor = PhantomSensor()
    sensor.nearNoise = 0
    let far = [0.10, 0.175, 0.20, 0.3].map { sensor.depthSigma(depth: $0, cosine: 1) }
    sensor.nearNoise = 0.8
    let near = [0.10, 0.175, 0.20, 0.3].map { sensor.depthSigma(depth: $0, cosine: 1) }
    for (ratio, wanted) in zip(zip(near, far).map { $0 / $1 }, [1.8, 1.4, 1, 1]) { #expect(abs(ratio - wanted) < 1e-9) }
    #expect(sensor.depthSigma(depth: 0.3, cosine: 0.05) == sensor.depthSigma(depth: 0.3, cosine: 0.2))
    sensor.depthNoise *= 3
    #expect(abs(sensor.depthSigma(depth: 0.3, cosine: 1) / near[3] - 3) < 1e-9)
  }

  /// With a focal length that is stated 2 % too long, of both cameras and along both axes.
  @Test func camerasAreStatedWithTheErrorOfTheirFocalLength() {
    var sensor = PhantomSensor(camera: Camera(width: 64, height: 48, fx: 60, fy: 61, cx: 31, cy: 23), focalError: 0.02)
    sensor.depthCamera = Camera(width: 32, height: 24, fx: 30, fy: 30.5, cx: 15, cy: 11)
    let stated = sensor.statedCameras
    for (camera, exact) in [(stated.color, sensor.cameras.color), (stated.depth, sensor.cameras.depth)] {
      #expect(abs(camera.fx / exact.fx - 1.02) < 1e-12 && abs(camera.fy / exact.fy - 1.02) < 1e-12)
      #expect(camera.cx == exact.cx && camera.cy == exact.cy)
    }
  }

  @Test func farSurfacesShadowsAndEdgesHaveNoDepth() throws {
    let options = Self.options()
    let frame = try PhantomRecording(options).frame(0)
    var (near, holes) = (0, 0)
    for (i, code) in frame.depthCodes.enumerated() {
      let exact = frame.exactDepth.pixels[i]
      if exact > 0.6 { #expect(code == 0) } else { near += 1 }
      if exact <= 0.6 && code == 0 { holes += 1 }
    }
    #expect(near > 3000)
    #expect(Double(holes) / Double(near) > 0.005)
    #expect(Double(holes) / Double(near) < 0.3)
  }

  @Test func markersAreDetectedWhereTheTruthHasThem() throws {
    let options = PhantomOptions()
    let recording = try PhantomRecording(options, workers: Workers(count: 2))
    let detector = MarkerDetector(dictionary: recording.cap.dictionary, markerSize: recording.cap.markerSize)
    var errors: [Double] = []
    for index in [150, 220] {
      let frame = recording.frame(index)
      let jpeg = try ImageFile.jpeg(frame.color, quality: options.sensor.jpegQuality)
      let found = try detector.corners(in: try ImageFile.gray(jpeg), frame: "\(index)")
      let onCap = found.filter { f in recording.cap.markers.contains { $0.id == f.id } }
      #expect(onCap.count >= 5)
      for (id, corners) in onCap {
        let marker = try #require(recording.cap.markers.first { $0.id == id })
        let exact = recording.head.corners(of: marker).map {
          options.sensor.camera.project(frame.headFromCamera.inverse * $0)
        }
        errors += zip(corners, exact).map { ($0 - $1).length }
      }
    }
    #expect(RobustStatistics.median(errors) < 1.0)
  }
}

@Suite struct CameraChoiceTests {
  private static func options(_ choice: CameraChoice) -> PhantomOptions {
    var options = PhantomOptions()
    options.sensor.camera = Camera(width: 160, height: 120, fx: 148, fy: 148, cx: 79.5, cy: 59.5)
    choice.apply(to: &options.sensor)
    (options.frames, options.truthSubdivisions) = (4, 3)
    return options
  }

  private static func written(_ choice: CameraChoice) throws -> (options: PhantomOptions, recording: Recording) {
    let folder = try TemporaryFolder()
    let (options, url) = (options(choice), folder.url.appendingPathComponent("scan"))
    try PhantomWriter(PhantomRecording(options)).write(to: url, workers: Workers(count: 2))
    return (options, try Recording.open(url))
  }

  private static func apart() -> CameraChoice {
    var choice = CameraChoice()
    (choice.colorSize, choice.depthSize, choice.baseline) = ((240, 180), (160, 120), 0.02)
    (choice.lens, choice.depthLens) = ([0.06, -0.02, 0.001, -0.002], [0.03])
    return choice
  }

  @Test func bothCamerasAreWrittenAsTheyAre() throws {
    let (options, recording) = try Self.written(Self.apart())
    #expect(recording.frames[0].cameras == options.sensor.cameras)
    #expect(recording.colorHeader.width == 240)
    #expect(recording.depthHeader.width == 160)
    #expect(options.sensor.colorFromDepth.translation == [0.02, 0, 0])
  }

  @Test func hiddenLensesAreNotStated() throws {
    var choice = Self.apart()
    choice.statesLens = false
    let (options, recording) = try Self.written(choice)
    #expect(recording.frames[0].cameras.color == options.sensor.camera.pinhole)
    #expect(recording.frames[0].cameras.depth.lens == nil)
    #expect(options.sensor.camera.lens != nil)
  }

  @Test func oneCameraWithALensGivesBothImages() throws {
    var choice = CameraChoice()
    choice.lens = [0.05]
    let (options, recording) = try Self.written(choice)
    #expect(recording.frames[0].cameras == options.sensor.cameras)
    #expect(options.sensor.cameras.areOne)
  }

  @Test func depthIsWhereItsOwnCameraSeesIt() throws {
    var options = Self.options(Self.apart())
    (options.sensor.depthNoise, options.sensor.depthBias, options.sensor.depthOffset, options.sensor.holes) = (
      0, 0, 0, 0
    )
    let recording = try PhantomRecording(options, workers: Workers(count: 2))
    let frame = recording.frame(1)
    let (camera, pose) = (frame.cameras.depth, frame.headFromCamera * frame.cameras.colorFromDepth)
    var seen = 0
    for y in stride(from: 10, to: 110, by: 3) {
      for x in stride(from: 10, to: 150, by: 3) {
        let z = Double(frame.depth[x, y])
        guard z.isFinite else { continue }
        let point = pose * (camera.ray([Double(x), Double(y)]) * z)
        guard point.length < 0.09,
          recording.head.normal(toward: point.normalized).dot((pose.translation - point).normalized) > 0.4
        else { continue }
        seen += 1
        #expect(abs(point.length - recording.head.radius(toward: point.normalized)) < 0.0005)
      }
    }
    #expect(seen > 200)
  }

  @Test func aLensMovesTheImageOfTheHead() throws {
    var choice = CameraChoice()
    choice.lens = [0.06]
    let (bent, straight) = (Self.options(choice), Self.options(CameraChoice()))
    let recording = try PhantomRecording(bent)
    let marker = try #require(recording.cap.markers.first)
    let frame = recording.frame(1)
    let corner = recording.head.corners(of: marker)[0]
    let place = frame.headFromCamera.inverse * corner
    let (a, b) = (bent.sensor.camera.project(place), straight.sensor.camera.project(place))
    #expect((a - [79.5, 59.5]).length > (b - [79.5, 59.5]).length)
  }

  @Test(arguments: [[0.5], [0, 0, 0, 0.3]])
  func lensesThatFoldTheImageAreRefused(_ coefficients: [Double]) {
    var choice = CameraChoice()
    choice.lens = coefficients
    #expect(throws: PhantomError.self) { try PhantomRecording(Self.options(choice)) }
  }
}

@Suite struct DepthModelTests {
  private static func recording(_ model: DepthModel, markers: Int = 40) throws -> PhantomRecording {
    var options = PhantomOptions()
    options.sensor.camera = Camera(width: 320, height: 240, fx: 296, fy: 296, cx: 159.5, cy: 119.5)
    options.sensor.adopt(model)
    (options.frames, options.markerCount, options.truthSubdivisions) = (8, markers, 3)
    return try PhantomRecording(options, workers: Workers(count: 2))
  }

  /// What the depth camera of a frame looked at, and the depth that it measured.
  private static func seen(_ recording: PhantomRecording, _ index: Int) -> (exact: SurfaceBuffer, depth: [Double]) {
    let frame = recording.frame(index)
    let pose = frame.headFromCamera * frame.cameras.colorFromDepth
    let scene = recording.scene.at(frame.time, headFromCamera: pose)
    let buffer = SurfaceBuffer(scene, camera: frame.cameras.depth, headFromCamera: pose)
    return (buffer, frame.depthCodes.map { $0 == 0 ? .nan : Double($0) / PhantomSensor.codesPerMetre })
  }

  /// Errors in metres at the pixels of a material that face the camera, with nothing of another depth near by.
  private static func errors(
    _ recording: PhantomRecording, _ materials: Set<Material>, frames: [Int] = [0, 3, 6]
  ) -> [Double] {
    frames.flatMap { index in
      let (exact, depth) = seen(recording, index)
      let w = exact.width
      return (6 * w..<(exact.height - 6) * w).compactMap { i -> Double? in
        guard (6..<w - 6).contains(i % w), materials.contains(exact.material[i]), exact.cosine[i] > 0.7,
          [-5, 5, -5 * w, 5 * w].allSatisfy({ abs(exact.depth[i + $0] - exact.depth[i]) < 0.01 }), depth[i].isFinite
        else { return nil }
        return depth[i] - exact.depth[i]
      }
    }
  }

  @Test(arguments: DepthModel.allCases)
  func everyModelMeasuresTheHead(_ model: DepthModel) throws {
    let errors = Self.errors(try Self.recording(model), [.cloth])
    let limits: [DepthModel: ClosedRange<Double>] = [
      .fitted: 0.0002...0.001, .dotPattern: 0.0002...0.0015, .lidar: 0.001...0.005, .timeOfFlight: 0.0002...0.001,
    ]
    #expect(errors.count > 2000)
    let spread = RobustStatistics.sigma(errors)
    #expect(try #require(limits[model]).contains(spread), "\(spread)")
    // What lies between the spots of a LiDAR is cut off, and near outlines the room leaks in.
    #expect(abs(RobustStatistics.median(errors)) < (model == .lidar ? 0.003 : 0.000_5))
  }

  @Test func shiftsOfThePatternComeInEighthsOfAPixel() throws {
    let recording = try Self.recording(.dotPattern)
    let (exact, depth) = Self.seen(recording, 2)
    let scale = exact.camera.fx * recording.options.sensor.projectorBaseline
    var off: [Double] = []
    for z in depth where z.isFinite {
      let eighths = 8 * scale / z
      // A code is 0.2 mm, which at 30 cm is a seventh of a step.
      off.append(abs(eighths - eighths.rounded()) * z * z / (8 * scale))
    }
    #expect(off.count > 5000 && off.max()! < 0.000_11)
  }

  @Test func neighboursInAWindowShareTheirNoise() throws {
    let recording = try Self.recording(.dotPattern, markers: 0)
    let (exact, depth) = Self.seen(recording, 2)
    func correlation(_ step: Int) -> Double {
      var (products, squares, count) = (0.0, 0.0, 0)
      for i in 0..<(depth.count - step) where exact.material[i] == .cloth && exact.material[i + step] == .cloth {
        let (a, b) = (depth[i] - exact.depth[i], depth[i + step] - exact.depth[i + step])
        guard a.isFinite, b.isFinite, abs(a) < 0.004, abs(b) < 0.004 else { continue }
        products += a * b
        squares += (a * a + b * b) / 2
        count += 1
      }
      return count > 1000 ? products / squares : .nan
    }
    #expect(correlation(1) > 0.5)
    #expect(correlation(14) < 0.5 * correlation(1))
  }

  @Test func outlinesAreWidenedByHalfAWindow() throws {
    let recording = try Self.recording(.dotPattern)
    let (exact, depth) = Self.seen(recording, 2)
    let limit = recording.options.sensor.maximumDepth
    let (w, h) = (exact.width, exact.height)
    var widened = 0
    for i in depth.indices where depth[i].isFinite && exact.depth[i] > limit {
      widened += 1
      let (x, y) = (i % w, i / w)
      let isNear = (max(0, y - 4)...min(h - 1, y + 4)).contains { v in
        (max(0, x - 4)...min(w - 1, x + 4)).contains { exact.depth[v * w + $0] <= limit }
      }
      #expect(isNear)
    }
    #expect(widened > 100)
  }

  @Test func lidarIsSmallAndFloatsAtOutlines() throws {
    let recording = try Self.recording(.lidar)
    let (exact, depth) = Self.seen(recording, 2)
    #expect(exact.width == 256)
    #expect(exact.height == 192)
    let between = depth.indices.filter { i in
      guard depth[i].isFinite, i % exact.width > 3, i % exact.width < exact.width - 3 else { return false }
      let around = (-3...3).map { exact.depth[i + $0] }
      return around.allSatisfy { abs($0 - depth[i]) > 0.01 }
    }
    #expect(between.count > 50)
  }

  @Test func timeOfFlightIsNoisyOnInkAndTooFarInHollows() throws {
    let recording = try Self.recording(.timeOfFlight)
    let spread = { (materials: Set<Material>) in
      RobustStatistics.standardDeviation(Self.errors(recording, materials))
    }
    #expect(spread([.blackInk]) > 2 * spread([.whiteInk, .cloth]))
    let (exact, _) = Self.seen(recording, 0)
    let sensor = TimeOfFlightDepth(noise: PixelNoise(seed: 1, frame: 0))
    let detours = { (material: Material) in
      exact.material.indices.filter { exact.material[$0] == material }.map {
        sensor.detour(exact, $0 % exact.width, $0 / exact.width)
      }
    }
    let (face, cap) = (detours(.face), detours(.cloth))
    #expect(RobustStatistics.mean(cap) < 0.000_05)
    #expect(RobustStatistics.mean(face) > 2 * RobustStatistics.mean(cap))
    #expect(face.max()! > 0.000_5)
    #expect((face + cap).min()! == 0)
  }
}

@Suite struct PixelNoiseTests {
  private let noise = PixelNoise(seed: 9, frame: 4)
  private let pixels = (0..<40_000).map { ($0 % 200, $0 / 200) }

  @Test func normalNumbersHaveMeanZeroAndVarianceOne() {
    let values = pixels.map { noise.normal(.white, $0.0, $0.1) }
    #expect(abs(RobustStatistics.mean(values)) < 0.02)
    #expect(abs(RobustStatistics.standardDeviation(values) - 1) < 0.02)
  }

  @Test func smoothNumbersHaveVarianceOneAndNeighboursAlike() {
    let smooth = SmoothNoise(noise, .fine, cell: 5, width: 201, height: 200)
    let values = pixels.map { smooth[$0.0, $0.1] }
    #expect(abs(RobustStatistics.standardDeviation(values) - 1) < 0.05)
    let products = pixels.map { smooth[$0.0, $0.1] * smooth[$0.0 + 1, $0.1] }
    #expect(RobustStatistics.mean(products) > 0.7)
  }

  @Test(arguments: [5, 24]) func smoothNumbersAreThoseBetweenTheirCorners(cell: Int) {
    let smooth = SmoothNoise(noise, .coarse, cell: cell, width: 73, height: 49)
    for (x, y) in (0..<3577).map({ ($0 % 73, $0 / 73) }) {
      let (i, j) = (x / cell, y / cell)
      let u = smoothstep(Double(x - i * cell) / Double(cell))
      let v = smoothstep(Double(y - j * cell) / Double(cell))
      let weights = SIMD4((1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v)
      let values = SIMD4(
        noise.normal(.coarse, i, j), noise.normal(.coarse, i + 1, j), noise.normal(.coarse, i, j + 1),
        noise.normal(.coarse, i + 1, j + 1))
      #expect(smooth[x, y] == (weights * values).sum() / (weights * weights).sum().squareRoot())
    }
  }

  @Test func theBiasOfPixelsIsThatOfTheSensor() {
    var sensor = PhantomSensor()
    (sensor.depthField, sensor.depthScaleError, sensor.rangeBias) = (0.004, 0.03, 0.002)
    let bias = PixelBias(sensor, width: 640, height: 480)
    for (x, y) in [(0, 0), (639, 0), (17, 311), (320, 240), (639, 479)] {
      #expect(bias.at(x, y, depth: 0.31) == sensor.bias(at: [Double(x), Double(y)], depth: 0.31))
    }
  }

  @Test func streamsFramesAndSeedsDiffer() {
    let others = [PixelNoise(seed: 9, frame: 5), PixelNoise(seed: 10, frame: 4)]
    for other in others { #expect(other.bits(.white, 3, 3) != noise.bits(.white, 3, 3)) }
    #expect(noise.bits(.fine, 3, 3) != noise.bits(.white, 3, 3))
    #expect(noise.bits(.white, 3, 4) != noise.bits(.white, 4, 3) && noise.bits(.fine, 3, 0) != noise.bits(.white, 3, 1))
    // Each is what SplitMix64 makes of the key of its frame: that of the first place is the key itself.
    var keys = SeededGenerator(seed: 9)
    var mixed = SeededGenerator(seed: keys.next() &- 0x9E37_79B9_7F4A_7C15)
    let (found, expected) = (PixelNoise(seed: 9, frame: 0).bits(.white, 0, 0), mixed.next())
    #expect(found == expected)
    #expect(noise.bits(.white, 3, 3) == PixelNoise(seed: 9, frame: 4).bits(.white, 3, 3))
  }
}
