internal import Diagnostics
internal import Movement
internal import Reports
internal import Files

/// The results of one movement over time, this one last: each value with its interval, in drawings and a table. No colour says
/// whether a change is good.
struct MotionHistory {
  let folder: MotionFolder
  let language: Language

  private struct Entry {
    let label: String
    let scan: ScanDescription
    let name: String
    let result: MotionResult
    let differences: [String]
  }

  /// The earlier results of the same movement in the order of their days, then this one.
  private var entries: [Entry] {
    let sorted = folder.historyBeside.filter { $0.result.isSameMovement(as: folder.result) }.inOrder.results
    let labels = Visit.labels(sorted.count + 1)
    let entries = zip(labels, sorted).map { label, one in
      Entry(
        label: label, scan: one.scan, name: one.name, result: one.result,
        differences: folder.result.differences(from: one.result))
    }
    return entries + [
      Entry(
        label: labels[sorted.count], scan: folder.scan, name: language("motion.this_result"), result: folder.result,
        differences: [])
    ]
  }

  /// The part of the page; nothing without an earlier result of this movement.
  var markup: Markup {
    let entries = self.entries
    guard entries.count > 1 else { return .empty }
    return .element("h2", text: language("motion.history")) + trends(entries) + table(entries)
      + .element("p", ["class": "quiet"], text: language("motion.history_note"))
  }

  private func trends(_ entries: [Entry]) -> Markup {
    let drawings = folder.result.followed.map(\.key).compactMap { key -> Markup? in
      let points = entries.map { entry in
        HistoryDrawing.Point(
          label: entry.label, day: entry.scan.date.flatMap { VisitDate($0)?.days }, value: entry.result.value(key),
          isAlike: entry.differences.isEmpty)
      }
      guard let figure = HistoryDrawing(key: key, points: points, language: language).figure else { return nil }
      return .element(
        "figure", [:], .element("figcaption", text: MotionQuantity.title(key, language)), figure.markup)
    }
    return drawings.isEmpty ? .empty : .element("div", ["class": "trends"], .joined(drawings))
  }

  private func table(_ entries: [Entry]) -> Markup {
    let titles =
      ["", language("report.date"), language("motion.result")]
      + folder.result.followed.map(\.key).map { MotionQuantity.title($0, language) } + [
        language("motion.form_short"), language("motion.made_otherwise"),
      ]
    let rows = entries.map { entry -> Markup in
      let values = folder.result.followed.map(\.key).map { key -> Markup in
        guard let value = entry.result.value(key) else {
          return .element("td", ["class": "number withheld"], text: language("motion.withheld"))
        }
        return .element("td", ["class": "number"], MotionWords(language: language).stacked(value))
      }
      let differences = entry.differences.map { language.term($0, of: "motion_condition") }.joined(separator: ", ")
      return .element(
        "tr", [:], .element("td", text: entry.label),
        .element("td", [:], entry.scan.date.map { .foreign($0, limit: 20) } ?? .text("–")),
        .element("td", [:], .foreign(entry.name, limit: 30)), .joined(values),
        .element("td", ["class": "after"], text: entry.result.neutralZero?.notation.printable(limit: 30) ?? "–"),
        .element("td", [:], text: differences.isEmpty ? "–" : differences))
    }
    let heads = titles.enumerated().map { column, title in
      Markup.element(
        "th", ["class": (3..<titles.count - 2).contains(column) ? "number" : column == titles.count - 2 ? "after" : ""],
        text: title)
    }
    return .wide(
      .element(
        "table", ["class": "many"], .element("thead", [:], .element("tr", [:], .joined(heads))),
        .element("tbody", [:], .joined(rows))
      ))
  }
}
