import Geometry
import Markers
import Recordings
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
