import Foundation
import TestSupport
import Testing

/// `calvaria view` as a person uses it: with a mouse, in Chromium.
@Suite(.serialized, .enabled(if: WebDriver.isPresent, Comment(rawValue: WebDriver.absence)))
struct ViewBrowserTests {
  /// Where a pixel of the frame lies in the window.
  private static func place(_ browser: WebDriver, _ pixel: [Double]) throws -> (Double, Double) {
    let script = """
      (() => { const box = document.getElementById("picture").getBoundingClientRect();
      const [x, y] = app.view.viewport.toScreen([\(pixel[0]), \(pixel[1])]); return [box.x + x, box.y + y]; })()
      """
    let place = try #require(try browser.value(script) as? [Double])
    return (place[0], place[1])
  }

  /// Opens the page of a recording without clicks, and waits until the head is there.
  private static func open(_ work: Workspace) throws -> (ViewedPage, WebDriver) {
    try work.remove("landmarks.json")
    let page = try ViewedPage([work.recording.path, "--output", work.output.path])
    let browser = try WebDriver()
    try browser.open(page.address)
    try browser.wait(for: "window.app && app.session.state && app.session.state.stage.key === 'ready'")
    return (page, browser)
  }

  /// Before a save each click far from the others is asked of: an answer is of one click.
  @Test func everyClickThatIsLeftOutIsAskedOf() throws {
    let work = try Workspace(SampleRecording.whole)
    let (page, browser) = try Self.open(work)
    let names = ["sellion", "tragion_left"]
    _ = try browser.value(
      """
      (Object.defineProperty(app.session, "landmarks", { value: \(names).map((key, frame) =>
      ({ key, name: key, state: "accepted", clicks: [{ frame, used: false, apart_mm: 9 }] })) }),
      app.mayLeaveOut().then((answer) => { window.answer = answer; }), true)
      """)
    for name in names {
      #expect(try browser.value("window.answer === undefined") as? Bool == true)
      try browser.wait(for: "document.getElementById('question-text')?.textContent.startsWith('\(name)')")
      _ = try browser.value("(document.querySelector('#question [data-id=save]').click(), true)")
    }
    try browser.wait(for: "window.answer === true")
    withExtendedLifetime(page) {}
  }

