import Foundation
import TestSupport
import Testing

/// `calvaria view` over HTTP: who is let in, what a pick gives, what a save writes.
@Suite(.serialized) struct ViewTests {
  // MARK: Who is let in

  @Test func nothingButThePageItselfIsLetIn() throws {
    let result = try SampleRecording.result.get()
    let page = try ViewedPage([result.path])
    let json = ["Content-Type": "application/json"]
    let state = page.path("state")
    let cases: [(LoopbackRequest, Int)] = [
      (LoopbackRequest(path: page.path()), 200),
      (LoopbackRequest(method: "HEAD", path: page.path()), 200),
      (LoopbackRequest(path: state, headers: ["Host": "localhost:\(page.port)"]), 200),
      (LoopbackRequest(path: state, headers: ["Host": "evil.example"]), 403),
      (LoopbackRequest(path: state, headers: ["Host": "evil.example:\(page.port)"]), 403),
      (LoopbackRequest(path: state, headers: ["Origin": "http://evil.example"]), 403),
      (LoopbackRequest(path: state, headers: ["Origin": "null"]), 403),
      (LoopbackRequest(path: state, headers: ["Sec-Fetch-Site": "cross-site"]), 403),
      (LoopbackRequest(path: "/"), 403), (LoopbackRequest(path: "/state"), 403),
      (LoopbackRequest(path: "/" + String(page.token.reversed()) + "/state"), 403),
      (LoopbackRequest(path: "/" + page.token.dropLast() + "/state"), 403),
      (LoopbackRequest(path: page.path("nothing")), 404),
      (LoopbackRequest(path: page.path("../../../../etc/passwd")), 404),
      (LoopbackRequest(path: page.path("..%2f..%2fetc%2fpasswd")), 404),
      (LoopbackRequest(path: page.path("frames/../result.json")), 404),
      (LoopbackRequest(path: page.path("frames/0.jpg")), 404),  // a result has no frames
      (LoopbackRequest(method: "POST", path: state, headers: json), 405),
      (LoopbackRequest(method: "DELETE", path: state), 405), (LoopbackRequest(path: page.path("save")), 405),
      (LoopbackRequest(method: "POST", path: page.path("save"), body: Data("{}".utf8)), 415),
      (LoopbackRequest(method: "POST", path: page.path("save"), headers: json, body: Data("[[".utf8)), 400),
      (LoopbackRequest(method: "POST", path: page.path("save"), headers: json, body: Data("{}".utf8)), 400),
    ]
    for (request, status) in cases {
      let answer = try request.send(port: page.port)
      #expect(answer.status == status, "\(request.method) \(request.path) \(request.headers)")
      #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true)
    }
  }

  /// RFC 9112, 3.2: one Host, and a target on it.
  @Test func aRequestThatIsNotClearlyForThisServerIsRefused() throws {
    let page = try ViewedPage([try SampleRecording.result.get().path])
    let (host, state) = ("127.0.0.1:\(page.port)", page.path("state"))
    let status = { (target: String, hosts: [String]) in
      let fields = hosts.map { "Host: \($0)\r\n" }.joined()
      let answer = try LoopbackRequest.exchange(
        "GET \(target) HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n", port: page.port)
      return answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
    #expect(try status(state, [host]) == 200)
    #expect(try status("http://\(host)\(state)", [host]) == 200)
    #expect(try status(state, [host, "evil.example"]) == 400)
    #expect(try status(state, ["evil.example", host]) == 400)
    #expect(try status(state, [host, host]) == 400)
    #expect(try status(state, []) == 400)
    for target in [
      "http://evil.example\(state)", "https://\(host)\(state)", "http://\(host).evil.example\(state)", "*",
    ] {
      #expect(try status(target, [host]) == 400, "\(target)")
    }
    #expect(try status("http://evil.example\(state)", ["evil.example"]) == 403)
    #expect(try page.state()["stage"] != nil)
  }

  /// Two requests on one connection: the answer to the second follows the head of the first.
  @Test func anAnswerToHeadHasNoBody() throws {
    let page = try ViewedPage([try SampleRecording.result.get().path])
    for (name, status) in [("", 200), ("state", 200), ("words", 200), ("save", 405)] {
      let head = "HEAD \(page.path(name)) HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\n"
      let next = "GET \(page.path("icon.svg")) HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\nConnection: close\r\n\r\n"
      let answers = try LoopbackRequest.exchange(head + "\r\n" + (status == 200 ? next : ""), port: page.port)
      #expect(answers.hasPrefix("HTTP/1.1 \(status) "))
      let end = try #require(answers.firstRange(of: "\r\n\r\n"))
      let length = answers[..<end.lowerBound].lowercased().split(separator: "\r\n").first {
        $0.hasPrefix("content-length:")
      }
      #expect(length.map { $0 != "content-length: 0" } == true, "it says how long the body would be")
      #expect(
        status == 200 ? answers[end.upperBound...].hasPrefix("HTTP/1.1 200 ") : end.upperBound == answers.endIndex)
    }
  }

