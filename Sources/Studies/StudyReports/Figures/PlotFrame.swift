internal import Diagnostics
internal import Reports

/// The axes of a figure, and where values lie between them.
struct PlotFrame {
  let x, y: RoundScale
  let language: Language
  /// The words below the horizontal and above the vertical axis.
  let titles: (x: String, y: String)

  /// Letters are 12 high.
  static let size = SIMD2<Double>(520, 300)
  private static let corner = SIMD2<Double>(56, 26)
  private static let extent = SIMD2<Double>(450, 226)

  /// The left, upper, right and lower edges of the plot.
  static var left: Double { corner.x }
  static var top: Double { corner.y }
  static var right: Double { corner.x + extent.x }
  static var foot: Double { corner.y + extent.y }

  func place(x value: Double) -> Double { Self.left + Self.extent.x * (value - x.low) / (x.high - x.low) }
  func place(y value: Double) -> Double { Self.foot - Self.extent.y * (value - y.low) / (y.high - y.low) }
  func place(_ x: Double, _ y: Double) -> SIMD2<Double> { [place(x: x), place(y: y)] }

  /// The grid with its numbers; without those of an axis whose places have words.
  func axes(xIsNumber: Bool = true) -> Markup {
    let rows = y.ticks.map { tick in
      Shape.line([Self.left, place(y: tick)], [Self.right, place(y: tick)], "plot-grid")
        + Shape.label(
          language.number(tick, digits: y.decimals), [Self.left - 6, place(y: tick) + 4], "tick end")
    }
    let columns =
      xIsNumber
      ? x.ticks.map { tick in
        Shape.line([place(x: tick), Self.foot], [place(x: tick), Self.foot + 4], "plot-axis")
          + Shape.label(language.number(tick, digits: x.decimals), [place(x: tick), Self.foot + 17], "tick")
      } : []
    return .joined(rows + columns) + Shape.line([Self.left, Self.foot], [Self.right, Self.foot], "plot-axis")
      + Shape.label(titles.x, [(Self.left + Self.right) / 2, Self.foot + 36], "tick")
      + Shape.label(titles.y, [6, 14], "tick start")
  }

  /// A horizontal line with a word at its right end.
  func level(_ value: Double, _ style: String, _ word: String) -> Markup {
    Shape.line([Self.left, place(y: value)], [Self.right, place(y: value)], style)
      + Shape.label(word, [Self.right - 4, place(y: value) - 5], "end tick")
  }

  /// Points, as many as there are, in one element.
  func dots(_ points: [SIMD2<Double>], _ style: String) -> Markup {
    guard !points.isEmpty else { return .empty }
    let path = points.map { point -> String in
      let at = place(point.x, point.y)
      return "M\(Shape.number(at.x)),\(Shape.number(at.y))h0"
    }.joined()
    return .element("path", ["d": path, "class": style])
  }

  /// Lines through points, as many as there are, in one element.
  func lines(_ lines: [[SIMD2<Double>]], _ style: String) -> Markup {
    let path = lines.filter { $0.count > 1 }.map { line -> String in
      line.enumerated().map { index, point -> String in
        let at = place(point.x, point.y)
        return "\(index == 0 ? "M" : "L")\(Shape.number(at.x)),\(Shape.number(at.y))"
      }.joined()
    }.joined()
    return path.isEmpty ? .empty : .element("path", ["d": path, "class": style])
  }
}

/// The style of a study's figures, beyond that of all drawings.
enum PlotStyle {
  static let sheet: StaticString = """
    .plot-grid{stroke:#e3e8ee;stroke-width:1;fill:none}.plot-axis{stroke:#4b5867;stroke-width:1;fill:none}
    .plot-dots{stroke:#0b5c9e;stroke-width:5;stroke-linecap:round;stroke-opacity:.55;fill:none}
    .plot-dots.group2{stroke:#b34700;stroke-linecap:square}.plot-dots.group3{stroke:#00795b;stroke-width:8}
    .plot-dots.group4{stroke:#7a3b8f;stroke-linecap:square;stroke-width:3}
    text.group1{fill:#0b5c9e}text.group2{fill:#b34700}text.group3{fill:#00795b}text.group4{fill:#7a3b8f}
    .plot-out{stroke:#b34700;stroke-width:7;stroke-linecap:round;fill:none}
    .plot-lines{stroke:#8f9bab;stroke-width:1;stroke-opacity:.7;fill:none}
    .plot-lines.group1{stroke:#0b5c9e;stroke-opacity:.4}.plot-lines.group2{stroke:#b34700;stroke-opacity:.4}
    .plot-lines.group3{stroke:#00795b;stroke-opacity:.4}.plot-lines.group4{stroke:#7a3b8f;stroke-opacity:.4}
    .plot-fit{stroke:#1d2733;stroke-width:2.2;fill:none}.plot-range{fill:#0b5c9e;fill-opacity:.12;stroke:none}
    .plot-limit{stroke:#b34700;stroke-width:1.6;stroke-dasharray:6 4;fill:none}
    .plot-bar{fill:#0b5c9e;stroke:#ffffff;stroke-width:1}.plot-bar.other{fill:#8f9bab}
    .plot-box{fill:#e8f0f7;stroke:#1d2733;stroke-width:1.2}
    """
}
