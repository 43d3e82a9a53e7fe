import Geometry
import Testing
import Workers

@testable import Phantom

@Suite struct ColorCameraFaultTests {
  private static func options(_ faults: PhantomFault...) -> PhantomOptions {
    var options = PhantomOptions()
    options.sensor.camera = Camera(width: 160, height: 120, fx: 148, fy: 148, cx: 80, cy: 60)
    (options.frames, options.duration, options.truthSubdivisions) = (11, 5, 3)
    options.faults = faults
    return options
  }

  private static let sound = Result { try PhantomRecording(options()) }
  private static let rolling = Result { try PhantomRecording(options(PhantomFault(.rollingShutter, amount: 50))) }

  @Test func rowsAreReadOneAfterTheOther() throws {
    let recording = try Self.rolling.get()
    let frame = recording.frame(4)
    let path = recording.path
    #expect(frame.headFromCamera == path.headFromCamera(at: frame.time))
    #expect(frame.rows[0] == path.headFromCamera(at: frame.time - 0.025))
    #expect(frame.rows[119] == path.headFromCamera(at: frame.time + 0.025))
    // Where a corner is clicked is where the image shows it.
    var (seen, moved) = (0, 0.0)
    for corner in recording.cap.markers.flatMap(recording.head.corners) {
      let (pixel, inCamera) = frame.rows.sight(of: corner, by: frame.cameras.color)
      let toCamera = (frame.headFromCamera.translation - corner).normalized
      guard inCamera.z > 0, frame.cameras.color.contains(pixel),
        recording.head.normal(toward: corner.normalized).dot(toCamera) > 0.7
      else { continue }
      seen += 1
      moved = max(moved, (pixel - frame.cameras.color.project(frame.headFromCamera.inverse * corner)).length)
      let z = Double(frame.exactDepth[Int(pixel.x.rounded()), Int(pixel.y.rounded())])
      #expect(abs(z - inCamera.z) < 0.002)
    }
    #expect(seen > 20)
    #expect(moved > 0.3)
  }

  @Test func depthIsReadAtOnce() throws {
    let (rolling, sound) = (
      try Self.rolling.get().frame(4),
      try Self.sound.get().frame(4)
    )
    #expect(rolling.depthCodes == sound.depthCodes)
    #expect(rolling.color.pixels != sound.color.pixels)
  }

  @Test func exposureAndWhiteBalanceStep() throws {
    let plan = try FaultPlan(
      [PhantomFault(.exposureStep, at: 2, amount: -1), PhantomFault(.whiteBalance, at: 3, amount: 20)], duration: 5)
    let faults = ColorCameraFaults(plan)
    #expect(faults.gain(at: 1) == [1, 1, 1])
    #expect(faults.gain(at: 2.5) == [0.5, 0.5, 0.5])
    #expect(faults.gain(at: 4) == [0.5 * Float(1.2), 0.5, 0.5 * Float(0.8)])
    let (dark, sound) = (
      try PhantomRecording(Self.options(PhantomFault(.exposureStep, at: 2, amount: -1))),
      try Self.sound.get()
    )
    let mean = { (recording: PhantomRecording, index: Int) in
      RobustStatistics.mean(recording.frame(index).color.pixels.map(Double.init))
    }
    #expect(dark.frame(3).color.pixels == sound.frame(3).color.pixels)
    #expect(mean(dark, 5) < 0.8 * mean(sound, 5))
  }

  @Test func theFocalLengthBreathesButDepthDoesNot() throws {
    let recording = try PhantomRecording(Self.options(PhantomFault(.breathing, amount: 1)))
    let frame = recording.frame(6)
    #expect(frame.time == 3)
    #expect(abs(frame.cameras.color.fx / 148 - 1.01) < 1e-12 && abs(frame.cameras.color.fy / 148 - 1.01) < 1e-12)
    #expect(frame.cameras.depth.fx == 148)
    #expect(recording.options.sensor.statedCameras.areOne)
    #expect(frame.depthCodes == (try Self.sound.get().frame(6).depthCodes))
  }

  @Test func doubledFramesRepeatTheOneBefore() throws {
    let recording = try PhantomRecording(Self.options(PhantomFault(.doubled, amount: 40)))
    let doubled = recording.doubled
    #expect(doubled.count == 4)
    #expect(!doubled.contains(0))
    for index in doubled {
      let (first, second) = (recording.frame(index - 1), recording.frame(index))
      #expect(first.color.pixels == second.color.pixels)
      #expect(first.depthCodes == second.depthCodes)
      #expect(first.headFromCamera == second.headFromCamera)
    }
  }

  @Test func theSunTakesDepthAndNothingElse() throws {
    let (sunny, sound) = (
      try PhantomRecording(Self.options(PhantomFault(.sunlight, amount: 30))), try Self.sound.get()
    )
    let sun = Vector3(0.62, -0.55, 0.56).normalized
    var (lost, kept) = (0, 0)
    for index in 0..<11 {
      let (a, b) = (sunny.frame(index), sound.frame(index))
      #expect(a.color.pixels == b.color.pixels)
      for (with, without) in zip(a.depthCodes, b.depthCodes) where with != without {
        #expect(with == 0)
        lost += 1
      }
      kept += a.depthCodes.count { $0 > 0 }
      guard index == 5 else { continue }
      // Beyond the cosine of 1 − 2 · 0.3 at which its share ends, what fades out and the ragged edge, no depth is left.
      let scene = sunny.scene.at(a.time, headFromCamera: a.headFromCamera)
      let buffer = SurfaceBuffer(scene, camera: a.cameras.depth, headFromCamera: a.headFromCamera)
      let inCamera = a.headFromCamera.rotation.transpose * (scene.moment.headFromWorld.rotation * sun)
      let shines = buffer.normal.indices.filter { Vector3(buffer.normal[$0]).dot(inCamera) > 0.4 + 0.1 + 0.24 }
      #expect(shines.count > 100 && shines.allSatisfy { a.depthCodes[$0] == 0 })
    }
    let share = Double(lost) / Double(lost + kept)
    #expect((0.1...0.6).contains(share), "\(share)")
  }
}
