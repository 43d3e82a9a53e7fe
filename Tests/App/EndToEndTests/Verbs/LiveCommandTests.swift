import Foundation
import Recordings
import TestSupport
import Testing

/// `live`: a scan that is recorded and guided while it is taken.
@Suite struct LiveCommandTests {
  private static let sample = SharedMaterial.packageRoot.appendingPathComponent("Datasets/sample")
  let workspace: Workspace
  init() throws { workspace = try Workspace() }

  private var index: URL { workspace.output.appendingPathComponent("frames.jsonl") }

  /// The whole lines of the index that there are.
  private var lines: Int { (try? Data(contentsOf: index)).map { $0.count { $0 == 10 } } ?? 0 }

  /// Waits until a run has recorded so many frames.
  private func wait(_ running: Running, frames: Int) throws {
    _ = try awaited { lines > frames || !running.isRunning ? true : nil }
    let said = try running.narration
    #expect(running.isRunning, Comment(rawValue: said))
  }

  @Test func whatIsToldIsWhatReplayTells() throws {
    let told = workspace.file("told")
    #expect(try Command.run("replay", Self.sample.path, "--output", told.path).status == 0)
    let outcome = try Command.run("live", "--replay", Self.sample.path, "--output", workspace.output.path, "--json")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let events = try Data(contentsOf: told.appendingPathComponent("feedback.jsonl"))
    #expect(outcome.stdout.prefix(events.count) == events)
    let summary = try ResultFile(Data(outcome.stdout.dropFirst(events.count)))
    #expect(summary["schema"] as? String == "calvaria/live/1")
    #expect(summary["recorded"] as? Int == 60)
    #expect(summary["judged"] as? Int == 60)
    #expect(summary["feedback.steps"] != nil)
    let (copy, original) = (try Recording.open(workspace.output), try Recording.open(Self.sample))
    #expect(copy.frames.map(\.name) == original.frames.map(\.name))
    for (frame, again) in zip(original.frames, copy.frames) {
      let read = { (folder: URL, image: StoredImage) in try Data(contentsOf: folder.appendingPathComponent(image.name))
      }
      #expect(try read(workspace.output, again.colorImage) == read(Self.sample, frame.colorImage))
      #expect(try read(workspace.output, again.depthImage) == read(Self.sample, frame.depthImage))
      #expect(again.cameras == frame.cameras)
    }
    let again = try Command.run("live", "--replay", Self.sample.path, "--output", workspace.output.path)
    again.expectFailure(73, says: ["is never replaced"])
  }

  @Test func aNeckIsGuidedAndCountedAsReplayDoes() throws {
    let recording = try SampleRecording.neck.get()
    let task = ["--task", "neck", "--movement", "rotation", "--repeats", "1", "--language", "de"]
    let told = workspace.file("told")
    let replay = try Command.run(["replay", recording.path, "--output", told.path, "--json"] + task)
    let live = ["live", "--replay", recording.path, "--output", workspace.output.path] + task
    let outcome = try Command.run(live + ["--json"])
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let events = try Data(contentsOf: told.appendingPathComponent("feedback.jsonl"))
    #expect(outcome.stdout.prefix(events.count) == events)
    let summary = try ResultFile(Data(outcome.stdout.dropFirst(events.count)))
    let counted = try ResultFile(replay.stdout)
    #expect(summary["feedback"] as? NSDictionary == counted[""] as? NSDictionary)
    #expect(summary["feedback.is_finished"] as? Bool == true)
    #expect(outcome.narration.contains("--task neck --movement rotation --repeats 1 --output"))
    try FileManager.default.removeItem(at: workspace.output)
    let words = try Command.run(live)
    #expect(words.narration.contains("Den Kopf nach links drehen"))
    #expect(words.text.contains("Rotation, links"))
  }

  @Test(arguments: [SIGKILL, SIGINT]) func aSignalInTheMiddleLeavesARecording(_ signal: Int32) throws {
    let running = try Running([
      "live", "--replay", Self.sample.path, "--realtime", "--output", workspace.output.path,
    ])
    try wait(running, frames: 5)
    running.send(signal)
    let outcome = try running.outcome()
    #expect(outcome.wasKilled == (signal == SIGKILL))
    if signal == SIGINT {
      #expect(outcome.status == 0, "the end of a scan is no failure")
      #expect(outcome.text.contains("frames recorded"))
      #expect(outcome.narration.contains("calvaria reconstruct \(workspace.output.path)"))
    }
    let frames = try Recording.open(workspace.output).frames.count
    #expect((5..<60).contains(frames))
    let told = try Command.run("replay", workspace.output.path, "--output", workspace.file("told").path, "--json")
    #expect(try ResultFile(told.stdout)["frames"] as? Int == frames)
  }

