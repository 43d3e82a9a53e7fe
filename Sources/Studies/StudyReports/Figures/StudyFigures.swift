internal import Analysis
public import Diagnostics
public import Reports

/// The figures of a study's summary, those that its data carry.
struct StudyFigures {
  let summary: StudySummary
  let language: Language

  private var data: StudyData { summary.data }

  var outcomes: Figure? {
    summary.outcomes.isEmpty ? nil : OutcomesFigure(outcomes: summary.outcomes, language: language).figure
  }
  var histogram: Figure? {
    HistogramFigure(
      values: data.measured.map(\.value), measure: data.measure, scale: scale, language: language
    ).figure
  }
  var repeats: Figure? { RepeatsFigure(data: data, part: summary.repeatability, language: language).figure }
  var age: Figure? { AgeFigure(data: data, part: summary.age, language: language).figure }
  var groups: Figure? {
    summary.groups.flatMap { GroupsFigure(part: $0, measure: data.measure, language: language).figure }
  }

  /// One for each other protocol.
  func agreement(_ index: Int) -> Figure? {
    AgreementFigure(
      part: summary.agreements[index], measure: data.measure,
      name: index == 0 ? "agreement" : "agreement-\(index + 1)", language: language
    ).figure
  }

  var all: [Figure] {
    let agreements = summary.agreements.indices.map(agreement)
    return ([outcomes, histogram, repeats] + agreements + [age, groups]).compactMap(\.self)
  }

  /// The scale by which the scans were graded, where it is one, known here and of this measure: the levels of any other would
  /// not be theirs.
  private var scale: SeverityScale? {
    guard summary.severity.count == 1, let graded = summary.severity.first else { return nil }
    return SeverityScale.builtIn.first { $0.name == graded.scale && $0.measure == data.measure }
  }
}

extension StudySummary {
  /// The width of figures on paper.
  private static let millimetres = 160.0

  /// The figures that the data carry, as files.
  public func figures(_ language: Language) -> [FigureFile] {
    StudyFigures(summary: self, language: language).all.map { FigureFile($0, millimetres: Self.millimetres) }
  }

  /// One of them.
  ///
  /// - Throws: ``StudyReportError/noFigure(name:known:)``.
  public func figure(_ name: String, _ language: Language) throws(StudyReportError) -> FigureFile {
    let figures = figures(language)
    guard let figure = figures.first(where: { $0.name == name }) else {
      throw .noFigure(name: name, known: figures.map(\.name))
    }
    return figure
  }
}
