import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Files

/// Folders that appear only when they are finished.
@Suite struct OutputFolderTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private var place: URL { folder.url.appendingPathComponent("out") }
  private var names: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted() }
  }

  private func put(_ text: String, _ name: String) throws {
    let file = folder.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
  }

  private func claim(force: Bool = true) throws -> OutputFolder { try OutputFolder(place, force: force) }

  private static let result = [(name: "result.json", content: Data("{\"schema\": \"calvaria/result/1\"}".utf8))]

  @Test func aFolderAppearsWhenItIsFinished() throws {
    let output = try claim(force: false)
    try output.write(Self.result)
    #expect(!FileManager.default.fileExists(atPath: place.path))
    #expect(try output.finish().isEmpty)
    #expect(try names == ["out", "out/result.json"])
  }

  @Test func nothingIsLeftOfAFolderThatIsDiscarded() throws {
    let output = try OutputFolder(folder.url.appendingPathComponent("a/b/out"), force: false)
    try output.write(Self.result)
    output.discard()
    #expect(try names.isEmpty)
  }

  @Test func parentFoldersAreMade() throws {
    let output = try OutputFolder(folder.url.appendingPathComponent("a/b/out"), force: false)
    try output.write(Self.result)
    try output.finish()
    #expect(try names == ["a", "a/b", "a/b/out", "a/b/out/result.json"])
  }

  @Test func aFolderThatExistsIsKept() throws {
    try put("keep", "out/note")
    #expect(throws: OutputError.exists(path: place.path)) { try claim(force: false) }
    #expect(
      throws: OutputError.notOurs(path: place.path, kind: .result, found: .phrase("within", ["file": .text("note")]))
    ) { try claim() }
    #expect(try names == ["out", "out/note"])
  }

  /// A folder that has the name of one of our files is not ours.
  @Test func aFolderNamedLikeAFileIsForeign() throws {
    try put("{\"schema\": \"calvaria/result/1\"}", "out/result.json")
    try put("keep", "out/mesh.ply/note")
    #expect(
      throws: OutputError.notOurs(
        path: place.path, kind: .result, found: .phrase("within", ["file": .text("mesh.ply")]))
    ) { try claim() }
  }

  @Test func aForeignFileBelowTheTopLevelIsSeen() throws {
    try put("simulated by calvaria phantom", "out/truth_surface.ply")
    try put("", "out/rgb/1700000000.000000.jpg")
    #expect(OutputKind.phantom.strange(in: place.path) == nil)
    for name in ["rgb/notes.txt", "rgb/17.png", "rgb/17.jpg/x", "depth/.jpg"] {
      try put("keep", "out/" + name)
      #expect(OutputKind.phantom.strange(in: place.path) != nil, "\(name)")
      try FileManager.default.removeItem(at: place.appendingPathComponent(String(name.prefix { $0 != "/" })))
    }
  }

  /// A study has drawings of as many agreements as it carries.
  @Test func everyDrawingOfAnAgreementIsOurs() throws {
    try put("{\"schema\": \"calvaria/figures/1\"}", "out/figures.json")
    for name in ["agreement.svg", "agreement-2.png", "agreement-21.svg", "agreement-190.png"] {
      try put("", "out/" + name)
    }
    #expect(OutputKind.figures.strange(in: place.path) == nil)
    for name in ["agreement-1.svg", "agreement-02.svg", "agreement-.svg", "agreement-x.png", "agreement-3.pdf"] {
      try put("keep", "out/" + name)
      #expect(OutputKind.figures.strange(in: place.path) != nil, "\(name)")
      try FileManager.default.removeItem(at: place.appendingPathComponent(name))
    }
  }

  /// What comes in while the new result is made, a rating above all, is carried over.
  @Test func whatOthersAddStays() throws {
    try put("{\"schema\": \"calvaria/result/1\"}", "out/result.json")
    try put("rated", "out/rating.json")
    let output = try claim()
    try output.write([("result.json", Data("new".utf8))])
    try put("mine", "out/notes/deep/today.txt")
    try put("theirs", "out/mesh.ply/inner")
    try FileManager.default.createSymbolicLink(
      atPath: place.appendingPathComponent("link").path, withDestinationPath: "nowhere")
    let empty = place.appendingPathComponent("empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: false)
    #expect(try output.finish() == ["empty", "link", "mesh.ply", "notes", "rating.json"])
    #expect(try text("out/result.json") == "new" && text("out/rating.json") == "rated")
    #expect(try text("out/notes/deep/today.txt") == "mine" && text("out/mesh.ply/inner") == "theirs")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["out"])
  }

  @Test func aNameThatBothHaveIsKeptUnderAnother() throws {
    try put("{\"schema\": \"calvaria/result/1\"}", "out/result.json")
    let output = try claim()
    try output.write([("result.json", Data("new".utf8)), ("mesh.ply", Data("ply".utf8))])
    try put("theirs", "out/mesh.ply/inner")
    #expect(try output.finish() == ["mesh.ply.kept"])
    #expect(try text("out/mesh.ply") == "ply" && text("out/mesh.ply.kept/inner") == "theirs")
  }

  @Test func aFileThatBothHaveIsKeptUnderAnotherName() throws {
    try put("{\"schema\": \"calvaria/result/1\"}", "out/result.json")
    let output = try claim()
    try output.write([("result.json", Data("new".utf8)), ("notes.txt", Data("ours".utf8))])
    try put("theirs", "out/notes.txt")
    #expect(try output.finish() == ["notes.txt.kept"])
    #expect(try text("out/notes.txt") == "ours" && text("out/notes.txt.kept") == "theirs")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["out"])
  }

  @Test func aFileThatTookTheNameMeanwhileIsKept() throws {
    let output = try claim(force: false)
    try put("theirs", "out/note")
    #expect(throws: OutputError.exists(path: place.path)) { try output.finish() }
    output.discard()
    #expect(try names == ["out", "out/note"])
  }

  @Test func leftoversOfDeadRunsGoAndThoseOfLivingOnesStay() throws {
    try put("", ".out.partial-00000001/result.json")
    try put("", ".outer.partial-00000001/result.json")
    // Of somebody who happened upon the same beginning.
    try put("keep", ".out.partial-mynotes1/a")
    let living = try claim()
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent(".out.partial-00000001").path))
    let second = try claim()
    #expect(FileManager.default.fileExists(atPath: living.staging.path))
    second.discard()
    living.discard()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == [".out.partial-mynotes1", ".outer.partial-00000001"])
  }

  /// Between the two renames of a file system without exchange the earlier folder waits under this name.
  @Test func anEarlierFolderThatADeadRunMovedComesBack() throws {
    try put("{\"schema\": \"calvaria/result/1\"}", ".out.partial-00000001-earlier/result.json")
    try claim().discard()
    #expect(try names == ["out", "out/result.json"])
  }

  /// A reader never finds the name missing, however often it is replaced.
  @Test func theNameIsThereAtEveryMoment() async throws {
    let first = try claim()
    try first.write(Self.result)
    try first.finish()
    let watch = Task.detached { [place] in
      var misses = 0
      while !Task.isCancelled {
        for _ in 0..<100 where access(place.appendingPathComponent("result.json").path, F_OK) != 0 { misses += 1 }
      }
      return misses
    }
    for _ in 0..<300 {
      let output = try claim()
      try output.write(Self.result)
      try output.finish()
    }
    watch.cancel()
    #expect(await watch.value == 0)
  }

  /// Also where two names can't change places: an earlier folder is moved aside first.
  @Test func aFileSystemWithoutExchange() throws {
    try put("{\"schema\": \"calvaria/result/1\"}", "out/result.json")
    try put("rated", "out/rating.json")
    let output = try claim()
    try output.write([("result.json", Data("new".utf8))])
    #expect(try output.finish(exchanging: { _, _ in false }) == ["rating.json"])
    #expect(try text("out/result.json") == "new" && text("out/rating.json") == "rated")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["out"])
  }

  /// What comes into the earlier folder in the moment of the exchange.
  @Test func whatComesInTheLastMomentStays() throws {
    try put("{\"schema\": \"calvaria/result/1\"}", "out/result.json")
    let output = try claim()
    try output.write([("result.json", Data("new".utf8))])
    let carried = try output.finish { earlier, aside in
      try? Data("late".utf8).write(to: URL(fileURLWithPath: earlier + "/late.txt"))
      return FileSystem.exchange(earlier, aside)
    }
    #expect(try carried == ["late.txt"] && text("out/late.txt") == "late" && text("out/result.json") == "new")
  }

  @Test func twoRunsOnOneNameAreBothWhole() throws {
    let (first, second) = (try claim(), try claim())
    for (output, name) in [(first, "first"), (second, "second")] {
      try output.write([("result.json", Data("{\"schema\": \"calvaria/result/1\", \"run\": \"\(name)\"}".utf8))])
      try output.finish()
      #expect(try text("out/result.json").contains(name))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["out"])
  }

  @Test func aCopyIsWholeOrAbsent() throws {
    try put("text", "a")
    let (a, b) = (folder.url.appendingPathComponent("a").path, folder.url.appendingPathComponent("b").path)
    #expect(FileSystem.copy(a, b))
    #expect(try text("b") == "text")
    #expect(!FileSystem.copy(a, b))
    #expect(errno == EEXIST)
    #expect(!FileSystem.copy(a, "/dev/full/x"))
    #expect(!FileSystem.copy(a + "none", b + "2"))
  }

  /// Whoever cleaned up the folder aside is told of, and not that the name was taken.
  @Test func aFolderThatIsGoneCanNotBeFinished() throws {
    for force in [false, true] {
      let output = try claim(force: force)
      try FileManager.default.removeItem(at: output.staging)
      #expect(throws: OutputError.cannotWrite(path: place.path, reason: .phrase("parent_missing"))) {
        try output.finish()
      }
      #expect(throws: OutputError.cannotWrite(path: place.path, reason: .phrase("parent_missing"))) {
        try output.makeFolder("images")
      }
      #expect(throws: OutputError.cannotWrite(path: place.path, reason: .phrase("writing_failed"))) {
        try output.write(Self.result)
      }
      output.discard()
    }
    #expect(try names.isEmpty)
  }

  @Test func aFolderWithinIsMade() throws {
    let output = try claim(force: false)
    try output.makeFolder("rgb")
    try output.write([("rgb/1.jpg", Data("1".utf8))])
    try output.finish()
    #expect(try names == ["out", "out/rgb", "out/rgb/1.jpg"] && text("out/rgb/1.jpg") == "1")
  }

  /// The text that tells the kind is looked for in the first mebibyte.
  @Test func theMarkStandsNearTheBeginning() throws {
    let mark = "\"calvaria/result/"
    for (length, isOurs) in [((1 << 20) - mark.utf8.count, true), ((1 << 20) - mark.utf8.count + 1, false)] {
      try put(String(repeating: " ", count: length) + mark, "out/result.json")
      #expect((OutputKind.result.strange(in: place.path) == nil) == isOurs, "\(length)")
    }
    #expect(OutputKind.result.strange(in: place.path) == .phrase("not_within", ["file": .text("result.json")]))
    #expect(OutputKind.result.strange(in: place.path + "/none") == .phrase("no_readable_folder"))
  }

  /// A folder that is taken for good is told otherwise than one that force would replace.
  @Test func aFolderThatIsNeverReplacedIsTaken() throws {
    try put("mine", "out/note")
    #expect(throws: OutputError.taken(path: place.path)) { try OutputFolder(place, holding: .recording, force: false) }
    #expect(throws: OutputError.exists(path: place.path)) {
      try OutputFolder.check(place, holding: .result, force: false)
    }
  }

  @Test func linksAreFollowedBeforeDots() throws {
    try put("", "far/inner/x")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("link").path,
      withDestinationPath: folder.url.appendingPathComponent("far/inner").path)
    let output = try OutputFolder(URL(fileURLWithPath: folder.url.path + "/link/../out"), force: false)
    try output.finish()
    #expect(FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("far/out").path))
  }

  @Test func longNames() throws {
    let name = String(repeating: "ä", count: 125)  // 250 bytes; with more the system refuses
    let output = try OutputFolder(folder.url.appendingPathComponent(name), force: false)
    try output.finish()
    #expect(try names == [name])
    let tooLong = folder.url.appendingPathComponent(String(repeating: "n", count: 300))
    #expect(throws: OutputError.cannotWrite(path: tooLong.path, reason: .phrase("name_too_long"))) {
      try OutputFolder(tooLong, force: false).finish()
    }
  }

  @Test func aFolderWithAnInputInItIsNotReplaced() throws {
    try put("{\"schema\": \"calvaria/result/1\"}", "out/result.json")
    let input = place.appendingPathComponent("result.json")
    #expect(throws: OutputError.isInput(path: place.path, input: input.path)) {
      try OutputFolder(place, force: true, inputs: [input])
    }
  }

  /// But not one that is the output itself.
  @Test func anErrorNamesTheInputThatLiesWithin() {
    let input = place.appendingPathComponent("result.json")
    #expect(OutputError.isInput(path: place.path, input: input.path).problem.contains(input.path))
    #expect(!OutputError.isInput(path: place.path, input: place.path).problem.contains(place.path))
  }
}
