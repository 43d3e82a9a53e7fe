import Foundation
import Testing

/// A study summed up by the program as it is called.
@Suite struct StudyReportTests {
  @Test func aStudyIsSummedUpOnAPageInFiguresAndAsJSON() throws {
    let dataset = try StudyDataset()
    for (index, scale) in [1, 1.01, 1.02, 1.03].enumerated() {
      try dataset.addMesh("sub-\(index % 2)/ses-1/scan-\(index).ply", scale: scale)
    }
    try dataset.addGlimpse("sub-2/ses-1/scan-1")
    try dataset.write(
      "participants.tsv", "participant_id\tgroup\nsub-0\thelmet\nsub-1\t<b>control</b>\nsub-2\thelmet\n")
    _ = try Command.run(dataset.batch("--jobs", "2"))
    let study = dataset.study.path

    let made = try Command.run("study", "report", study)
    #expect(made.status == 0, Comment(rawValue: made.narration))
    #expect(made.stdout.isEmpty, Comment(rawValue: made.narration))
    let page = dataset.study.appendingPathComponent("report.html")
    let html = try String(contentsOf: page, encoding: .utf8)
    #expect(html.contains("Study: 5 scans of 3 children"))
    #expect(html.contains("&lt;b&gt;control&lt;/b&gt;"))
    #expect(!html.contains("<script"))
    #expect(!html.contains("http://"))
    #expect(!html.contains("https://"))
    // Made again at once in its own place, but nothing that is named is replaced.
    #expect(try Command.run("study", "report", study).status == 0)
    #expect(try Data(contentsOf: page) == Data(html.utf8))
    try Command.run("study", "report", study, "--output", page.path).expectFailure(73, says: ["report.html"])
    try Command.run(
      "study", "report", study, "--force", "--output", dataset.study.appendingPathComponent("study.sqlite").path
    ).expectFailure(73, says: ["study.sqlite"])

    let json = try Command.run("study", "report", study, "--json", "--measure", "length", "--where", "subject = '0'")
    #expect(json.status == 0, Comment(rawValue: json.narration))
    let file = try #require(JSONSerialization.jsonObject(with: json.stdout) as? [String: Any])
    #expect(file["measure"] as? String == "length")
    #expect(file["scans"] as? Int == 2)
    let selection = try #require(file["selection"] as? [String: Any])
    #expect(selection["condition"] as? String == "subject = '0'")
    // Lengths of one head at two sizes: of two readings the deviation is their difference over √2.
    let repeats = try #require(file["repeatability"] as? [String: Any])
    let error = try #require(repeats["error"] as? [String: Any])
    let deviation = try #require((error["within_sd"] as? [String: Any])?["value"] as? Double)
    let list = try Command.run("study", "export", study, "--where", "subject = '0'").text
    let lengths = list.split(separator: "\r\n").filter { $0.contains(",length,") }.compactMap {
      Double($0.split(separator: ",", omittingEmptySubsequences: false)[10])
    }
    #expect(lengths.count == 2 && abs(deviation - abs(lengths[0] - lengths[1]) / 2.0.squareRoot()) < 1e-9)

    // A calliper of the same children.
    let reference = dataset.beside("calliper.csv")
    try Data("subject,session,quantity,value,method\n0,1,length,150,calliper\n1,1,length,152,calliper\n".utf8)
      .write(to: reference)
    let compared = try Command.run(
      "study", "report", study, "--json", "--measure", "length", "--reference", reference.path, "--lambda", "4")
    let parts = try #require(ResultFile(compared.stdout)["agreements"] as? [[String: Any]])
    #expect(parts.last?["methods"] as? String == "reference")
    #expect(parts.last?["pairs"] as? Int == 2)
    #expect(parts.last?["lambda"] as? Double == 4)
    #expect(parts.last?["second"] as? String == "calliper")
    #expect(try Command.run("study", "report", study, "--lambda", "0").status == 64)
    let pointless = try Command.run("study", "report", study, "--lambda", "4")
    #expect(pointless.status == 64)
    #expect(pointless.narration.contains("together with --reference"))
    try Data("subject,quantity,value\n0,length,long\n".utf8).write(to: reference)
    try Command.run("study", "report", study, "--reference", reference.path).expectFailure(
      65, says: ["calliper.csv, line 2", "\"long\""])

    let drawing = dataset.beside("outcomes.svg")
    #expect(try Command.run("study", "plot", study, "--figure", "outcomes", "--output", drawing.path).status == 0)
    #expect(try String(contentsOf: drawing, encoding: .utf8).contains("<svg"))
    try Command.run("study", "plot", study, "--figure", "age", "--output", dataset.beside("age.svg").path)
      .expectFailure(64, says: ["\"age\"", "outcomes"])
    try publishes(study, dataset)
    let wrong = try Command.run("study", "plot", study, "--figure", "outcomes", "--output", "outcomes.gif")
    #expect(wrong.status == 64, Comment(rawValue: wrong.narration))
    #expect(wrong.narration.contains(".png"), Comment(rawValue: wrong.narration))
    #expect(try Command.run("study", "report", study, "--measure", "beauty").status == 64)
    #expect(try Command.run("study", "report", study, "--half-width", "0").status == 64)
    let plan = try Command.run("study", "report", study, "--json", "--measure", "length", "--half-width", "0.5")
    let planned = try #require(JSONSerialization.jsonObject(with: plan.stdout) as? [String: Any])
    let planning = try #require(planned["planning"] as? [String: Any])
    let first = try #require((planning["needs"] as? [[String: Any]])?.first)
    #expect(file["planning"] == nil)
    #expect(first["quantity"] as? String == "mean")
    #expect((first["children"] as? Int ?? 0) > 2)
  }

  /// A folder for others, with all that it names and nothing of a path.
  private func publishes(_ study: String, _ dataset: StudyDataset) throws {
    guard ReportTests.drawsPictures else { return }
    let output = dataset.beside("published")
    let call = ["study", "publish", study, "--name", "Heads", "--output", output.path]
    #expect(try Command.run(call).status == 0)
    let file = { (name: String) in try Data(contentsOf: output.appending(path: name)) }
    let described = try #require(JSONSerialization.jsonObject(with: file("dataset_description.json")) as? [String: Any])
    #expect(described["Name"] as? String == "Heads" && described["DatasetType"] as? String == "derivative")
    let columns = try #require(
      String(decoding: file("tables/measurements.tsv"), as: UTF8.self).split(separator: "\n").first?.split(
        separator: "\t"))
    let meanings = try #require(JSONSerialization.jsonObject(with: file("tables/measurements.json")) as? [String: Any])
    #expect(Set(columns.map(String.init)) == Set(meanings.keys))
    #expect(try file("figures/outcomes.pdf").starts(with: Data("%PDF".utf8)))
    #expect(try file("figures/outcomes.png").starts(with: Data([0x89, 0x50, 0x4E, 0x47])))
    for name in ["README.md", "CITATION.cff", "code/publish.sh", "tables/measurements.tsv"] {
      let text = String(decoding: try file(name), as: UTF8.self)
      #expect(!text.contains(study) && !text.contains("{"), "\(name)")
    }
    #expect(try Command.run(call).status == 73)
  }
}
