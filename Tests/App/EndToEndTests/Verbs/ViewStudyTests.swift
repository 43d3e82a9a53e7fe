import Foundation
import TestSupport
import Testing

/// `calvaria view STUDY`: from scan to scan, blind where that is asked for, and what the next batch makes of it.
@Suite(.serialized) struct ViewStudyTests {
  /// Codes that would do harm where they are not text, and groups that nobody may see.
  private static let codes = ["'; DROP TABLE scans; --", "<b>Knut</b>", "../../Olga"]
  private static let group = "helmetgroup"

  /// Meshes whose landmarks nobody has picked, and the study of them.
  private static func study() throws -> StudyDataset {
    let dataset = try StudyDataset()
    for index in codes.indices {
      try dataset.addMesh("heads/\(group)-\(index).ply", scale: 1 + 0.01 * Double(index), hasLandmarks: false)
    }
    let rows = codes.enumerated().map { "heads/\(group)-\($0).ply,\"\($1)\",secretvisit,\(group),Annette,2026-03-14" }
    try dataset.write(
      "scans.csv", (["path,subject,session,group,operator,date"] + rows).joined(separator: "\n"))
    let run = try Command.run(dataset.batch("--no-automatic-landmarks"))
    try #require(run.text.hasPrefix("0 complete, 3 withheld"), Comment(rawValue: run.text + run.narration))
    return dataset
  }

  /// The page of one of the scans.
  private static func stop(_ page: ViewedPage, _ number: Int) throws -> ViewedStop {
    let stop = ViewedStop(page: page, number: number)
    #expect(try stop.get("").status == 200)
    return stop
  }

  /// What a person picks: rays from outside onto a head of the dataset's shape.
  private static func rays() -> [String: Any] {
    let rays: [(String, [Double], [Double])] = [
      ("sellion", [0, 300, 10], [0, -300, 0]), ("tragion_left", [-300, 0, 10], [300, 0, 0]),
      ("tragion_right", [300, 0, 10], [-300, 0, 0]),
    ]
    return rays.reduce(into: [:]) { all, ray in
      all[ray.0] = ["point": ["ray": ["origin": ray.1, "direction": ray.2]], "state": "accepted"]
    }
  }

