import Foundation
import TestSupport
import Testing

/// ffmpeg and ffprobe, which the program needs for videos and the tests to look into them.
enum FFmpeg {
  static let isInstalled = ["ffmpeg", "ffprobe"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  /// What ffprobe says about the video: a line `key=value` each.
  static func probe(_ file: URL, in folder: URL) throws -> [(key: String, value: String)] {
    let text = folder.appendingPathComponent("probe-\(UUID().uuidString)")
    let entries = "stream=codec_name,pix_fmt,width,height,nb_frames:format=duration:packet=pts_time"
    let process = try Process.run(
      URL(fileURLWithPath: "/bin/sh"),
      arguments: [
        "-c", "ffprobe -v error -show_entries \(entries) -of default=nw=1 \"$0\" > \"$1\"", file.path, text.path,
      ])
    process.waitUntilExit()
    defer { try? FileManager.default.removeItem(at: text) }
    return try String(contentsOf: text, encoding: .utf8).split(separator: "\n").map {
      let parts = $0.split(separator: "=", maxSplits: 1)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }
}

/// `replay --video`.
@Suite struct VideoTests {
  let workspace: Workspace
  private let video: URL
  init() throws {
    workspace = try Workspace(SampleRecording.glimpse)
    video = workspace.file("out.mp4")
  }

  private func arguments(_ more: [String] = []) -> [String] {
    ["replay", workspace.recording.path, "--output", workspace.output.path, "--video", video.path] + more
  }

  /// The times of the frames by `timeline.csv`.
  private var times: [Double] {
    get throws {
      let rows = try String(
        contentsOf: workspace.output.appendingPathComponent("timeline.csv"), encoding: .utf8
      ).split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let column = try #require(rows[0].firstIndex(of: "time_s"))
      return rows.dropFirst().map { Double($0[column])! }
    }
  }

  /// A frame is lost, so the intervals are uneven; the image is 480 × 360, so 960 × 720 beside a cloud of 560.
  @Test(.enabled(if: FFmpeg.isInstalled, "needs ffmpeg and ffprobe, which are absent here"))
  func everyFrameIsThereAtItsTime() throws {
    for list in ["rgb.txt", "depth.txt"] {
      var lines = String(decoding: try workspace.read(list), as: UTF8.self).split(separator: "\n")
      lines.remove(at: 3)
      try workspace.write(list, lines.joined(separator: "\n") + "\n")
    }
    let outcome = try Command.run(arguments(["--language", "de"]))
    try #require(outcome.status == 0, Comment(rawValue: outcome.narration))
    let probe = try FFmpeg.probe(video, in: workspace.recording)
    let first = { (key: String) in probe.first { $0.key == key }?.value }
    #expect(first("codec_name") == "h264")
    #expect(first("pix_fmt") == "yuv420p")
    #expect(first("width") == "1520")
    #expect(first("height") == "896")
    #expect(first("nb_frames") == "5")
    let shown = probe.filter { $0.key == "pts_time" }.compactMap { Double($0.value) }
    let times = try times
    #expect(shown.count == 5, "\(shown) \(times)")
    #expect(zip(shown, times).allSatisfy { abs($0 - $1) < 1e-4 }, "\(shown) \(times)")
    // The last frame stays as long as the one before it.
    let duration = try #require(first("duration").flatMap(Double.init))
    #expect(abs(duration - (2 * times[4] - times[3])) < 2e-3)
    #expect(try workspace.leftBehind == ["out", "out.mp4"])
    let inside = try FileManager.default.contentsOfDirectory(atPath: workspace.output.path)
    #expect(!inside.contains { $0.hasSuffix(".mp4") })

    try Command.run(arguments(["--force", "--output", workspace.file("other").path])).check(0)
    let bytes = try Data(contentsOf: video)
    try Command.run(arguments()).expectFailure(73, says: ["out.mp4", "--force"])
    try Command.run(arguments(["--force", "--turn", "90"])).check(0)
    let turned = try FFmpeg.probe(video, in: workspace.recording)
    #expect(turned.first { $0.key == "width" }?.value == "1100")
    #expect(try Data(contentsOf: video) != bytes)
  }

  @Test func withoutAnEncoderItSaysSoBeforeItWorks() throws {
    let mute = try Running(arguments(), path: "/nowhere").outcome()
    mute.expectFailure(69, says: ["ffmpeg", "apt-get install ffmpeg", "--video"])
    let tools = try tool("#!/bin/sh\necho \"Codec 'libx264' is not recognized by FFmpeg.\"\n")
    try Running(arguments(), path: tools).outcome().expectFailure(69, says: ["tools/ffmpeg", "libx264"])
    try Command.run(arguments(["--video", "/proc/no/x.mp4"])).expectFailure(73, says: ["/proc/no/x.mp4"])
    #expect(try workspace.leftBehind == ["tools"])
  }

  @Test func anEncoderThatStopsIsReportedAndLeavesNothing() throws {
    let tools = try tool(
      "#!/bin/sh\n[ \"$2\" = -h ] && exec echo 'Encoder libx264 [x]'\nhead -c 9999 > /dev/null\necho broken: no space >&2\nexit 1\n"
    )
    let outcome = try Running(arguments(), path: tools + ":/usr/bin:/bin").outcome()
    outcome.expectFailure(73, says: ["ffmpeg", "broken: no space"])
    #expect(try workspace.leftBehind == ["tools"])
  }

  @Test(.enabled(if: FFmpeg.isInstalled, "needs ffmpeg, which is absent here"), arguments: [SIGINT, SIGKILL])
  func aRunThatIsEndedLeavesNothingThatLooksFinished(_ signal: Int32) throws {
    let running = try Running(arguments(["--realtime"]))
    while try workspace.leftBehind.isEmpty && running.isRunning { usleep(500) }
    running.send(signal)
    let outcome = try running.outcome()
    #expect(outcome.wasKilled == (signal == SIGKILL))
    let left = try workspace.leftBehind
    #expect(signal == SIGINT ? left.isEmpty : left.allSatisfy { $0.hasPrefix(".out.partial-") }, "\(left)")
  }

  /// A program in ffmpeg's place; the folder that it lies in.
  private func tool(_ script: String) throws -> String {
    let folder = workspace.file("tools")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let program = folder.appendingPathComponent("ffmpeg")
    try Data(script.utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: NSNumber(value: 0o755)], ofItemAtPath: program.path)
    return folder.path
  }
}

extension Command.Outcome {
  /// Checks the exit code.
  fileprivate func check(_ code: Int32) { #expect(status == code, Comment(rawValue: narration)) }
}
