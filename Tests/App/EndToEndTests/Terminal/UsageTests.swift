import Foundation
import Testing

/// The command called wrongly, and its help.
@Suite struct UsageTests {
  @Test(arguments: [
    ["reconstruct"], ["reconstruct", "rec"], ["reconstruct", "rec", "--output"], ["reconstruct", "--output", "out"],
    ["reconstruct", "rec", "-o", "out", "--voxel-mm", "0.1"], ["reconstruct", "rec", "-o", "out", "--voxel-mm", "nan"],
    ["reconstruct", "rec", "-o", "out", "--voxel-mm", "wide"], ["reconstruct", "rec", "-o", "out", "--threads", "0"],
    ["reconstruct", "rec", "-o", "out", "--threads", "99999999999999999999"],
    ["reconstruct", "rec", "-o", "out", "--format", "avi"], ["reconstruct", "rec", "-o", "out", "--colour"],
    ["reconstruct", "rec", "other", "-o", "out"], ["info"], ["info", "rec", "--sample", "0"],
    ["info", "rec", "--sample", "-1"], ["measure"], ["measure", "mesh.ply"],
    ["measure", "mesh.ply", "--landmarks", "l.json", "--units", "inch"], ["phantom"],
    ["phantom", "out", "--threads", "0"],
    ["phantom", "out", "--sensor", "sonar"], ["phantom", "out", "--color-size", "640"],
    ["phantom", "out", "--lens", "a"], ["phantom", "out", "--preset", "cube"], ["phantom", "out", "--seed", "-1"],
    ["phantom", "out", "--frames", "many"],
    ["compare"], ["compare", "a"], ["compare", "a", "b", "--registration", "face"],
    ["compare", "a", "b", "--units-a", "inch"], ["rate"], ["--no-such-option"], ["info", "rec", "-q", "-v"],
  ])
  func aWrongCallIsExplained(_ arguments: [String]) throws {
    let outcome = try Command.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.stdout.isEmpty)
    #expect(outcome.narration.hasPrefix("error: "), Comment(rawValue: outcome.narration))
    #expect(outcome.narration.contains("Usage: calvaria"), Comment(rawValue: outcome.narration))
  }

  @Test(arguments: [
    (["recontruct", "rec"], "no verb \"recontruct\"; did you mean \"reconstruct\"?"),
    (["Info"], "did you mean \"info\"?"),
    (["comapre", "a", "b"], "did you mean \"compare\"?"), (["help", "replai"], "did you mean \"replay\"?"),
    (["recon"], "did you mean \"reconstruct\"?"), (["flurble"], "the verbs are info, reconstruct"),
    (["study", "lst"], "did you mean \"list\"?"), (["help", "study", "shwo"], "did you mean \"show\"?"),
    (["reconstruct", "rec", "--outptu", "x"], "no option \"--outptu\"; did you mean \"--output\"?"),
    (["cap", "--paprr", "a4"], "did you mean \"--paper\"?"),
    (["study", "list", "s", "--to-pik"], "did you mean \"--to-pick\"?"),
    (["\u{1B}[2Jinfo\n"], "no verb \"\\u{1B}[2Jinfo\\u{A}\""),
  ])
  func aTypoIsAnsweredWithTheNearestWord(_ arguments: [String], _ says: String) throws {
    try Command.run(arguments).expectFailure(64, says: [says])
  }

  @Test(arguments: [
    ["info", "rec", "--\u{1B}[2J\u{202E}"], ["info", "a", "b\u{1B}[2J\n"],
    ["info", "rec", "--format", "\u{1B}c\n\u{9B}1m"],
    ["info", "rec", "--sample", String(repeating: "7\u{7}", count: 30_000)],
  ])
  func theParserEchoesNothingThatSteersATerminal(_ arguments: [String]) throws {
    let outcome = try Command.run(arguments)
    #expect(outcome.status == 64, Comment(rawValue: outcome.narration))
    #expect(outcome.stderr.count < 4000, Comment(rawValue: outcome.narration))
    let steering = outcome.narration.unicodeScalars.filter {
      $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.generalCategory == .format)
    }
    #expect(steering.isEmpty)
    #expect(outcome.narration.hasPrefix("error: "))
    #expect(outcome.lines.count <= 4)
  }

  @Test func aNameThatIsNoUTF8IsRefusedWithItsBytes() throws {
    let outcome = try Command.shell("\"$0\" info \"$(printf 'scan\\377\\376')\"")
    outcome.expectFailure(64, says: [#""scan\xFF\xFE""#, "UTF-8", "rename"])
  }

  @Test(arguments: ["info", "reconstruct", "measure", "compare", "landmarks", "motion", "replay", "rate", "phantom"])
  func helpFitsANarrowTerminal(verb: String) throws {
    let outcome = try Command.shell("COLUMNS=60 \"$0\" \(verb) --help")
    #expect(outcome.status == 0)
    let wide = outcome.text.split(separator: "\n").filter { $0.count > 60 }
    #expect(wide.isEmpty, "\(verb): \(wide)")
    #expect(outcome.text.contains("--quiet"))
    #expect(outcome.text.contains("--verbose"))
  }

  @Test(arguments: [
    (["--frames", "0"], "frames: expected 1 to 100000, found 0"), (["--duration", "0"], "duration"),
    (["--duration", "nan"], "duration"), (["--markers=-1"], "markers"), (["--marker-mm", "0"], "marker size"),
    (["--dictionary", "DICT_3X3"], "dictionary"), (["--jpeg-quality", "101"], "JPEG quality"),
    (["--width-mm", "0"], "head width"), (["--noise", "inf"], "noise"), (["--missing", "200"], "missing markers"),
    (["--lens", "0.5"], "lens"), (["--baseline-mm", "200"], "baseline"), (["--depth-size", "4x3"], "image width"),
  ])
  func anImpossiblePhantomIsRefused(_ arguments: [String], _ says: String) throws {
    let workspace = try Workspace()
    try Command.run(["phantom", workspace.output.path] + arguments).expectFailure(64, says: [says, "--help"])
    #expect(try workspace.leftBehind.isEmpty)
  }

  @Test func helpAndVersion() throws {
    let help = try Command.run("--help")
    #expect(help.status == 0)
    #expect(help.stderr.isEmpty)
    for verb in ["info", "reconstruct", "measure", "compare", "replay", "rate", "phantom"] {
      #expect(help.text.contains("  \(verb) "))
      let own = try Command.run(verb, "--help")
      #expect(own.status == 0)
      #expect(own.stderr.isEmpty)
      #expect(own.text.contains("USAGE: calvaria \(verb)"))
    }
    let version = try Command.run("--version")
    #expect(version.status == 0)
    #expect(version.text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }
}