  @Test(arguments: ["q", "\n"]) func aKeyEndsTheScan(_ key: String) throws {
    let keys = Pipe()
    let running = try Running(
      ["live", "--replay", Self.sample.path, "--realtime", "--output", workspace.output.path],
      standardInput: keys.fileHandleForReading)
    try wait(running, frames: 1)
    try keys.fileHandleForWriting.write(contentsOf: Data(key.utf8))
    #expect(try running.outcome().status == 0)
    #expect(try Recording.open(workspace.output).frames.count < 60)
  }

  @Test func aRecordingThatGrowsIsFollowed() throws {
    let growing = workspace.file("growing")
    let files = FileManager.default
    for folder in ["rgb", "depth"] {
      try files.createDirectory(at: growing.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    for name in ["cap.yaml", "intrinsic.json"] {
      try files.copyItem(at: Self.sample.appendingPathComponent(name), to: growing.appendingPathComponent(name))
    }
    let running = try Running(["live", "--follow", growing.path, "--output", workspace.output.path])
    _ = try awaited { try running.narration.contains("waiting for the first frame") || !running.isRunning ? true : nil }
    let lists = try ["rgb.txt", "depth.txt"].map { name in
      let text = try String(contentsOf: Self.sample.appendingPathComponent(name), encoding: .utf8)
      return (name, text.split(separator: "\n").filter { !$0.hasPrefix("#") }.prefix(6).map(String.init))
    }
    for k in 0..<6 {
      for (list, rows) in lists {
        let image = String(rows[k].split(separator: " ")[1])
        try files.copyItem(at: Self.sample.appendingPathComponent(image), to: growing.appendingPathComponent(image))
        try Data((rows[...k].joined(separator: "\n") + "\n").utf8).write(to: growing.appendingPathComponent(list))
      }
    }
    try wait(running, frames: 6)
    running.send(SIGINT)
    #expect(try running.outcome().status == 0)
    let original = try Recording.open(Self.sample).frames.prefix(6).map(\.name)
    #expect(try Recording.open(workspace.output).frames.map(\.name) == original)
  }

  /// The sample recording through a cable: what is reconstructed of it is what is reconstructed of the original.
  @Test func aPhoneOnACableIsRecordedAndReconstructed() throws {
    let original = try Recording.open(Self.sample)
    let messages = try original.frames.map { frame in
      let (color, depth) = (frame.cameras.color, frame.cameras.depth)
      return PhoneMessage.frame(
        sizes: ((color.width, color.height), (depth.width, depth.height)),
        camera: [color.fx, color.fy, color.cx, color.cy].map { Float($0) },
        jpeg: try Data(contentsOf: Self.sample.appendingPathComponent(frame.colorImage.name)),
        depth: try original.depth(frame).pixels)
    }
    let (first, last) = (messages.prefix(20), messages.dropFirst(20))
    let phone = try PhoneStandIn([first + [messages[20].prefix(9999)], Array(last)], pause: 20_000)
    let cap = Self.sample.appendingPathComponent("cap.yaml")
    let running = try Running(
      ["live", "--usb", "--cap", cap.path, "--output", workspace.output.path],
      environment: ["USBMUXD_SOCKET_ADDRESS": phone.address])
    try wait(running, frames: messages.count)
    running.send(SIGINT)
    let outcome = try running.outcome()
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.narration.contains("cut off"))
    #expect(outcome.narration.contains("Scan"))

    let copy = try Recording.open(workspace.output)
    try #require(copy.frames.count == original.frames.count)
    for (frame, again) in zip(original.frames, copy.frames) {
      let bytes = try Data(contentsOf: workspace.output.appendingPathComponent(again.colorImage.name))
      #expect(try bytes == Data(contentsOf: Self.sample.appendingPathComponent(frame.colorImage.name)))
      let (depth, same) = try (original.depth(frame).pixels, copy.depth(again).pixels)
      #expect(zip(depth, same).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
    }
    try restoreTimes(original)
    // Clicks name frames.
    var clicks = try String(contentsOf: Self.sample.appendingPathComponent("landmarks.json"), encoding: .utf8)
    for (frame, again) in zip(original.frames, copy.frames) { clicks = clicks.replacing(frame.name, with: again.name) }
    try Data(clicks.utf8).write(to: workspace.output.appendingPathComponent("landmarks.json"))
    let values = try [Self.sample, workspace.output].enumerated().map { k, recording in
      let outcome = try Command.run(
        "reconstruct", recording.path, "--output", workspace.file("result\(k)").path, "--json")
      return try #require(try ResultFile(outcome.stdout)["measures.cvai.value"] as? Double)
    }
    // Intrinsics come in single precision.
    #expect(abs(values[0] - values[1]) < 0.0002, "\(values)")
  }

  /// Gives the frames the times at which they were taken. They came forty times as fast as that, and where markers are
  /// searched depends on the pace.
  private func restoreTimes(_ original: Recording) throws {
    var lines = try String(contentsOf: index, encoding: .utf8).split(separator: "\n").map { Data($0.utf8) }
    for (k, frame) in zip(1..., original.frames) {
      var line = try #require(try JSONSerialization.jsonObject(with: lines[k]) as? [String: Any])
      (line["time"], line["depth_time"]) = (frame.time, frame.depthTime)
      lines[k] = try JSONSerialization.data(withJSONObject: line)
    }
    try Data(lines.joined(separator: Data("\n".utf8)) + Data("\n".utf8)).write(to: index)
  }

  // MARK: With a page

  private func onPage(_ more: String...) throws -> ViewedPage {
    try ViewedPage(
      ["--replay", Self.sample.path, "--page", "--output", workspace.output.path] + more, verb: "live")
  }

  /// Starts on the page, ends there, and waits for the result.
  @Test func aScanIsStartedAndEndedOnThePage() throws {
    let page = try onPage("--realtime")
    #expect(try page.state()["phase"] as? String == "waiting")
    #expect(lines == 0, "nothing is recorded before the start")
    #expect(try page.post("start", [:]).status == 204)
    let scan = try awaited { try page.state()["scan"] as? [String: Any] }
    let frame = try #require(scan["frame"] as? Int)
    #expect(try LoopbackRequest(path: page.path("frames/\(frame)")).send(port: page.port).status == 200)
    try wait(page.running, frames: 40)
    #expect(try page.post("done", [:]).status == 204)
    let state = try awaited {
      let state = try page.state()
      return state["phase"] as? String == "finished" ? state : nil
    }
    #expect(state["failure"] == nil)
    // The lower ends of the sample's ears were not scanned.
    #expect(try page.get("outcome")["why"] is String)
    #expect(try LoopbackRequest(path: page.path("report.html")).send(port: page.port).status == 200)
    #expect(try page.post("close", [:]).status == 204)
    let outcome = try page.running.outcome()
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect((30..<60).contains(try Recording.open(workspace.output).frames.count))
    let result = URL(fileURLWithPath: workspace.output.path + "-result/result.json")
    let whole = try Command.run(
      "reconstruct", workspace.output.path, "--output", workspace.file("again").path, "--json")
    for key in ["measures", "landmarks", "tracking"] {
      let values = try [Data(contentsOf: result), whole.stdout].map { try ResultFile($0)[key] as? NSDictionary }
      #expect(values[0] != nil && values[0] == values[1], "what was seen early changes nothing: \(key)")
    }
  }

  /// Whatever becomes of the page, the recording is whole; a signal ends both.
  @Test(arguments: [SIGKILL, SIGINT]) func aSignalLeavesTheRecordingOfAPage(_ signal: Int32) throws {
    let page = try onPage("--realtime")
    #expect(try page.post("start", [:]).status == 204)
    try wait(page.running, frames: 5)
    page.running.send(signal)
    #expect(try page.running.outcome().wasKilled == (signal == SIGKILL))
    #expect((5..<60).contains(try Recording.open(workspace.output).frames.count))
    #expect(!FileManager.default.fileExists(atPath: workspace.output.path + "-result"))
  }

  @Test func aResultThatIsThereIsNotReplaced() throws {
    try FileManager.default.createDirectory(
      atPath: workspace.output.path + "-result", withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: workspace.output.path + "-result/result.json"))
    let outcome = try Command.run(
      "live", "--replay", Self.sample.path, "--page", "--no-open", "--output", workspace.output.path)
    #expect(outcome.status == 73)
    #expect(!FileManager.default.fileExists(atPath: workspace.output.path))
  }

