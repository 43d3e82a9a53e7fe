import Foundation
import TestSupport
import Testing

@testable import Recordings

/// What ffprobe's list says, from a script that stands in for it.
@Suite struct VideoFileTests {
  private func file(_ lines: [String]) throws -> VideoFile {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url.appendingPathComponent("a.mp4"))
    let programs = try StandInPrograms(ffprobe: "cat << 'END'\n\(lines.joined(separator: "\n"))\nEND")
    return try VideoFile(RecordingFolder(checking: folder.url), "a.mp4", .mp4, path: programs.path)
  }

  private static let track = "codec_name=h264|codec_type=video|width=64|height=48|pix_fmt=yuv420p"

  /// In the order in which they are shown; one before the edit and one that is thrown away later.
  @Test func picturesAreListedByTime() throws {
    let found = try file([
      "packet|stream_index=0|pts_time=0.10|flags=KD_", "packet|stream_index=0|pts_time=0.20|flags=K__",
      "packet|stream_index=0|pts_time=0.40|flags=___", "packet|stream_index=0|pts_time=0.30|flags=___",
      "packet|stream_index=0|pts_time=0.35|flags=_D_", "packet|stream_index=1|pts_time=0.15|flags=K__",
      "packet|stream_index=0|pts_time=N/A|flags=K__", "stream|index=0|\(Self.track)|tag:title=a=b",
      "stream|index=1|codec_type=audio", "format|start_time=0.125",
    ])
    #expect(found.start == 0.125)
    #expect(found.tracks.map(\.index) == [0])
    let track = try #require(found.tracks.first)
    #expect(track.frames.map(\.time) == [0.2, 0.3, 0.4])
    #expect(track.frames.map(\.isKey) == [true, false, false])
    #expect(track.cut == 1)
    #expect((track.codec, track.pixels, track.title) == ("h264", "yuv420p", "A=B"))
  }

  /// ffprobe counts degrees to the left.
  @Test(arguments: [
    ("", 0), ("|side_data|rotation=90", 3), ("|side_data|rotation=-90", 1), ("|side_data|rotation=180", 2),
    ("|side_data|rotation=-180", 2), ("|side_data|rotation=-270", 3), ("|side_data|rotation=nan", 0),
  ])
  func turnsAreToTheRight(stated: String, turns: Int) throws {
    let found = try file(["stream|index=0|\(Self.track)\(stated)", "format|format_name=mov"])
    #expect(found.tracks.map(\.quarterTurns) == [turns])
    #expect(found.start == 0, "where it is not stated")
  }
}
