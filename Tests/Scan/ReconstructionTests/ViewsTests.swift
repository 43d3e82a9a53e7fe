import Foundation
import Geometry
import Images
import Markers
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

/// Which frames are searched whole.
@Suite struct SearchScheduleTests {
  @Test func everyEighthFrameAndTheLastAreSearchedWhole() {
    let schedule = SearchSchedule((0..<20).map { Double($0) / 30 })
    #expect(schedule.whole == [0, 8, 16, 19])
    #expect(schedule.others.map(\.frame) == Array(1..<8) + Array(9..<16) + [17, 18])
    for (frame, after) in schedule.others {
      #expect(schedule.whole[after - 1] < frame)
      #expect(schedule.whole[after] > frame)
    }
  }

  @Test func aFrameThatComesLateIsSearchedWhole() {
    #expect(SearchSchedule([]).whole == [])
    #expect(SearchSchedule([7]).whole == [0])
    #expect(SearchSchedule([7, 7.1]).whole == [0, 1])
    #expect(SearchSchedule((0..<5).map { 0.31 * Double($0) }).whole == [0, 1, 2, 3, 4])
    #expect(SearchSchedule((0..<5).map { 0.29 * Double($0) }).whole == [0, 1, 2, 3, 4])
    #expect(SearchSchedule((0..<5).map { 0.14 * Double($0) }).whole == [0, 2, 4])
    #expect(SearchSchedule([0, 0.1, 0.2, 0.29, 0.31, 0.5]).whole == [0, 3, 5])
    // After a gap the search begins anew.
    #expect(SearchSchedule([0, 0.03, 0.06, 2, 2.03, 2.06]).whole == [0, 2, 3, 5])
  }
}

/// What the search for markers finds of what appears outside of the box between two frames that are searched whole.
@Suite struct MarkerSearchTests {
  private static let dictionary = MarkerDictionary(name: "DICT_4X4_50")!
  private static let camera = Camera(width: 640, height: 480, fx: 600, fy: 600, cx: 319.5, cy: 239.5)
  /// Prints of the cap, in the upper left of the image.
  private static let cap: [Int: (x: Int, y: Int)] = [0: (40, 40), 1: (110, 40), 2: (40, 110), 3: (110, 110)]

  /// A white image with prints of 36 pixels whose upper left corners lie there.
  private static func image(_ prints: [Int: (x: Int, y: Int)]) -> GrayImage {
    var pixels = [UInt8](repeating: 220, count: 640 * 480)
    for (id, place) in prints {
      let bits = dictionary.bits(of: id)!
      for y in 0..<36 {
        for x in 0..<36 {
          let (row, column) = (y / 6 - 1, x / 6 - 1)
          let isWhite = (0..<4).contains(row) && (0..<4).contains(column) && bits[row][column]
          pixels[(place.y + y) * 640 + place.x + x] = isWhite ? 220 : 20
        }
      }
    }
    return GrayImage(width: 640, height: 480, pixels: pixels)
  }

  /// The ids that are seen in 17 frames that show the cap, and more in some of them.
  private static func seen(
    of cap: (Int) -> [Int: (x: Int, y: Int)] = { _ in cap }, _ more: (Int) -> [Int: (x: Int, y: Int)]
  ) throws -> [[Int]] {
    let wall = DepthImage(width: 640, height: 480, pixels: Array(repeating: 0.3, count: 640 * 480))
    let recording = try SyntheticRecording.open(
      Array(repeating: wall, count: 17), camera, grays: (0..<17).map { image(cap($0).merging(more($0)) { $1 }) },
      times: (0..<17).map { Double($0) / 30 })
    let head = HeadRecording(recording, cap: Cap(dictionary: dictionary, markerSize: 0.018, ids: nil))
    let views = try Views.detected(in: head, workers: Workers(count: 2)) { _ in }
    return views.observations.map { $0.markers.map(\.id).sorted() }
  }

  /// A depth image that was there before tells nothing, so that the markers in it can't be used; one without any depth is no
  /// repetition.
  @Test func repeatedDepthIsNotUsed() throws {
    let image = { (z: Float) in DepthImage(width: 640, height: 480, pixels: Array(repeating: z, count: 640 * 480)) }
    let recording = try SyntheticRecording.open(
      [0.3, 0.3, 0.302, .nan, .nan, 0.3].map { image($0) }, Self.camera,
      grays: Array(repeating: Self.image(Self.cap), count: 6), times: (0..<6).map { Double($0) / 30 })
    let head = HeadRecording(recording, cap: Cap(dictionary: Self.dictionary, markerSize: 0.018, ids: nil))
    let views = try Views.detected(in: head, workers: Workers(count: 2)) { _ in }
    #expect(views.observations.map(\.repeatsDepth) == [false, true, false, false, false, true])
    #expect(views.observations.allSatisfy { $0.markers.map(\.id).sorted() == [0, 1, 2, 3] })
    #expect([0, 1, 2, 5].map { views.usable[$0].markers.count } == [4, 0, 4, 0])
    #expect([1, 5].allSatisfy { views.usable[$0].rejected.count { $0.reason == .noDepth } == 4 })
  }

  @Test func whatStaysIsFoundInEveryFrame() throws {
    #expect(try Self.seen { _ in [:] } == Array(repeating: [0, 1, 2, 3], count: 17))
  }

  /// A stray print far from the cap: a frame that is searched whole sees it, and from there on it is in the box.
  @Test func aStrayPrintIsNotHidden() throws {
    let seen = try Self.seen { $0 >= 5 ? [9: (560, 400)] : [:] }
    #expect(seen[5...].allSatisfy { $0 == [0, 1, 2, 3, 9] }, "\(seen)")
    #expect(seen[..<5].allSatisfy { $0 == [0, 1, 2, 3] })
  }

  /// A marker that is hidden for a while, and is elsewhere when it comes back.
  @Test func aMarkerThatComesBackIsFound() throws {
    let cap = Self.cap
    let seen = try Self.seen(of: { (3..<12).contains($0) ? cap.filter { $0.key != 3 } : cap }) { frame in
      frame >= 12 ? [3: (560, 420)] : [:]
    }
    #expect(seen[..<3].allSatisfy { $0 == [0, 1, 2, 3] })
    #expect(seen[3..<12].allSatisfy { $0 == [0, 1, 2] }, "\(seen)")
    #expect(seen[12...].allSatisfy { $0 == [0, 1, 2, 3] }, "\(seen)")
  }

  /// Where fewer markers are in the box than before and after, the whole frame is searched.
  @Test func aMarkerThatLeavesTheBoxIsFound() throws {
    let seen = try Self.seen { (9..<15).contains($0) ? [3: (560, 420)] : [:] }
    #expect(seen == Array(repeating: [0, 1, 2, 3], count: 17))
  }

  /// What comes and goes between two frames that are searched whole, far from everything else, may be missed: no longer
  /// than that.
  @Test func onlyWhatComesAndGoesWithinEightFramesMayBeMissed() throws {
    let seen = try Self.seen { (9..<16).contains($0) ? [9: (560, 400)] : [:] }
    #expect(seen.filter { $0.contains(9) }.isEmpty)
    let longer = try Self.seen { (8..<16).contains($0) ? [9: (560, 400)] : [:] }
    #expect(longer[8..<16].allSatisfy { $0.contains(9) }, "\(longer)")
  }
}