  @Test func withoutAPhoneNothingIsLeftBehind() throws {
    let phone = try PhoneStandIn([], isPluggedIn: false)
    let cap = Self.sample.appendingPathComponent("cap.yaml")
    let running = try Running(
      ["live", "--usb", "--cap", cap.path, "--output", workspace.output.path],
      environment: ["USBMUXD_SOCKET_ADDRESS": phone.address])
    _ = try awaited { try running.narration.contains("waiting for an iPhone") || !running.isRunning ? true : nil }
    running.send(SIGINT)
    let outcome = try running.outcome()
    #expect(outcome.status == 66)
    #expect(outcome.narration.contains("error: calvaria live"))
    #expect(try workspace.leftBehind.isEmpty)
  }

  @Test(arguments: [
    ["--usb"], ["--output", "x"], ["--usb", "--replay", "a", "--output", "x"], ["--usb", "--output", "x"],
    ["--follow", "a", "--realtime", "--output", "x"], ["--replay", "a", "--no-open", "--output", "x"],
    ["--replay", "a", "--port", "8000", "--output", "x"],
    ["--usb", "--cap", "c", "--intrinsics", "k", "--output", "x"],
    ["--replay", "a", "--output", "x", "--repeats", "2"],
    ["--replay", "a", "--output", "x", "--task", "neck", "--page"],
    ["--replay", "a", "--output", "x", "--task", "neck", "--announce", "50"],
  ])
  func wrongCallsAreRefused(_ arguments: [String]) throws {
    let outcome = try Command.run(["live"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.stdout.isEmpty)
  }
}

/// The page of `live` as its operator uses it: with a foot switch, in Chromium.
@Suite(.serialized, .enabled(if: WebDriver.isPresent, Comment(rawValue: WebDriver.absence)))
struct LivePageBrowserTests {
  private static let sample = SharedMaterial.packageRoot.appendingPathComponent("Datasets/sample")
  let workspace: Workspace
  init() throws { workspace = try Workspace() }

