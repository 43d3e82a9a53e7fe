import Diagnostics
public import Platform

/// Where a child's measure stands among others of its age and sex.
public struct NormScore: Sendable, Equatable {
  /// The table's name, version and source.
  public var table, version, source: String
  /// The measure.
  public var measure: MeasureName
  /// The child.
  public var child: NormChild
  /// The z-score with its 95 % interval (of the measurement; the table has none), or nil where it is withheld.
  public var z: Double?
  /// The interval of ``z``.
  public var ci95: ClosedRange<Double>?
  /// Why it is withheld; empty where it is not.
  public var reasons: [Finding] = []
  /// What else must be known to read it.
  public var notes: [Finding] = []

  /// The percentile, 0 to 100.
  public var percentile: Double? { z.map { 50 * erfc(-$0 / 2.0.squareRoot()) } }

  /// A question where so few children are that far from the mean that the age is likelier to be in another unit.
  private var doubt: Finding? {
    guard let z, abs(z) > Self.unlikely else { return nil }
    return Finding(
      .normUnlikely,
      ["measure": .term(measure.rawValue, of: "measure"), "z": .number(z, decimals: 1)].merging(child.facts) { $1 })
  }

  /// Three in a thousand children have a z-score beyond this.
  private static let unlikely = 3.0

  /// The findings of a score: what must be known to read it, and what is asked.
  public var findings: [Finding] { notes + [doubt].compactMap(\.self) }
}

extension NormTable {
  /// The score of a head's measures.
  ///
  /// Withheld where the measure is, outside the table's ages, and where it was taken at another level than the table's: a
  /// circumference at 3/10 of the vertex height is not the greatest one that a tape finds.
  ///
  /// - Parameters:
  ///   - isNamed: whether somebody chose the table.
  ///   - unusable: why the table that counts can't be used; nil where this one counts.
  public func score(
    _ measures: HeadMeasures, _ child: NormChild, isNamed: Bool = true, unusable: Finding? = nil
  ) -> NormScore {
    var score = NormScore(table: name, version: version, source: source, measure: measure, child: child)
    do throws(Refusal) {
      if let unusable { throw Refusal(reasons: [unusable]) }
      let value = try value(of: measures)
      let row = try row(of: child, isNamed: isNamed)
      (score.z, score.ci95) = try z(of: measures[measure], value, row)
      score.notes = notes(value, row, child)
    } catch { score.reasons = error.reasons }
    return score
  }

  /// Why there is no score.
  private struct Refusal: Error {
    let reasons: [Finding]
  }

  private func row(of child: NormChild, isNamed: Bool) throws(Refusal) -> Row {
    guard isNamed || child.tableAgeMonths >= unnamedFromMonths else {
      throw Refusal(reasons: [
        Finding(.normNotNamed, ["table": .text(name), "from_months": .number(unnamedFromMonths, decimals: 0)])
      ])
    }
    if let age = child.correctedAgeMonths, age < 0 {
      throw Refusal(reasons: [Finding(.normBeforeTerm, ["weeks": .exact(child.gestationWeeks ?? .nan)])])
    }
    guard let row = row(months: child.tableAgeMonths, child.sex) else {
      throw Refusal(reasons: [Finding(.normAge, child.facts)])
    }
    return row
  }

  private func value(of measures: HeadMeasures) throws(Refusal) -> Double {
    guard measures.choices.level == level else {
      throw Refusal(reasons: [
        Finding(
          .normLevel,
          [
            "table_level": level.shown, "protocol": .text(measures.choices.name),
            "own_level": measures.choices.level.shown,
          ])
      ])
    }
    let result = measures[measure]
    guard let value = result.value else {
      throw Refusal(reasons: result.reasons.isEmpty ? [Finding(.measureMissing)] : result.reasons)
    }
    return value
  }

  private func z(
    of result: MeasureResult, _ value: Double, _ row: Row
  ) throws(Refusal) -> (Double, ClosedRange<Double>?) {
    let z = row.z(value)
    // The power of a number that is not above 0 is undefined.
    let interval = result.ci95.flatMap { ClosedRange(finite: row.z($0.lowerBound), row.z($0.upperBound)) }
    guard z.isFinite, (interval == nil) == (result.ci95 == nil) else {
      throw Refusal(reasons: [
        Finding(.normNotFinite, ["value": .number(value, decimals: 1), "unit": .text(measure.unit)])
      ])
    }
    return (z, interval)
  }

  /// What must be known to read a value on the table.
  public func caveats(_ value: Double, _ child: NormChild) -> [Finding] {
    row(months: child.tableAgeMonths, child.sex).map { notes(value, $0, child) } ?? []
  }

  /// What a reader of a score must know: a corrected age, how WHO's median child reads on the table, and what a tape does to it.
  private func notes(_ value: Double, _ row: Row, _ child: NormChild) -> [Finding] {
    var notes: [Finding] = []
    if let corrected = child.correctedAgeMonths, let weeks = child.gestationWeeks {
      notes.append(
        Finding(
          .normCorrected,
          [
            "weeks": .exact(weeks), "corrected_months": .number(corrected, decimals: 1),
            "age_months": .number(child.ageMonths, decimals: 1),
          ]))
    }
    if child.tableAgeMonths < unnamedFromMonths, let z = medianChild(months: child.tableAgeMonths, child.sex) {
      notes.append(
        Finding(
          .normMedianChild,
          ["table": .text(name), "z": .number(z, decimals: 2), "from_months": .number(unnamedFromMonths, decimals: 0)]
            .merging(child.facts) { $1 }))
    }
    let shift = row.z(value) - row.z(value - Self.tapeBelowSurface)
    if method == .tape, measure == .circumference, shift.isFinite {
      notes.append(
        Finding(
          .normTape,
          [
            "table": .text(name), "difference_mm": .number(Self.tapeBelowSurface, decimals: 0, unit: "mm"),
            "shift": .number(shift, decimals: 1),
          ]))
    }
    return notes
  }

  /// By how much a tape's circumference lies below a surface's at least, in millimetres (10.3390/diagnostics13101707).
  private static let tapeBelowSurface = 5.0
}

/// With whom a child is compared: a table of norms, and groups of children.
public struct NormRequest: Sendable, Equatable {
  /// The table.
  public var table: NormTable
  /// The child.
  public var child: NormChild
  /// Whether somebody chose the table.
  public var isNamed: Bool
  /// Why the table that counts can't be used; nil where ``table`` counts.
  public var unusable: Finding?
  /// The groups that were asked for.
  public var references: [ReferenceGroup]
  /// The file that ``table`` was read from; nil for a built-in one.
  public var file: URL?

  /// A request from its parts; without a table, the built-in one.
  public init(
    table: NormTable?, child: NormChild, unusable: Finding? = nil, references: [ReferenceGroup] = [], file: URL? = nil
  ) {
    (self.table, self.child, isNamed) = (table ?? NormTable.builtIn[0], child, table != nil)
    (self.unusable, self.references, self.file) = (unusable, references, file)
  }

  /// The score of a head's measures.
  public func score(_ measures: HeadMeasures) -> NormScore {
    table.score(measures, child, isNamed: isNamed, unusable: unusable)
  }
}
