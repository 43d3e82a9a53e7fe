import ArgumentParser
import Diagnostics
import Studies
import Viewer

/// Which scans of a study are picked, and in what order.
struct StudyWalkOptions: ParsableArguments {
  @Flag(help: "Of a study: all scans that can be picked, also those that are picked already.")
  var all = false

  @Option(help: ArgumentHelp("Of a study: this scan alone.", valueName: "name"))
  var scan: String?

  @Flag(
    help: """
      Of a study: tell nothing that could tell who was scanned, when, or in which group; scans have numbers, in an order \
      that follows neither names nor groups.
      """)
  var blind = false

  @Option(help: ArgumentHelp("With --blind: another order of the scans; by default 1.", valueName: "number"))
  var seed: Int?

  func validate() throws {
    if scan != nil, all || blind {
      throw CallError.wrong(
        option: all ? "--scan, --all" : "--scan, --blind", expected: .phrase("one_of_them"),
        found: .phrase("both_of_them")
      ).refusal
    }
    if let seed, !blind {
      throw CallError.wrong(option: "--seed", expected: .phrase("with_blind"), found: .count(seed)).refusal
    }
  }

  /// Whether a study is asked for.
  var isGiven: Bool { all || blind || scan != nil }

  /// The scans of a study.
  func list(of study: StudyFolder, observer: String?) throws -> PickingList {
    let extent: PickingList.Extent = scan.map { .one($0) } ?? (all ? .all : .toPick)
    return try PickingList(
      study, StudyStore(reading: study), extent, observer: observer, seed: blind ? seed ?? 1 : nil)
  }

  var kind: ViewWalk.Kind { all || scan != nil ? .all : .toPick }

  /// Tells how many scans there are, and which are passed over; blind, how many of them.
  func tell(_ list: PickingList, _ language: Language, _ narration: NarrationOptions) {
    if !list.withoutSurface.isEmpty {
      var values: [String: FindingValue] = ["count": .count(list.withoutSurface.count)]
      if !blind { values["names"] = .text(list.withoutSurface.joined(separator: ", ")) }
      Terminal.narrate(language("narration.walk_without_surface", values))
    }
    guard !list.scans.isEmpty else {
      return Terminal.narrate(language(all ? "narration.walk_none" : "narration.walk_all_picked"))
    }
    narration.tell(
      language(
        kind == .all ? "narration.walk_all" : "narration.walk_to_pick", ["count": .count(list.scans.count)]))
  }
}
