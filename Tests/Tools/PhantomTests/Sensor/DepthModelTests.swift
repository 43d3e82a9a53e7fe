import Geometry
import Testing
import Workers

@testable import Phantom

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
