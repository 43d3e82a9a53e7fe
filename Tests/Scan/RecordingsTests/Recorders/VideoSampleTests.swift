import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Recordings

/// The samples of Datasets/recorders that hold a video, against the recording that they were written from.
@Suite(.enabled(if: TestVideo.canBeWritten, "needs ffmpeg and ffprobe, which are absent here"))
struct VideoSampleTests {
  enum Sample: String, CaseIterable, CustomTestStringConvertible {
    case stray = "stray-scanner"
    case kinect = "mkv-binned"

    var url: URL { SharedMaterial.packageRoot.appendingPathComponent("Datasets/recorders/\(rawValue)") }
    var testDescription: String { rawValue }
  }

  private let original: Recording

  init() throws { original = try Recording.open(RecorderSample.original) }

  @Test(arguments: Sample.allCases) func isRecognisedAndHasEveryFrame(sample: Sample) throws {
    let recording = try Recording.open(sample.url)
    #expect(recording.format == (sample == .stray ? .strayScanner : .azureKinect))
    #expect(recording.frames.map(\.name) == (0..<4).map { sample == .stray ? "00000\($0)" : "\($0)" })
    #expect(recording.findings.map(\.code) == (sample == .stray ? [.recordingLastIntrinsics] : []))
    // Stray Scanner notes the times; a Kinect's rate was written as 30 frames/s, in milliseconds.
    for (frame, before) in zip(recording.frames, original.frames) {
      let time =
        sample == .stray ? before.time - original.frames[0].time : (Double(frame.index) * 1000 / 30).rounded() / 1000
      #expect(abs(frame.time - recording.frames[0].time - time) < 1e-6)
    }
  }

  @Test(arguments: Sample.allCases) func camerasAreThoseOfTheOriginal(sample: Sample) throws {
    let cameras = try Recording.open(sample.url).frames[0].cameras
    let before = original.frames[0].camera
    let shift = sample == .stray ? Vector2.zero : [120, 114]
    for (camera, offset) in [(cameras.color, Vector2.zero), (cameras.depth, shift)] {
      #expect(camera.lens == nil)
      #expect(abs(camera.fx - before.fx) < 1e-5)
      #expect(abs(camera.fy - before.fy) < 1e-5)
      #expect(abs(camera.cx - before.cx - offset.x) < 1e-5)
      #expect(abs(camera.cy - before.cy - offset.y) < 1e-5)
    }
    #expect((cameras.depth.width, cameras.depth.height) == (sample == .stray ? (80, 60) : (320, 288)))
    #expect(cameras.colorFromDepth == .identity)
  }

  /// The Kinect's file keeps the JPEGs; HEVC changes colours a little.
  @Test(arguments: Sample.allCases) func colorIsThatOfTheOriginal(sample: Sample) throws {
    let recording = try Recording.open(sample.url)
    for (frame, before) in zip(recording.frames, original.frames) {
      let (found, expected) = (try recording.color(frame), try original.color(before))
      #expect((found.width, found.height) == (80, 60))
      let differences = zip(found.pixels, expected.pixels).map { abs(Double($0) - Double($1)) }
      let mean = differences.reduce(0, +) / Double(differences.count)
      #expect(mean < (sample == .stray ? 4 : 2), "\(mean)")
    }
  }

  /// Depth is rounded to the millimetre; the Kinect's lies in the middle of a larger image.
  @Test(arguments: Sample.allCases) func depthIsThatOfTheOriginal(sample: Sample) throws {
    let recording = try Recording.open(sample.url)
    let (left, top) = sample == .stray ? (0, 0) : (120, 114)
    for (frame, before) in zip(recording.frames, original.frames) {
      let (found, expected) = (try recording.depth(frame), try original.depth(before))
      var measured = 0
      for (y, x) in (0..<60).flatMap({ y in (0..<80).map { (y, $0) } }) {
        let (here, there) = (found[x + left, y + top], expected[x, y])
        #expect(here.isNaN == there.isNaN)
        guard !there.isNaN else { continue }
        #expect(abs(here - there) <= 0.000_500_1)
        measured += 1
      }
      #expect(measured > 1000)
      #expect(found.pixels.count { !$0.isNaN } == measured)
    }
  }

  /// The camera of frame k is turned by 0.02 k about y (Scripts/recorders/rewrite.py).
  @Test func posesOfStrayScannerAreRead() throws {
    for (k, frame) in try Recording.open(Sample.stray.url).frames.enumerated() {
      let expected = RigidTransform(
        rotation: .rotation([0, 0.02 * Double(k), 0]), translation: Double(k) * Vector3(0.01, -0.02, 0.03))
      let pose = try #require(frame.recordedPose)
      for point in [Vector3(0, 0, 0), [0.1, 0, 0.4], [0, 0.1, 0.4]] {
        #expect((pose * point - expected * point).length < 1e-6)
      }
    }
  }
}
