import Foundation
import Geometry
import Recordings
import TestSupport
import Testing
import Workers

@testable import Phantom

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
    let marker = try #require(try PhantomRecording(bent).cap.markers.first)
    let frame = try PhantomRecording(bent).frame(1)
    let corner = try PhantomRecording(bent).head.corners(of: marker)[0]
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
