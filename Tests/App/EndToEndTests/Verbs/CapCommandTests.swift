import Foundation
import Testing

/// `cap`: sheets of markers and their cap file; `cap check`: photos of a print.
@Suite struct CapTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.output, withIntermediateDirectories: true)
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: workspace.output.path).sorted() }
  }

  private func place(_ name: String) -> String { workspace.output.appendingPathComponent(name).path }

  @Test func sheetsComeWithTheirCapFile() throws {
    let asked = ["cap", "--size-mm", "16", "--dictionary", "DICT_4X4_100", "--ids", "0-45", "--paper", "a4"]
    let outcome = try Command.run(asked + ["--output", place("cap.pdf")])
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.stdout.isEmpty, Comment(rawValue: outcome.narration))
    #expect(outcome.narration.contains("cap.pdf\n"))
    #expect(outcome.narration.contains("cap.yaml\n"))
    #expect(try files == ["cap.pdf", "cap.yaml"])
    let cap = try String(contentsOfFile: place("cap.yaml"), encoding: .utf8)
    let ids = (0...45).map(String.init).joined(separator: ", ")
    #expect(cap == "dictionary: DICT_4X4_100\nmarker_size_mm: 16.0\nids: [\(ids)]\nthickness_mm: 1.0\n")
    let pdf = try Data(contentsOf: URL(fileURLWithPath: place("cap.pdf")))
    #expect(pdf.starts(with: Data("%PDF-1.".utf8)))

    try Command.run(asked + ["-o", place("cap.pdf")]).expectFailure(73, says: ["cap.pdf", "--force"])
    // The cap file alone stands in the way, too.
    try Command.run(asked + ["-o", place("other.pdf")]).expectFailure(73, says: ["cap.yaml", "--force"])
    #expect(try files == ["cap.pdf", "cap.yaml"])
    let again = try Command.run(asked + ["-o", place("cap.pdf"), "--force", "--quiet"])
    #expect(again.status == 0)
    #expect(again.narration.isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: place("cap.pdf"))) == pdf)
  }

  @Test func aPlanHasAsManyMarkersAsTheHeadNeedsAndAnSVGAPage() throws {
    let outcome = try Command.run(
      "cap", "sheets", "--head-circumference-cm", "43", "--paper", "letter", "--language", "de", "-o",
      place("haube.svg"))
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let names = try files
    #expect(names.first == "cap.yaml")
    #expect(names.dropFirst().allSatisfy { $0.hasPrefix("haube-") })
    #expect(names.count > 2)
    let first = try String(contentsOfFile: place("haube-1.svg"), encoding: .utf8)
    #expect(first.contains("width=\"215.9mm\" height=\"279.4mm\""))
    #expect(first.hasSuffix("</svg>\n"))
    let info = try String(contentsOfFile: place("cap.yaml"), encoding: .utf8)
    #expect(info.contains("ids: [0, 1, 2,"))
    #expect(!info.contains("99"))
    try Command.run("cap", "--ids", "1", "-o", place("haube.svg")).expectFailure(73, says: ["cap.yaml"])
  }

  @Test func whatCannotBePrintedIsRefusedAndNothingIsWritten() throws {
    let refusals: [(arguments: [String], says: [String])] = [
      (["--size-mm", "12", "--head-circumference-cm", "34"], ["--size-mm", "12 mm", "23.7 px", "24 px"]),
      (["--size-mm", "20", "--head-circumference-cm", "34"], ["--size-mm", "20 mm", "34 cm", "shows 9"]),
      (["--head-circumference-cm", "34", "--ids", "0-20"], ["--ids", "34 cm needs", "found 21 ids"]),
      (["--ids", "0-100"], ["--ids", "ids from 0 to 99", "DICT_4X4_100"]),
      (["--ids", "3,3"], ["--ids", "each id once", "3 twice"]),
      (["--ids", "\u{202E}x"], ["--ids", "\\u{202E}x"]),
      (["--ids", "0", "--size-mm", "190"], ["190 mm", "A4", "--paper"]),
      (["--ids", "0-999", "--dictionary", "DICT_4X4_1000", "--size-mm", "120"], ["at most 48 sheets", "1000"]),
    ]
    for (arguments, says) in refusals {
      try Command.run(["cap"] + arguments + ["-o", place("cap.pdf")]).expectFailure(64, says: says)
    }
    try Command.run("cap", "--ids", "0", "-o", place("cap.png")).expectFailure(64, says: ["cap.png", ".pdf or .svg"])
    for arguments in [
      [], ["--ids", "0", "--dictionary", "DICT_4X4_51"], ["--head-circumference-cm", "33"],
      ["--head-circumference-cm", "nan"], ["--ids", "0", "--size-mm", "0.5"], ["--ids", "0", "--thickness-mm", "30"],
      ["--ids", "0", "--paper", "a5"],
    ] {
      let outcome = try Command.run(["cap"] + arguments + ["-o", place("cap.pdf")])
      #expect(outcome.status == 64, "\(arguments) \(outcome.narration)")
      #expect(outcome.stdout.isEmpty, "\(arguments) \(outcome.narration)")
    }
    #expect(try files.isEmpty)
  }

  @Test func aPhotoThatIsNoneIsRefused() throws {
    let check = { (arguments: [String]) in
      try Command.run(
        ["cap", "check"] + arguments + ["--dictionary", "DICT_4X4_100", "--size-mm", "16", "--known-mm", "180"])
    }
    try check([place("none.jpg")]).expectFailure(66, says: ["none.jpg", "photo"])
    try check([workspace.output.path]).expectFailure(65, says: ["a folder", "JPEG or PNG"])
    let text = place("text.jpg")
    try Data("no image".utf8).write(to: URL(fileURLWithPath: text))
    try check([text]).expectFailure(65, says: ["text.jpg"])
    try check([text, text]).expectFailure(65, says: ["text.jpg"])
    let bare = try Command.run("cap", "check", text, "--known-mm", "180")
    #expect(bare.status == 64)
    #expect(bare.narration.contains("a cap file, or a dictionary and a size"))
    #expect(try Command.run("cap", "check", text, "--known-mm", "inf", "--cap", "cap.yaml").status == 64)
  }

  private static let rasteriser = "/usr/bin/pdftoppm"

  /// The page itself as a photo: flat, from straight above, of exact size.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: rasteriser), "needs pdftoppm (poppler-utils)"))
  func aSheetThatIsRasterisedChecksAsItWasMade() throws {
    #expect(try Command.run("cap", "--ids", "0-45", "-o", place("cap.pdf")).status == 0)
    let process = try Process.run(
      URL(fileURLWithPath: Self.rasteriser),
      arguments: ["-r", "200", "-png", "-f", "2", "-l", "2", "-singlefile", place("cap.pdf"), place("photo")])
    process.waitUntilExit()
    let asked = ["cap", "check", place("photo.png"), "--cap", place("cap.yaml"), "--known-mm"]
    let good = try Command.run(asked + ["180", "--json"])
    #expect(good.status == 0, Comment(rawValue: good.narration))
    let found = try ResultFile(good.stdout)
    #expect(found["schema"] as? String == "calvaria/cap-check/1")
    #expect(found["usable"] as? Bool == true)
    let error = try #require(found["scale_error.value"] as? Double)
    #expect(abs(error) < 0.002, "\(error)")
    // The rule says that the whole print is 2 % too large.
    let large = try Command.run(asked + ["183.6"])
    #expect(large.status == 2, Comment(rawValue: large.text))
    #expect(large.text.contains("off by more than 1 %"), Comment(rawValue: large.text))
    let german = try Command.run(asked + ["183.6", "--language", "de"])
    #expect(german.status == 2)
    #expect(german.text.contains("Seite des schwarzen Quadrats"))
    try Command.run(asked + ["150"]).expectFailure(64, says: ["--known-mm", "180 mm"])
    try Command.run(["cap", "check", place("photo.png")] + asked.dropFirst(2) + ["180"]).expectFailure(
      64, says: ["photo.png", "twice"])
  }
}