  /// Requests that never come to their end: a body of which one byte came, a head that breaks off, none at all.
  @Test(arguments: [
    "POST {state} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    "GET {state} HT", "",
  ])
  func ctrlCEndsItBesideAnUnfinishedRequest(_ request: String) throws {
    for (signals, statuses) in [
      ([SIGINT], [Int32(0)]), ([SIGINT, SIGINT], [0, 130]), ([SIGTERM, SIGTERM], [0, 143]),
    ] {
      let page = try ViewedPage([try SampleRecording.result.get().path])
      let text = request.replacing("{state}", with: page.path("picks"))
        .replacing("{host}", with: "127.0.0.1:\(page.port)")
      let connection = try LoopbackRequest.begun(text, port: page.port)
      defer { close(connection) }
      _ = try page.state()
      let begun = ContinuousClock.now
      for signal in signals {
        page.running.send(signal)
        usleep(100_000)
      }
      let outcome = try page.running.outcome()
      // Where no request has begun, it may have ended before the second signal.
      let ends = request.hasPrefix("POST") ? [statuses.last!] : statuses
      #expect(!outcome.wasKilled)
      #expect(ends.contains(outcome.status))
      #expect(begun.duration(to: .now) < .seconds(20), "\(begun.duration(to: .now))")
    }
  }

  @Test func aBodyThatIsTooLargeIsRefusedWhetherItIsAnnouncedOrNot() throws {
    let page = try ViewedPage([try SampleRecording.result.get().path])
    let json = ["Content-Type": "application/json"]
    let announced = LoopbackRequest(
      method: "POST", path: page.path("picks"), headers: json, body: Data("{".utf8), announced: 100_000_000)
    #expect(try announced.send(port: page.port).status == 413)
    let chunk = String(repeating: " ", count: 1 << 16)
    let chunks = String(repeating: "10000\r\n\(chunk)\r\n", count: 40) + "0\r\n\r\n"
    let unannounced = LoopbackRequest(
      method: "POST", path: page.path("picks"), headers: json.merging(["Transfer-Encoding": "chunked"]) { $1 },
      body: Data(chunks.utf8))
    #expect(try unannounced.send(port: page.port).status == 413)
    #expect(try LoopbackRequest(path: page.path("state")).send(port: page.port).status == 200)
  }

  @Test func fiftyRequestsAtOnceAreAnsweredAndMemoryStays() throws {
    let page = try ViewedPage([try SampleRecording.whole.get().path, "--output", NSTemporaryDirectory() + "never"])
    _ = try page.ready()
    for _ in 0..<2 { try Self.flood(page) }
    let before = try page.residentMegabytes()
    for _ in 0..<6 { try Self.flood(page) }
    #expect(try page.residentMegabytes() < before + 60)
  }

  /// Fifty requests at once, each of which must be answered.
  private static func flood(_ page: ViewedPage) throws {
    let (statuses, port) = (Statuses(), page.port)
    let paths = (0..<50).map { index in
      page.path(["state", "head", "frames/\(index % 60).jpg", "frames", "view.js"][index % 5])
    }
    DispatchQueue.concurrentPerform(iterations: 50) { index in
      statuses.add((try? LoopbackRequest(path: paths[index]).send(port: port).status) ?? 0)
    }
    #expect(statuses.all == [Int](repeating: 200, count: 50))
  }

  private final class Statuses: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var all: [Int] = []

