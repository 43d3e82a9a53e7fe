import Foundation
import Geometry
import Images
import Recordings
import Synchronization
import Testing
import Workers

@testable import Reconstruction

/// The first pass over a recording without a cap.
@Suite struct ViewsTests {
  /// Frames of which one in k + 2 pixels is valid.
  private static func recording(change: Int? = nil) throws -> Recording {
    let camera = Camera(width: 32, height: 24, fx: 30, fy: 30, cx: 15.5, cy: 11.5)
    let depths = (0..<7).map { k in
      let pixels = (0..<768).map { $0 % (k + 2) == 0 && !($0 == 0 && k == change) ? Float(0.3) : .nan }
      return DepthImage(width: 32, height: 24, pixels: pixels)
    }
    return try SyntheticRecording.open(depths, camera, times: depths.indices.map { 0.1 * Double($0) })
  }

  private static func views(_ recording: Recording, threads: Int = 1) throws -> Views {
    try Views.withoutMarkers(recording, workers: Workers(count: threads)) { _ in }
  }

  @Test func depthIsCountedFrameByFrame() throws {
    let recording = try Self.recording()
    let told = Mutex<[Int]>([])
    let views = try Views.withoutMarkers(recording, workers: Workers(count: 2)) { frame in
      told.withLock { $0.append(frame) }
    }
    for (k, validity) in views.depthValidity.enumerated() {
      #expect(validity.frame == ValidCount(valid: (768 + k + 1) / (k + 2), total: 768))
      #expect(validity.markers == ValidCount())
    }
    #expect(views.observations.map(\.frame) == Array(0..<7))
    #expect(views.observations.allSatisfy { $0.markers.isEmpty })
    #expect(told.withLock { $0.sorted() } == Array(0..<7), "every frame is told once")
  }

  /// The digest is that of the images, whoever reads them; one pixel changes it.
  @Test func theDigestIsThatOfTheImages() throws {
    let recording = try Self.recording()
    let digest = try Self.views(recording).digest
    #expect(try digest == Self.views(recording, threads: 3).digest && digest == Self.views(try Self.recording()).digest)
    #expect(try digest != Self.views(try Self.recording(change: 3)).digest)
    #expect(digest.count == 64)
  }

  /// A damaged image is an error, whichever thread meets it.
  @Test func aFrameThatCannotBeReadIsAnError() throws {
    let recording = try Self.recording()
    try Data([1, 2, 3]).write(to: recording.folder.appending(path: recording.frames[5].depthImage.name))
    #expect(throws: RecordingError.self) { try Self.views(recording, threads: 2) }
  }
}