  @Test func landmarksClickedInFramesGiveWhatReconstructGives() throws {
    let work = try Workspace(SampleRecording.whole)
    let clicks = try Self.clicks(of: work.recording)
    let (page, browser) = try Self.open(work)
    for (key, frame, pixel) in clicks {
      try browser.wait(for: "!app.session.isPending")
      _ = try browser.value("(app.take('\(key)'), app.openFrame(\(frame), false), true)")
      try browser.wait(for: "app.view.isReady")
      let (x, y) = try Self.place(browser, pixel)
      try browser.click(x, y)
      try browser.wait(for: "app.session.landmark('\(key)').clicks.some((click) => click.frame === \(frame))")
      // To what a window can tell: a fraction of a pixel.
      let told = try #require(
        try browser.value("app.session.landmark('\(key)').clicks.find((click) => click.frame === \(frame)).pixel")
          as? [Double])
      #expect(abs(told[0] - pixel[0]) < 1)
      #expect(abs(told[1] - pixel[1]) < 1)
    }
    try browser.wait(for: "!app.session.isPending && app.session.state.measures.state === 'intervals'")
    // The page hears a little after the server that all is computed.
    try browser.wait(for: "!document.getElementById('save').disabled")
    _ = try browser.value("(document.getElementById('save').click(), true)")
    try browser.wait(for: "app.session.state.saved !== null && app.session.state.measures.is_final")
    let again = work.file("again")
    let run = try Command.run(
      "reconstruct", work.recording.path, "--landmarks", work.output.appendingPathComponent("landmarks.json").path,
      "--output", again.path)
    #expect(run.status == 0)
    let name = "result.json"
    let mine = try Data(contentsOf: work.output.appendingPathComponent(name))
    #expect(try mine == Data(contentsOf: again.appendingPathComponent(name)))
    // What the page shows is what the file says.
    let shown = try ViewedPage.values(page.state())
    let value = try #require(try ResultFile(mine)["measures.cvai.value"] as? Double)
    #expect(shown["cvai"] == String(format: "%.2f", value))
    let panel = try browser.value("document.getElementById('measures').textContent") as? String
    #expect(panel?.contains("by the symmetry of the face") == true)
    let errors = try browser.consoleErrors()
    #expect(errors == [], "\(errors)")
    let foreign = try browser.requests().filter {
      !$0.hasPrefix(page.address) && !$0.hasPrefix("data:") && !$0.hasPrefix("blob:")
    }
    #expect(foreign.isEmpty, "\(foreign)")
  }

  @Test func aReloadKeepsThePicksAndAServerThatIsGoneIsTold() throws {
    let work = try Workspace(SampleRecording.whole)
    let clicks = try Self.clicks(of: work.recording)
    let (page, browser) = try Self.open(work)
    let (key, frame, pixel) = clicks[0]
    _ = try browser.value("(app.take('\(key)'), app.openFrame(\(frame), false), true)")
    try browser.wait(for: "app.view.isReady")
    let (x, y) = try Self.place(browser, pixel)
    try browser.click(x, y)
    try browser.wait(for: "app.session.landmark('\(key)').clicks.length === 1 && !app.session.isPending")
    let unsaved = "app.session.isUnsaved && document.title.startsWith('●')"
    try browser.wait(for: unsaved)
    try browser.reload()
    try browser.wait(for: "window.app && app.session.state && app.session.landmark('\(key)').clicks.length === 1")
    try browser.wait(for: unsaved)
    page.running.send(SIGKILL)
    // The page names what only it has, and hands it over.
    try browser.wait(for: "document.getElementById('notices').textContent.includes('sellion')")
    try browser.wait(for: "document.querySelector('#notices [data-id=keep]') !== null")
    let kept = try #require(
      try browser.value("JSON.stringify(Picks.file(app.session.picks, app.frames))") as? String)
    let file = try ResultFile(Data(kept.utf8))
    #expect((file["landmarks.\(key)"] as? [[String: Any]])?.count == 1)
    #expect(!FileManager.default.fileExists(atPath: work.output.path))
  }

  @Test func twoWindowsShowTheSamePicks() throws {
    let work = try Workspace(SampleRecording.whole)
    let clicks = try Self.clicks(of: work.recording)
    let (page, first) = try Self.open(work)
    let second = try WebDriver()
    try second.open(page.address)
    try second.wait(for: "window.app && app.session.state && app.session.state.stage.key === 'ready'")
    for (browser, other, click) in [(first, second, clicks[0]), (second, first, clicks[1])] {
      _ = try browser.value("(app.take('\(click.key)'), app.openFrame(\(click.frame), false), true)")
      try browser.wait(for: "app.view.isReady")
      let (x, y) = try Self.place(browser, click.pixel)
      try browser.click(x, y)
      try other.wait(
        for: "app.session.landmark('\(click.key)').clicks.some((each) => each.frame === \(click.frame))")
    }
    // Both change one landmark before either hears of the other: nothing is lost without a word.
    let move = { (pixel: Double) in
      """
      (app.session.change(Picks.withClick(app.session.picks, '\(clicks[0].key)', \(clicks[0].frame), [\(pixel), 100])), true)
      """

    }
    _ = try first.value(move(100))
    _ = try second.value(move(200))
    let mine = "app.session.landmark('\(clicks[0].key)').clicks[0].pixel[0]"
    try first.wait(for: "!app.session.isPending")
    try second.wait(for: "!app.session.isPending")
    try second.wait(for: "app.session.conflict || \(mine) === 200")
    let (a, b) = (try first.value(mine) as? Double, try second.value(mine) as? Double)
    #expect(a == 100 || a == 200, "\(a ?? -1)")
    if try second.value("Boolean(app.session.conflict)") as? Bool == true {
      #expect(b == a)
      _ = try second.value("(document.querySelector('#notices [data-id=put-again]').click(), true)")
      try first.wait(for: "\(mine) === 200")
    }
  }

  /// A click on the other ear: the card is amber and says how many count, and a save asks.
  @Test func aClickFarFromTheOthersIsAskedAboutBeforeItIsSaved() throws {
    let work = try Workspace(SampleRecording.whole)
    let file = try ResultFile(Data(contentsOf: work.recording.appendingPathComponent("landmarks.json")))
    let names = try String(contentsOf: work.recording.appendingPathComponent("rgb.txt"), encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0.split(separator: " ")[0]) }
    let clicks = { (key: String) throws -> [(Int, [Double])] in
      try #require(file["landmarks.\(key)"] as? [[String: Any]]).map { click in
        (try #require(names.firstIndex(of: click["frame"] as? String ?? "")), click["pixel"] as? [Double] ?? [])
      }
    }
    let left = try clicks("tragion_left").prefix(2)
    let other = try #require(try clicks("tragion_right").first { click in !left.contains { $0.0 == click.0 } })
    let (page, browser) = try Self.open(work)
    defer { withExtendedLifetime(page) {} }
    for (frame, pixel) in left + [other] {
      _ = try browser.value(
        "(app.session.change(Picks.withClick(app.session.picks, 'tragion_left', \(frame), [\(pixel[0]), \(pixel[1])])), true)"
      )
      try browser.wait(for: "!app.session.isPending")
    }
    let card = "document.querySelector('.badge.doubtful')"
    try browser.wait(for: "\(card) && \(card).textContent.includes('2 of 3 used')")
    _ = try browser.value("(app.save().then((isSaved) => { window.isSaved = isSaved; }), true)")
    try browser.wait(for: "document.querySelector('#question[open] [data-id=look]') !== null")
    let text = try #require(try browser.value("document.getElementById('question-text').textContent") as? String)
    #expect(text.contains("tragion left"), "\(text)")
    #expect(text.contains("does not count"), "\(text)")
    _ = try browser.value("(document.querySelector('#question [data-id=look]').click(), true)")
    try browser.wait(for: "window.isSaved === false")
    #expect(!FileManager.default.fileExists(atPath: work.output.path))
    #expect(try browser.value("app.hand") as? String == "tragion_left")
    #expect(try browser.value("app.view.index") as? Int == other.0)
  }

  /// The pieces of other frames keep their shape in a window of another size, and still pictures say why there is no 3-D.
  @Test func thePageFollowsTheWindowAndSaysWhatIsMissing() throws {
    let work = try Workspace(SampleRecording.whole)
    let (page, browser) = try Self.open(work)
    defer { withExtendedLifetime(page) {} }
    _ = try browser.value("(app.take('sellion'), true)")
    let canvas = "document.querySelector('#neighbours canvas')"
    let isTrue = "Math.abs(\(canvas).width / \(canvas).height - \(canvas).clientWidth / \(canvas).clientHeight) < 0.02"
    try browser.wait(for: "\(canvas) && \(isTrue)")
    let before = try #require(try browser.value("\(canvas).clientWidth") as? Int)
    _ = try browser.value("(document.getElementById('neighbours').style.width = '300px', true)")
    try browser.wait(for: "\(canvas).clientWidth !== \(before) && \(isTrue)")
    try browser.wait(for: "app.headPane.head && app.headPane.head.hasWebGL")
    _ = try browser.value("(window.THREE = undefined, app.headPane.revision = 0, app.update(), true)")
    try browser.wait(for: "document.getElementById('head-box').textContent.includes('libjs-three')")
  }

  @Test func landmarksPickedOnTheHeadGiveWhatMeasureGives() throws {
    let work = try Workspace()
    let result = try SampleRecording.measured.get()
    let mesh = work.file("head.ply")
    try FileManager.default.copyItem(at: result.appendingPathComponent("mesh.ply"), to: mesh)
    let found = try ResultFile(Data(contentsOf: result.appendingPathComponent("result.json")))
    let page = try ViewedPage([mesh.path, "--output", work.output.path])
    let browser = try WebDriver()
    try browser.open(page.address)
    try browser.wait(for: "window.app && app.headPane.head && app.session.state.stage.key === 'ready'")
    for (key, side) in [("sellion", "front"), ("tragion_left", "left"), ("tragion_right", "right")] {
      try browser.wait(for: "!app.session.isPending")
      _ = try browser.value("(app.take('\(key)'), app.headPane.arm(true), app.headPane.head.look('\(side)'), true)")
      // Places of points are those of the picture drawn last.
      try browser.wait(for: "!app.headPane.head.stage.isWaiting")
      // A little higher, where the scan is without holes.
      let point = try #require(found["landmarks.\(key).mm"] as? [Double])
      let script = """
        (() => { const box = document.querySelector("#head-box canvas").getBoundingClientRect();
        const [x, y] = app.headPane.head.stage.pixel([\(point[0]), \(point[1]), \(point[2] + 8)]);
        return [box.x + x, box.y + y]; })()
        """
      let place = try #require(try browser.value(script) as? [Double])
      try browser.click(place[0], place[1])
      try browser.wait(for: "app.session.landmark('\(key)').point !== null && !app.session.isPending")
    }
    let state = try page.ready()
    // The page hears a little after the server that all is computed.
    try browser.wait(for: "!document.getElementById('save').disabled")
    _ = try browser.value("(document.getElementById('save').click(), true)")
    try browser.wait(for: "app.session.state.saved !== null")
    let measured = try Command.run(
      "measure", mesh.path, "--landmarks", work.output.appendingPathComponent("landmarks.json").path, "--json")
    let own = try ResultFile(Data(contentsOf: work.output.appendingPathComponent("result.json")))
    #expect(own["measures"] as? NSDictionary == (try ResultFile(measured.stdout))["measures"] as? NSDictionary)
    #expect(try ViewedPage.values(state) == ViewedPage.values(page.state()))
    let errors = try browser.consoleErrors()
    #expect(errors == [], "\(errors)")
  }

  /// One click of the phantom's own on each landmark: the landmark, the frame's index, the pixel.
  static func clicks(of recording: URL) throws -> [(key: String, frame: Int, pixel: [Double])] {
    let list = try String(contentsOf: recording.appendingPathComponent("rgb.txt"), encoding: .utf8)
    let names = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0.split(separator: " ")[0]) }
    let file = try ResultFile(Data(contentsOf: recording.appendingPathComponent("landmarks.json")))
    return try ["sellion", "tragion_left", "tragion_right"].map { key in
      let click = try #require((file["landmarks.\(key)"] as? [[String: Any]])?.first)
      let name = try #require(click["frame"] as? String)
      let frame = try #require(names.firstIndex(of: name))
      return (key, frame, try #require(click["pixel"] as? [Double]))
    }
  }
}