  @Test func picksOfOneScanHaveTheNextBatchDoThatScanAlone() throws {
    let dataset = try Self.study()
    let page = try ViewedPage([dataset.study.path])
    #expect(try page.running.narration.contains("3 scans are to be picked"))
    // The server's own address leads to the first scan.
    let root = try LoopbackRequest(path: page.path()).send(port: page.port)
    #expect(root.status == 303)
    #expect(root.headers["location"] == "1/")
    let first = try Self.stop(page, 1)
    let state = try first.ready()
    let place = try #require(state["walk"] as? [String: Any])
    #expect(place["number"] as? Int == 1)
    #expect(place["count"] as? Int == 3)
    #expect(place["kind"] as? String == "to_pick")
    let name = try #require(state["name"] as? String)
    #expect(try first.stops().map { $0["picked"] as? Bool } == [false, false, false])

    // Nothing is picked: nothing is saved.
    let early = try first.post("save", ["revision": try #require(state["revision"])]).json()
    #expect((early["message"] as? String)?.contains("nothing is picked") == true, "\(early["message"] ?? "")")
    let picked = try first.pick(Self.rays())
    let saved = try first.post("save", ["revision": try #require(picked["revision"])]).json()
    #expect(saved["message"] is NSNull)
    #expect(saved["saved_revision"] as? Int == picked["revision"] as? Int)
    let file = dataset.study.appendingPathComponent("scans/\(name)/landmarks.json")
    #expect(FileManager.default.fileExists(atPath: file.path))
    #expect(try first.stops().map { $0["picked"] as? Bool } == [true, false, false])
    // Of this sitting's own picks nobody asks.
    #expect(try first.post("save", ["revision": try #require(picked["revision"])]).json()["question"] is NSNull)

    // Another scan's page ends the session of this one, whose window changes nothing more.
    let second = try Self.stop(page, 2)
    #expect(try second.ready()["name"] as? String != name)
    #expect(try first.get("state").status == 404)
    #expect(try first.post("picks", ["revision": 1, "picks": Self.rays()]).status == 404)
    // What was picked and not saved is there when one comes back.
    _ = try second.pick(Self.rays())
    _ = try Self.stop(page, 1).ready()
    let again = try Self.stop(page, 2).ready()
    #expect(again["revision"] as? Int != again["saved_revision"] as? Int)
    for landmark in try #require(again["landmarks"] as? [[String: Any]]) {
      #expect(landmark["state"] as? String == "accepted")
    }
    for path in ["0/", "4/", "01/", "x/", "1", "1/../2/state", "2/../../etc/passwd"] {
      #expect(try LoopbackRequest(path: page.path(path)).send(port: page.port).status == 404, "\(path)")
    }

    let plan = try Command.run(dataset.batch("--no-automatic-landmarks", "--dry-run", "--json"))
    #expect(plan.text.matches(of: /"plan" : "run"/).count == 1, Comment(rawValue: plan.text))
    let batch = try Command.run(dataset.batch("--no-automatic-landmarks"))
    #expect(batch.lines.count == 1, Comment(rawValue: batch.narration))
    #expect(batch.narration.contains(name), Comment(rawValue: batch.narration))
    let outcome = try dataset.outcome(name)
    #expect(outcome["status"] as? String == "complete")
    #expect(outcome["inputs.landmarks"] is String)
    #expect(try Command.run("study", "list", dataset.study.path, "--to-pick").text.contains(name) == false)
    // What the page showed is what the batch gives.
    let shown = try #require(try ViewedPage.values(picked)["cvai"])
    let result = try ResultFile(
      Data(contentsOf: dataset.study.appendingPathComponent("scans/\(name)/result/result.json")))
    #expect(String(format: "%.2f", try #require(result["measures.cvai.value"] as? Double)) == shown)
    let rest = try ViewedPage([dataset.study.path])
    #expect(try rest.running.narration.contains("2 scans are to be picked"))
  }

  @Test func aBlindPageTellsNothingOfWhoWasScanned() throws {
    let dataset = try Self.study()
    let page = try ViewedPage([dataset.study.path, "--blind", "--all", "--verbose"])
    var served = Data()
    var seen: Set<String> = []
    for number in 1...3 {
      // A mesh that is gone is told by its number, too.
      if number == 3 { try FileManager.default.removeItem(at: dataset.url.appendingPathComponent("heads")) }
      let stop = try Self.stop(page, number)
      if number < 3 {
        let state = try stop.ready()
        seen.insert(try #require(state["name"] as? String))
        let picked = try stop.pick(Self.rays())
        served += try stop.post("save", ["revision": try #require(picked["revision"])]).body
      } else {
        #expect(try stop.failed().contains("can't be opened"))
      }
      for name in ["", "words", "state", "walk", "frames", "head", "pictures/front.png", "frames/0.jpg", "nothing"] {
        let answer = try stop.get(name)
        served += answer.body
        for (field, value) in answer.headers { served += Data("\(field): \(value)\n".utf8) }
      }
    }
    #expect(seen == ["Scan 1", "Scan 2"])
    var narration = try page.running.narration
    // What was typed is repeated to those who ask for it.
    narration = narration.replacing(dataset.study.path, with: "")
    served += Data(narration.utf8)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: dataset.study.appendingPathComponent("scans").path)
    let secrets =
      Self.codes + names + [
        Self.group, "Knut", "Olga", "DROP", "secretvisit", "Annette", "2026-03-14", "heads/", ".ply",
      ]
    for secret in secrets {
      #expect(served.range(of: Data(secret.utf8)) == nil, "\(secret)")
    }
    #expect(!narration.contains("sub-"), Comment(rawValue: narration))
    #expect(narration.contains("3 scans"), Comment(rawValue: narration))
  }

  @Test func whatSomebodyElsePickedIsReplacedOnlyWhereThatWasSaid() throws {
    let dataset = try Self.study()
    let scans = try FileManager.default.contentsOfDirectory(
      atPath: dataset.study.appendingPathComponent("scans").path
    ).sorted()
    let folder = dataset.study.appendingPathComponent("scans/\(scans[0])")
    let file = folder.appendingPathComponent("landmarks.json")
    let former = Data(
      """
      {"landmarks": {"sellion": {"point_mm": [0, 75, 0]}, "tragion_left": {"point_mm": [-60, 0, 0]},
       "tragion_right": {"point_mm": [60, 0, 0]}}, "picked": {"by": "Ada", "at": "2026-03-01T08:00:00Z"}}
      """.utf8)
    try former.write(to: file)
    for isBlind in [true, false] {
      let page = try ViewedPage([dataset.study.path] + (isBlind ? ["--blind", "--all"] : ["--scan", scans[0]]))
      let number = try isBlind ? Self.number(page, of: folder) : 1
      let stop = try Self.stop(page, number)
      let state = try stop.ready()
      // Blind, the picks of before are not shown.
      let landmarks = try #require(state["landmarks"] as? [[String: Any]])
      #expect(landmarks.allSatisfy { ($0["state"] as? String == "accepted") != isBlind })
      let picked = try stop.pick(Self.rays())
      let revision = try #require(picked["revision"])
      let asked = try stop.post("save", ["revision": revision]).json()
      let question = try #require(asked["question"] as? [String: Any])
      #expect(question["by"] as? String == (isBlind ? nil : "Ada"))
      #expect(try Data(contentsOf: file) == former)
      let wrong = try stop.post("save", ["revision": revision, "replacing": "0000"]).json()
      #expect(wrong["question"] is [String: Any])
      if isBlind { continue }
      let id = try #require(question["id"] as? String)
      let saved = try stop.post("save", ["revision": revision, "replacing": id]).json()
      #expect(saved["question"] is NSNull)
      #expect(saved["saved_revision"] as? Int == revision as? Int)
      #expect(try Data(contentsOf: file) != former)
      let aside = try FileManager.default.contentsOfDirectory(
        at: folder.appendingPathComponent("earlier"), includingPropertiesForKeys: nil)
      #expect(aside.count == 1)
      #expect(try Data(contentsOf: aside[0]) == former)
    }
    // A second observer has a file of their own, and sees nothing of the first.
    try former.write(to: file)
    let page = try ViewedPage([dataset.study.path, "--scan", scans[0], "--observer", "B"])
    let stop = try Self.stop(page, 1)
    _ = try stop.ready()
    let picked = try stop.pick(Self.rays())
    let saved = try stop.post("save", ["revision": try #require(picked["revision"])]).json()
    #expect((saved["saved"] as? [String: Any])?["file"] as? String == "landmarks-B.json", "\(saved["message"] ?? "")")
    #expect(try Data(contentsOf: file) == former)
  }

  /// The number of a scan whose picks are there already, in an order that tells nothing else.
  private static func number(_ page: ViewedPage, of folder: URL) throws -> Int {
    let stops = try Self.stop(page, 1).stops()
    return try #require(stops.first { $0["picked"] as? Bool == true }?["number"] as? Int)
  }

  /// Frames are named by the time of day, and clicks in them are what `reconstruct` takes.
  @Test func aRecordingIsClickedInItsFramesAndReconstructedWithThem() throws {
    let dataset = try StudyDataset()
    let recording = try dataset.place("sub-Knut/scan-1")
    try FileManager.default.copyItem(at: SampleRecording.whole.get(), to: recording)
    let clicks = try ViewTests.truthClicks()
    try FileManager.default.removeItem(at: recording.appendingPathComponent("landmarks.json"))
    try dataset.addGlimpse("sub-Olga/scan-1")
    let words = ["--voxel-mm", "2"]
    _ = try Command.run(dataset.batch(words[0], words[1]))
    let before = try dataset.outcome("sub-Knut_scan-1")["key"] as? String
    let folder = dataset.study.appendingPathComponent("scans/sub-Olga_scan-1/result")
    try FileManager.default.removeItem(at: folder.appendingPathComponent("mesh.ply"))

    let page = try ViewedPage([dataset.study.path, "--blind"])
    let narration = try page.running.narration
    #expect(narration.contains("1 scan is to be picked"))
    #expect(narration.contains("1 scan is passed over"))
    #expect(!narration.contains("Olga"))
    let stop = try Self.stop(page, 1)
    let state = try stop.ready()
    let frames = try stop.get("frames")
    let list = try String(contentsOf: recording.appendingPathComponent("rgb.txt"), encoding: .utf8)
    let names = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0.split(separator: " ")[0]) }
    #expect(!names.isEmpty)
    #expect(!names.contains { frames.text.contains($0) })
    let answer = try stop.post("picks", ["revision": try #require(state["revision"]), "picks": clicks])
    #expect(answer.status == 200)
    let picked = try stop.ready()
    let saved = try stop.post("save", ["revision": try #require(picked["revision"])]).json()
    #expect(saved["message"] is NSNull, "\(saved["message"] ?? "")")
    #expect(saved["saved"] is [String: Any], "\(saved["message"] ?? "")")
    for body in [frames.text, try stop.get("state").text, answer.text] { #expect(!body.contains("Knut")) }

    let batch = try Command.run(dataset.batch(words[0], words[1]))
    #expect(batch.lines.count == 1, Comment(rawValue: batch.narration))
    #expect(batch.narration.contains("sub-Knut_scan-1"), Comment(rawValue: batch.narration))
    #expect(try dataset.outcome("sub-Knut_scan-1")["key"] as? String != before)
    let result = try ResultFile(
      Data(contentsOf: dataset.study.appendingPathComponent("scans/sub-Knut_scan-1/result/result.json")))
    #expect(result["landmarks.source"] as? String == "picked")
    // Nothing is left: one line, and no page.
    let rest = try Command.run("view", dataset.study.path, "--no-open")
    #expect(rest.status == 0, Comment(rawValue: rest.narration))
    #expect(rest.narration.contains("nothing is to be picked"), Comment(rawValue: rest.narration))
  }

  @Test func whatIsNoStudyOrCanNotBeAskedOfOneIsRefused() throws {
    let dataset = try Self.study()
    let study = dataset.study
    try Command.run("view", dataset.url.path, "--no-open", "--blind").expectFailure(66, says: ["study.json"])
    try Command.run("view", study.path, "--no-open", "--scan", "sub-nobody").expectFailure(64, says: ["sub-nobody"])
    for words in [
      ["--scan", "x", "--blind"], ["--seed", "2"], ["--output", "x"], ["--landmarks", "x"], ["--subject", "x"],
    ] {
      let wrong = try Command.run(["view", study.path, "--no-open"] + words)
      #expect(wrong.status == 64 && wrong.narration.contains(words[0]), Comment(rawValue: wrong.narration))
    }
    let mark = study.appendingPathComponent("study.json")
    try Data(#"{"schema": "calvaria/study/1"}"#.utf8).write(to: mark)
    try Command.run("view", study.path, "--no-open").expectFailure(66, says: ["calvaria batch"])
    // Repeating the batch finds the dataset again, and does nothing else.
    #expect(try Command.run(dataset.batch("--no-automatic-landmarks")).lines.isEmpty)
    #expect(try ViewedPage([study.path]).running.narration.contains("3 scans"))
    try Data(#"{"schema": "calvaria/study/7"}"#.utf8).write(to: mark)
    try Command.run("view", study.path, "--no-open").expectFailure(65, says: ["calvaria/study/7"])
  }
}

/// The page of one scan among several.
struct ViewedStop {
  let page: ViewedPage
  let number: Int

  func get(_ name: String) throws -> LoopbackRequest.Answer {
    try LoopbackRequest(path: page.path("\(number)/\(name)")).send(port: page.port)
  }

  func post(_ name: String, _ body: Any) throws -> LoopbackRequest.Answer { try page.post("\(number)/\(name)", body) }

  /// The scans in their order.
  func stops() throws -> [[String: Any]] { try #require(try get("walk").json()["stops"] as? [[String: Any]]) }

  /// The state once the scan is there: its measures have their intervals, or the reasons why there are none.
  func ready() throws -> [String: Any] {
    try awaited {
      let state = try get("state").json()
      let stage = try #require(state["stage"] as? [String: Any])
      try #require(stage["key"] as? String != "failed", "\(stage)")
      let measures = state["measures"] as? [String: Any]
      return stage["key"] as? String == "ready" && measures?["state"] as? String == "intervals" ? state : nil
    }
  }

  /// Why the scan can't be opened.
  func failed() throws -> String {
    try awaited {
      let stage = try #require(try get("state").json()["stage"] as? [String: Any])
      return stage["key"] as? String == "failed" ? stage["text"] as? String ?? "" : nil
    }
  }

  /// Sends picks and gives the state that follows.
  func pick(_ picks: [String: Any]) throws -> [String: Any] {
    let answer = try post("picks", ["revision": try #require(try get("state").json()["revision"]), "picks": picks])
    try #require(answer.status == 200, Comment(rawValue: answer.text))
    return try ready()
  }
}

extension LoopbackRequest.Answer {
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}