    func add(_ status: Int) { lock.withLock { all.append(status) } }
  }

  // MARK: What a pick gives and a save writes

  @Test func clicksThatAreSavedGiveWhatReconstructGives() throws {
    let work = try Workspace(SampleRecording.whole)
    try work.remove("landmarks.json")
    let page = try ViewedPage([work.recording.path, "--output", work.output.path])
    let clicks = try Self.truthClicks()
    let state = try page.ready()
    let answer = try page.post("picks", ["revision": try #require(state["revision"]), "picks": clicks])
    #expect(answer.status == 200)
    let picked = try page.ready()
    for landmark in try #require(picked["landmarks"] as? [[String: Any]]) {
      #expect(landmark["state"] as? String == "accepted")
      #expect((landmark["seen"] as? [[String: Any]])?.isEmpty == false)
    }
    let saved = try page.post("save", ["revision": try #require(picked["revision"])])
    #expect(saved.status == 200)
    let state2 = try saved.json()
    #expect(state2["saved_revision"] as? Int == picked["revision"] as? Int)
    #expect((state2["measures"] as? [String: Any])?["is_final"] as? Bool == true)
    let again = work.file("again")
    let run = try Command.run(
      "reconstruct", work.recording.path, "--landmarks", work.output.appendingPathComponent("landmarks.json").path,
      "--output", again.path)
    #expect(run.status == 0)
    let bySymmetry = try #require((state2["measures"] as? [String: Any])?["by_symmetry"] as? String)
    #expect(bySymmetry.contains("by the symmetry") && run.text.contains(bySymmetry + "\n"))
    for name in ["result.json", "mesh.ply", "cloud.ply", "trajectory.txt", "markers.json", "frames.csv"] {
      let (mine, theirs) = (work.output.appendingPathComponent(name), again.appendingPathComponent(name))
      #expect(try Data(contentsOf: mine) == Data(contentsOf: theirs), "\(name)")
    }
  }

  @Test func pointsThatAreSavedGiveWhatMeasureGives() throws {
    let work = try Workspace()
    let result = try Self.completeResult(in: work)
    let mesh = work.file("head.ply")
    try FileManager.default.copyItem(at: result.appendingPathComponent("mesh.ply"), to: mesh)
    let page = try ViewedPage([mesh.path, "--output", work.output.path])
    let state = try page.ready()
    let file = try ResultFile(Data(contentsOf: result.appendingPathComponent("result.json")))
    var picks: [String: Any] = [:]
    for key in ["sellion", "tragion_left", "tragion_right"] {
      let mm = try #require(file["landmarks.\(key).mm"] as? [Double])
      // A ray from outside, as a click in the picture of the head gives: a little above the landmark, where no ear hides
      // the surface.
      let away = key == "sellion" ? [0.0, 300, 0] : key == "tragion_left" ? [-300.0, 0, 0] : [300.0, 0, 0]
      let origin = zip(zip(mm, away).map { $0 + $1 }, [0, 0, 10]).map { $0 + $1 }
      picks[key] = ["point": ["ray": ["origin": origin, "direction": away.map { -$0 }]], "state": "accepted"]
    }
    let answer = try page.post("picks", ["revision": try #require(state["revision"]), "picks": picks])
    #expect(answer.status == 200)
    let picked = try page.ready()
    let saved = try page.post("save", ["revision": try #require(picked["revision"])])
    #expect(saved.status == 200)
    let message = try saved.json()["message"]
    #expect(message is NSNull, "\(message ?? "")")
    let measured = try Command.run(
      "measure", mesh.path, "--landmarks", work.output.appendingPathComponent("landmarks.json").path, "--json")
    let theirs = try ResultFile(measured.stdout)
    let own = try ResultFile(Data(contentsOf: work.output.appendingPathComponent("result.json")))
    #expect(own["measures"] as? NSDictionary == theirs["measures"] as? NSDictionary)
    #expect(theirs["measures.cvai.value"] is Double)
    // What the page showed before the save is the same.
    #expect(try ViewedPage.values(picked) == ViewedPage.values(saved.json()))
  }

  /// The page sends the whole document with every pick.
  @Test func aProposalStaysOneWhenTheNextLandmarkIsPicked() throws {
    let work = try Workspace()
    let mesh = work.file("head.ply")
    try FileManager.default.copyItem(at: try Self.completeResult(in: work).appendingPathComponent("mesh.ply"), to: mesh)
    let page = try ViewedPage([mesh.path, "--output", work.output.path])
    var state = try page.ready()
    for key in ["sellion", "tragion_left", "tragion_right"] {
      var picks = try ViewedPage.picks(state)
      var pick = try #require(picks[key] as? [String: Any])
      pick["state"] = "accepted"
      if key != "sellion" {
        let x = key == "tragion_left" ? -300.0 : 300
        pick["point"] = ["ray": ["origin": [x, 0, 10], "direction": [-x, 0, 0]]]
      }
      picks[key] = pick
      #expect(try page.post("picks", ["revision": try #require(state["revision"]), "picks": picks]).status == 200)
      state = try page.ready()
    }
    #expect(try page.post("save", ["revision": try #require(state["revision"])]).status == 200)
    let file = try ResultFile(Data(contentsOf: work.output.appendingPathComponent("landmarks.json")))
    #expect(file["picked.proposals"] as? [String] == ["sellion"])
    #expect(file["landmarks.sellion.sd_mm"] is Double)
  }

  /// An accepted proposal, and a click on the place of one, make the CVAI no less certain than the proposals did.
  @Test func aConfirmationNeverWidensTheInterval() throws {
    let work = try Workspace(SampleRecording.face)
    try work.remove("landmarks.json")
    let page = try ViewedPage([work.recording.path, "--output", work.output.path])
    let width = { (state: [String: Any]) throws -> Double in
      let cvai = try #require((state["measures"] as? [String: Any])?["cvai"] as? [String: Any])
      let ends = try #require(cvai["ci95"] as? [Double])
      return ends[1] - ends[0]
    }
    var state = try page.ready()
    let proposed = try width(state)
    for isOwn in [false, true] {
      for key in ["sellion", "tragion_left", "tragion_right"] {
        var picks = try ViewedPage.picks(state)
        var pick = try #require(picks[key] as? [String: Any])
        pick["state"] = "accepted"
        if isOwn {
          var click = try #require((pick["clicks"] as? [[String: Any]])?.first)
          #expect(click["state"] as? String == "proposal")
          click["state"] = "accepted"
          pick["clicks"] = [click]
        }
        picks[key] = pick
        #expect(try page.post("picks", ["revision": try #require(state["revision"]), "picks": picks]).status == 200)
        state = try page.ready()
        // The click is rounded to a hundredth of a pixel.
        #expect(try width(state) < 1.005 * proposed, "\(key), \(isOwn)")
      }
      #expect(try page.post("save", ["revision": try #require(state["revision"])]).status == 200)
      let file = try ResultFile(Data(contentsOf: work.output.appendingPathComponent("result.json")))
      let ends = try #require(file["measures.cvai.ci95"] as? [Double])
      #expect(ends[1] - ends[0] < 1.02 * proposed, "what is saved")
    }
  }

  /// A head without landmarks stands as it was held, where the recorder knew.
  @Test func aHeadOfWhichUpIsKnownStandsUpright() throws {
    let work = try Workspace()
    let result = try Self.completeResult(in: work)
    let file = result.appendingPathComponent("result.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let end = try #require(text.lastIndex(of: "}"))
    try (text[..<end] + ", \"up\" : [0.6, -0.8, 0]}\n").write(to: file, atomically: true, encoding: .utf8)
    let page = try ViewedPage([result.path])
    let state = try page.ready()
    let scene = try #require(state["scene"] as? [String: Any])
    let upright = try #require(scene["upright"] as? [[Double]])
    #expect(zip(upright[2], [0.6, -0.8, 0, 0]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(upright)")
    // The mesh stays where it is when landmarks are saved, and so does up.
    #expect(try page.post("save", ["revision": try #require(state["revision"])]).status == 200)
    #expect(try ResultFile(Data(contentsOf: file))["up"] as? [Double] == [0.6, -0.8, 0])
  }

  @Test func theResultOfAnotherRecordingIsNotReplaced() throws {
    let work = try Workspace(SampleRecording.whole)
    let result = try Self.completeResult(in: work)
    let before = try Data(contentsOf: result.appendingPathComponent("result.json"))
    let page = try ViewedPage([try SampleRecording.glimpse.get().path, "--output", result.path])
    let stage = try awaited {
      let stage = try #require(try page.state()["stage"] as? [String: Any])
      return stage["key"] as? String == "failed" ? stage : nil
    }
    #expect((stage["text"] as? String)?.contains("another recording") == true, "\(stage)")
    #expect(try Data(contentsOf: result.appendingPathComponent("result.json")) == before)
  }

  @Test func aWindowThatComesLateIsToldAndLosesNothing() throws {
    let work = try Workspace()
    let result = try Self.completeResult(in: work)
    let page = try ViewedPage([result.path])
    let state = try page.ready()
    let revision = try #require(state["revision"] as? Int)
    let picks = try ViewedPage.picks(state)
    #expect(try page.post("picks", ["revision": revision, "picks": picks]).status == 200)
    let late = try page.post("picks", ["revision": revision, "picks": [:]])
    #expect(late.status == 409)
    let told = try late.json()
    #expect((told["error"] as? String)?.isEmpty == false)
    #expect((told["state"] as? [String: Any])?["revision"] as? Int == revision + 1)
    #expect(try page.post("save", ["revision": revision]).status == 409)
  }

  @Test func aSaveIntoAResultKeepsTheFormerAside() throws {
    let work = try Workspace()
    let result = try Self.completeResult(in: work)
    let before = try Data(contentsOf: result.appendingPathComponent("result.json"))
    let mesh = try Data(contentsOf: result.appendingPathComponent("mesh.ply"))
    let page = try ViewedPage([result.path])
    let state = try page.ready()
    #expect((state["measures"] as? [String: Any])?["is_final"] as? Bool == true, "it is saved")
    let saved = try page.post("save", ["revision": try #require(state["revision"])])
    #expect(saved.status == 200)
    let earlier = result.appendingPathComponent("earlier")
    let kept = try FileManager.default.contentsOfDirectory(at: earlier, includingPropertiesForKeys: nil)
    #expect(kept.count == 1)
    #expect(try Data(contentsOf: kept[0].appendingPathComponent("result.json")) == before)
    #expect(try Data(contentsOf: result.appendingPathComponent("mesh.ply")) == mesh)
    #expect(FileManager.default.fileExists(atPath: result.appendingPathComponent("landmarks.json").path))
    // What was said of the recording is still said.
    let new = try ResultFile(Data(contentsOf: result.appendingPathComponent("result.json")))
    #expect(new["recording.frames"] as? Int == 60)
    #expect(new["tracking"] != nil)
    #expect(new["calibration"] != nil)
    #expect(new["markers"] != nil)
  }

  @Test func anotherObserverDoesNotSeeWhatWasPicked() throws {
    let work = try Workspace(SampleRecording.whole)
    let page = try ViewedPage([work.recording.path, "--observer", "B", "--output", work.output.path])
    let state = try page.ready()
    #expect(state["observer"] as? String == "B")
    for landmark in try #require(state["landmarks"] as? [[String: Any]]) {
      #expect((landmark["clicks"] as? [Any])?.isEmpty == true)
      #expect(landmark["state"] as? String != "accepted")
    }
  }

  @Test func whatCannotBeLookedAtIsRefused() throws {
    let missing = try Command.run("view", "/nowhere/rec", "--no-open")
    #expect(missing.status == 66)
    let port = try Command.run("view", try SampleRecording.result.get().path, "--no-open", "--port", "70000")
    #expect(port.status == 64)
    for option in [["--format", "tum"], ["--cap", "cap.yaml"], ["--subject", "P1"]] {
      let useless = try Command.run(["view", try SampleRecording.result.get().path, "--no-open"] + option)
      #expect(useless.status == 64 && useless.narration.contains(option[0]), Comment(rawValue: useless.narration))
    }
  }

  // MARK: Material

  /// The clicks that the phantom has as its own, as the page sends them: by the frames' indices.
  static func truthClicks() throws -> [String: Any] {
    let recording = try SampleRecording.whole.get()
    let list = try String(contentsOf: recording.appendingPathComponent("rgb.txt"), encoding: .utf8)
    let names = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0.split(separator: " ")[0]) }
    let file = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: recording.appendingPathComponent("landmarks.json")))
        as? [String: Any])
    let landmarks = try #require(file["landmarks"] as? [String: Any])
    return landmarks.filter { ["sellion", "tragion_left", "tragion_right"].contains($0.key) }.mapValues { clicks in
      let clicks = clicks as? [[String: Any]] ?? []
      let sent: [[String: Any]] = clicks.compactMap { click in
        guard let name = click["frame"] as? String, let index = names.firstIndex(of: name) else { return nil }
        return ["frame": index, "pixel": click["pixel"] ?? [], "state": "accepted"]
      }
      return ["clicks": sent, "point": NSNull(), "state": "accepted"] as [String: Any]
    }
  }

  /// A result of a whole scan.
  private static func completeResult(in work: Workspace) throws -> URL {
    let result = work.file("result")
    try FileManager.default.copyItem(at: try SampleRecording.measured.get(), to: result)
    return result
  }
}
