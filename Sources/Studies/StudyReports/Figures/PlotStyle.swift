/// The style of a study's figures, beyond that of all drawings.
enum PlotStyle {
  static let sheet: StaticString = """
    .plot-grid{stroke:#e3e8ee;stroke-width:1;fill:none}.plot-axis{stroke:#4b5867;stroke-width:1;fill:none}
    .plot-dots{stroke:#0b5c9e;stroke-width:5;stroke-linecap:round;stroke-opacity:.55;fill:none}
    .plot-out{stroke:#b34700;stroke-width:7;stroke-linecap:round;fill:none}
    .plot-lines{stroke:#8f9bab;stroke-width:1;stroke-opacity:.7;fill:none}
    .plot-fit{stroke:#1d2733;stroke-width:2.2;fill:none}.plot-range{fill:#0b5c9e;fill-opacity:.12;stroke:none}
    .plot-limit{stroke:#b34700;stroke-width:1.6;stroke-dasharray:6 4;fill:none}
    .plot-bar{fill:#0b5c9e;stroke:#ffffff;stroke-width:1}.plot-bar.other{fill:#8f9bab}
    .plot-box{fill:#e8f0f7;stroke:#1d2733;stroke-width:1.2}
    """
}
