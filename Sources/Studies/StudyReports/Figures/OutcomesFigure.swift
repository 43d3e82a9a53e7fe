internal import Diagnostics
internal import Reports

/// How many scans ended in each way, a bar a reason.
struct OutcomesFigure {
  let outcomes: [OutcomeCount]
  let language: Language

  /// The most bars; the reasons behind them are one bar.
  private static let most = 10
  private static let (left, right, row) = (250.0, 460.0, 24.0)

  var figure: Figure {
    let bars = self.bars
    let largest = Double(bars.map(\.scans).max() ?? 1)
    let content = bars.enumerated().map { index, bar in
      let y = 8 + Double(index) * Self.row
      let width = (Self.right - Self.left) * Double(bar.scans) / largest
      return Shape.box([Self.left, y], [max(1, width), Self.row - 6], bar.isComplete ? "plot-bar" : "plot-bar other")
        + Shape.label(bar.name, [Self.left - 8, y + 13], "end")
        + Shape.label("\(bar.scans)", [Self.left + max(1, width) + 6, y + 13], "start")
    }
    return Figure(
      name: "outcomes", corner: [0, 0], size: [PlotFrame.size.x, 16 + Double(bars.count) * Self.row], letters: 12,
      description: language("study.figure_outcomes"), content: .style(PlotStyle.sheet) + .joined(content))
  }

  private var bars: [(name: String, scans: Int, isComplete: Bool)] {
    let all = outcomes.map { count in
      let status = language.term(count.status, of: "outcome")
      let name = count.code.map { "\(status): \($0)" } ?? status
      return (name: name.printable(limit: 34), scans: count.scans, isComplete: count.status == "complete")
    }
    guard all.count > Self.most else { return all }
    let rest = all.dropFirst(Self.most - 1)
    return all.prefix(Self.most - 1)
      + [(language("study.other_reasons", ["count": .count(rest.count)]), rest.reduce(0) { $0 + $1.scans }, false)]
  }
}