  private func press(_ key: String, in browser: WebDriver) throws {
    _ = try browser.value(
      "['keydown', 'keyup'].every((kind) => document.dispatchEvent(new KeyboardEvent(kind, { key: '\(key)' })) || true)"
    )
  }

  @Test func aFootSwitchStartsAndEndsTheScan() throws {
    let page = try ViewedPage(
      ["--replay", Self.sample.path, "--realtime", "--page", "--output", workspace.output.path], verb: "live")
    let browser = try WebDriver()
    try browser.open(page.address)
    try browser.wait(for: "window.live && live.state.phase === 'waiting'")
    #expect(try browser.value("live.voice.isOn") as? Bool == false, "no sound before somebody wants it")
    try press(" ", in: browser)
    try browser.wait(for: "live.state.scan && live.picture.image")
    #expect(try browser.value("live.voice.isOn") as? Bool == true)
    try press("m", in: browser)
    #expect(try browser.value("live.voice.isOn") as? Bool == false)
    try browser.wait(for: "live.state.counts.recorded >= 20")
    // A busy machine is slower than an operator.
    _ = try browser.value("(Live.patience = 600, true)")
    try press(" ", in: browser)
    try browser.wait(for: "document.getElementById('prompt').className === 'asking'")
    #expect(try browser.value("live.state.phase") as? String == "scanning", "it is not complete")
    try press(" ", in: browser)
    try browser.wait(for: "live.state.phase === 'finished' && document.querySelector('#finished .why')")
    _ = try browser.value("(document.querySelector('[data-id=pick]').click(), true)")
    try browser.wait(for: "window.app && app.session.state && app.session.state.stage.key === 'ready'")
    let errors = try browser.consoleErrors()
    #expect(errors == [], "\(errors)")
    withExtendedLifetime(page) {}
  }

  /// A correction breaks off what is said; what waits is outdated by a newer one of its name; the tone lasts as long as it is
  /// wanted.
  @Test func oneVoiceAtATime() throws {
    let page = try ViewedPage(
      ["--replay", Self.sample.path, "--page", "--output", workspace.output.path], verb: "live")
    let browser = try WebDriver()
    try browser.open(page.address)
    try browser.wait(for: "window.live")
    let said =
      try browser.value(
        """
        (() => { const said = [];
        window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
        const speech = { getVoices: () => [{ lang: 'en-GB' }], cancel: () => said.push('–'), speak: (each) => { said.push(each.text); speech.now = each; } };
        Object.defineProperty(window, 'speechSynthesis', { configurable: true, value: speech });
        const tell = (name, text, is_urgent = false) => live.voice.tell([{ name, text, is_urgent }], 'en', 2);
        tell('progress', '10'); live.voice.isOn = true; tell('progress', '20'); tell('progress', '30'); tell('progress', '40');
        speech.now.onend(); tell('next', 'nose'); tell('hint', 'too close', true); speech.now.onend();
        tell('progress', '50'); live.voice.turn(false); tell('progress', '60');
        live.voice.turn(true); live.voice.vibrate(true); said.push(live.voice.isSounding); live.voice.vibrate(false); said.push(live.voice.isSounding);
        return JSON.stringify(said); })()
        """) as? String
    #expect(said == #"["20","40","–","too close","50","–",true,false]"#)
    withExtendedLifetime(page) {}
  }
}
