import Analysis
import ArgumentParser
import Diagnostics
internal import Files
import Foundation
import Reports
import ScanPipeline
import Workers

/// The options of a measurement: protocol, scales, norms, the child's age and sex, and the hair under the cap.
struct MeasurementOptions: ParsableArguments {
  @OptionGroup var definitions: DefinitionOptions

  @Option(help: ArgumentHelp("The child's age, for norms; with --sex.", valueName: "months"))
  var ageMonths: Double?

  @Option(help: ArgumentHelp("The child's age in days, in place of --age-months.", valueName: "days"))
  var ageDays: Double?

  @Option(
    help: ArgumentHelp(
      "The day of the child's birth, in place of --age-months; the scan needs its day. Only the age is written.",
      valueName: "YYYY-MM-DD"))
  var birthDate: String?

  @Option(help: "The child's sex, for norms: male or female; with its age.")
  var sex: Sex?

  @Option(
    help: ArgumentHelp(
      "The weeks of pregnancy at birth: norms take the age of a child born early as if it had been born at term.",
      valueName: "weeks"))
  var gestationWeeks: Double?

  @Option(help: Self.normsHelp)
  var norms: String?

  @Option(help: Self.referenceHelp)
  var reference: [String] = []

  static let referenceHelp = ArgumentHelp(
    """
    A group of children to stand beside the measures: a YAML file, or one of \
    \(ReferenceGroup.builtIn.map(\.name).joined(separator: ", ")); may be given several times.
    """, valueName: "file|name")

  static let normsHelp = ArgumentHelp(
    """
    Norms: WHO's table by days (text or .xlsx), a YAML file, or \(NormTable.builtIn.map(\.name).joined(separator: ", ")); \
    by default norms.txt or norms.yaml by the scan or above it.
    """, valueName: "file|name")

  @Option(
    help: ArgumentHelp(
      "How thick the hair under the cap may be, pressed flat; else hair_mm of scan.json, else 1. The intervals allow for it.",
      valueName: "mm"))
  var hairMm: Double?

  func validate() throws {
    try CallError.require("--hair-mm", hairMm, in: ScanDescription.hairsMm)
    try CallError.require("--age-months", ageMonths, in: ScanDescription.ages)
    try CallError.require("--age-days", ageDays, in: 0...ScanDescription.ages.upperBound * NormChild.daysPerMonth)
    try CallError.require("--gestation-weeks", gestationWeeks, in: ScanDescription.gestations)
    if let birthDate, !ScanDescription.isDate(birthDate) {
      throw CallError.wrong(option: "--birth-date", expected: .phrase("day"), found: .quoted(birthDate)).refusal
    }
    let ages = [ageMonths != nil, ageDays != nil, birthDate != nil].count { $0 }
    guard ages < 2 else {
      throw CallError.wrong(
        option: "--age-months, --age-days, --birth-date", expected: .phrase("one_of_them"), found: .count(ages)
      ).refusal
    }
    guard (ages == 1) == (sex != nil) else { throw CallError.ageOrSexAlone.refusal }
    if gestationWeeks != nil, ages == 0 {
      throw CallError.needs(option: "--gestation-weeks", needed: "--age-months").refusal
    }
  }

  /// The child's age in months as an option states it; nil where none does.
  ///
  /// - Parameter day: the day of the scan, `YYYY-MM-DD`, where it is known.
  func ageMonths(on day: String?) throws -> Double? {
    if let ageDays { return ageDays / NormChild.daysPerMonth }
    guard let birthDate else { return ageMonths }
    guard let day else { throw CallError.needs(option: "--birth-date", needed: "--date").refusal }
    guard let birth = VisitDate(birthDate)?.days, let scan = VisitDate(day)?.days, scan >= birth else {
      throw CallError.wrong(
        option: "--birth-date", expected: .phrase("day_before", ["day": .text(day)]), found: .quoted(birthDate)
      ).refusal
    }
    let months = (scan - birth) / NormChild.daysPerMonth
    guard ScanDescription.ages.contains(months) else {
      throw CallError.wrong(
        option: "--birth-date", expected: .number(in: ScanDescription.ages), found: .exact(months.rounded())
      ).refusal
    }
    return months
  }

  /// Options with the hair that is stated: by the option, else of the scan.
  func stated(in options: AnalysisOptions, of scan: ScanDescription) -> AnalysisOptions {
    options.stating(hairMm: hairMm ?? scan.hairMm)
  }

  /// The chosen protocol, otherwise that of a file of options, otherwise the standard one.
  func choices(else named: MeasurementProtocol? = nil) throws -> MeasurementProtocol {
    try definitions.measurement.map { try MeasurementProtocol.find($0) } ?? named ?? .standard
  }

  /// The chosen scales, each once, otherwise those of a file of options, otherwise the usual ones.
  func scales(else named: [SeverityScale]? = nil) throws -> [SeverityScale] {
    let chosen: [SeverityScale] = try Self.each(definitions.scale)
    return chosen.isEmpty ? named ?? SeverityScale.usual : chosen
  }

  /// The definitions of names or files, each once.
  static func each<Kind: Definition>(_ names: [String]) throws -> [Kind] {
    let found = try names.map { try Kind.find($0) }
    for (index, one) in found.enumerated() where found[..<index].contains(where: { $0.name == one.name }) {
      throw CallError.scaleTwice(name: one.name).refusal
    }
    return found
  }

  /// How heads are measured: by these options, else by the file of options.
  func analysis(else file: OptionsFile, threads: Int) throws -> HeadAnalysis {
    var analysis = HeadAnalysis(
      choices: try choices(else: file.measurement), scales: try scales(else: file.scales),
      uncertainty: UncertaintyOptions(file.stages.analysis.intervals), options: file.stages.analysis)
    analysis.workers = Workers(count: threads)
    return analysis
  }

  /// The norms for the age and the sex that are stated.
  ///
  /// - Parameter url: the recording, the mesh or the result, by which a file of norms may lie.
  func normRequest(of scan: ScanDescription, at url: URL) throws -> NormRequest? {
    guard let ageMonths = scan.ageMonths, let sex = scan.sex.flatMap(Sex.init) else {
      guard norms == nil, reference.isEmpty else { throw CallError.normsAlone.refusal }
      return nil
    }
    let child = NormChild(ageMonths: ageMonths, sex: sex, gestationWeeks: scan.gestationWeeks)
    let groups: [ReferenceGroup] = try Self.each(reference)
    if let norms {
      return NormRequest(
        table: try NormFile.find(norms), child: child, references: groups, file: NormTable.file(of: norms))
    }
    let shared = NormFile.find(of: url)
    switch shared.map(NormFile.shared) {
    case .success(let table)?: return NormRequest(table: table, child: child, references: groups, file: shared)
    case .failure(let fault)?: return NormRequest(table: nil, child: child, unusable: fault.finding, references: groups)
    case nil: return NormRequest(table: nil, child: child, references: groups)
    }
  }
}

extension Sex: ExpressibleByArgument {}

/// The protocol and the severity scales that are chosen.
struct DefinitionOptions: ParsableArguments {
  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp(
      "The protocol: a YAML file, or one of \(MeasurementProtocol.builtIn.map(\.name).joined(separator: ", ")).",
      valueName: "file|name"))
  var measurement: String?

  @Option(
    help: ArgumentHelp(
      "A severity scale: a YAML file, or one of \(SeverityScale.builtIn.map(\.name).joined(separator: ", ")); may be given "
        + "several times; by default \(SeverityScale.usual.map(\.name).joined(separator: " and ")).",
      valueName: "file|name"))
  var scale: [String] = []
}
