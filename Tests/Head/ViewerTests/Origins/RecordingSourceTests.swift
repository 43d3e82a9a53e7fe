import Diagnostics
import Files
import Foundation
import Geometry
import Landmarks
import ScanPipeline
import TestSupport
import Testing

@testable import Viewer

/// What was picked in the frames of a recording before.
@Suite struct RecordingSourceTests {
  private let three: ThreeFrames
  private let temporary: TemporaryFolder

  init() throws { (three, temporary) = (try ThreeFrames(), try TemporaryFolder()) }

  private func source(_ observer: String? = nil, landmarks: URL? = nil, keeps: Bool = false) -> RecordingSource {
    RecordingSource(
      options: ScanOptions(recording: three.folder, landmarks: landmarks),
      output: keeps ? nil : temporary.url.appending(path: "output"), observer: observer, opened: three.recording,
      clock: { Date(timeIntervalSince1970: 1_700_000_000) })
  }

  /// Writes a landmark file of one click on the sellion and two on the left tragion, one of which a program proposed.
  private func write(
    _ url: URL, by observer: String? = nil, proposals: Set<Landmark> = [], digest: String? = nil
  ) throws {
    var file = LandmarkFile(
      name: "landmarks.json",
      entries: [
        .sellion: .clicks([LandmarkClick(frame: "100.25", pixel: [30, 20])]),
        .tragionLeft: .clicks([
          LandmarkClick(frame: "100.00", pixel: [3, 20], isProposed: true),
          LandmarkClick(frame: "100.50", pixel: [4.5, 21]),
        ]),
      ])
    var picking = LandmarkPicking()
    (picking.observer, picking.proposals) = (observer, proposals)
    picking.scan = digest.map { PickedScan(.recording, name: "three", digest: $0) }
    file.picking = picking
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try file.json().write(to: url)
  }

  private var own: URL { three.folder.appending(path: "landmarks.json") }

  @Test func clicksOfTheRecordingAreGoneOnFrom() throws {
    #expect(try source().earlierPicks(of: nil).picks.landmarks.isEmpty)
    try write(own)
    let earlier = try source().earlierPicks(of: nil)
    #expect(earlier.picks[.sellion].clicks == [LandmarkClick(frame: "100.25", pixel: [30, 20])])
    #expect(earlier.picks[.tragionLeft].clicks.map(\.isProposed) == [true, false], "each click for itself")
    #expect(earlier.picks[.tragionLeft].clicks.map(\.pixel) == [[3, 20], [4.5, 21]])
    #expect(!earlier.isSaved, "no result follows from them")
    #expect(try source(keeps: true).earlierPicks(of: nil).picks.landmarks.isEmpty, "somebody else names those")
    #expect(try !source(landmarks: own, keeps: true).earlierPicks(of: nil).picks.landmarks.isEmpty)
  }

  /// What stands as it was proposed is a proposal with all its clicks.
  @Test func aProposalStaysOne() throws {
    try write(own, proposals: [.sellion])
    let picks = try source().earlierPicks(of: nil).picks
    #expect(picks[.sellion].clicks.map(\.isProposed) == [true])
    #expect(picks[.tragionLeft].clicks.map(\.isProposed) == [true, false])
  }

  /// Nobody who picks under a name sees what others have picked.
  @Test func observersSeeTheirOwnPicks() throws {
    try write(own, by: "A")
    let found = { (observer: String?) throws -> Bool in
      try !self.source(observer).earlierPicks(of: nil).picks.landmarks.isEmpty
    }
    #expect(try found(nil))
    #expect(try found("A"))
    #expect(try !found("B"))
    try write(own)
    #expect(try found(nil))
    #expect(try !found("A"), "nobody knows whose they are")
  }

  @Test func picksOfOtherFramesAreNone() throws {
    let (one, other) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
    try write(own, digest: one)
    #expect(try !source().earlierPicks(of: one).picks.landmarks.isEmpty)
    #expect(try source().earlierPicks(of: other).picks.landmarks.isEmpty)
    #expect(try !source().earlierPicks(of: nil).picks.landmarks.isEmpty, "what is not known is no other")
  }

  /// The output folder goes before the file that was named, and that before the recording's own.
  @Test func theLatestGoFirst() throws {
    let named = temporary.url.appending(path: "named.json")
    try write(own, by: "own")
    try write(named, by: "named", proposals: [.sellion])
    #expect(try source(landmarks: named).earlierPicks(of: nil).picks[.sellion].clicks[0].isProposed)
    try write(temporary.url.appending(path: "output/landmarks.json"), by: "output")
    #expect(try !source(landmarks: named).earlierPicks(of: nil).picks[.sellion].clicks[0].isProposed)
    #expect(try source("named", landmarks: named).earlierPicks(of: nil).picks[.sellion].clicks[0].isProposed)
    #expect(try !source("own", landmarks: named).earlierPicks(of: nil).picks[.sellion].clicks[0].isProposed)
  }

  @Test func clicksMustLieInTheirFrames() {
    let accepts = { (pick: Picks.Pick) -> Bool in
      var picks = Picks()
      picks[.sellion] = pick
      return self.source().accepts(picks)
    }
    let click = { (frame: String, pixel: Vector2) -> Picks.Pick in
      Picks.Pick(clicks: [LandmarkClick(frame: frame, pixel: pixel)])
    }
    #expect(accepts(click("100.25", [63, 47])))
    #expect(!accepts(click("100.25", [65, 47])))
    #expect(!accepts(click("100.25", [63, 49])))
    #expect(!accepts(click("101", [10, 10])))
    #expect(!accepts(.init(point: [0, 0, 0])), "a point is of a mesh")
    #expect(accepts(.init()))
  }

  @Test func aRecordingSaysWhatItIs() {
    #expect(source().mode == "recording")
    #expect(source().name == three.folder.lastPathComponent)
    #expect(source().outputName == "output")
    #expect(source(keeps: true).outputName == nil)
    #expect(source().protocols.map(\.name).first == source().measurement.name)
  }
}
