import Analysis
import ArgumentParser
internal import Files
import ScanPipeline
import Workers

/// The options of a measurement: protocol, scales, norms, the child's age and sex, and the hair under the cap.
struct MeasurementOptions: ParsableArguments {
  @OptionGroup var definitions: DefinitionOptions

  @Option(help: ArgumentHelp("The child's age, for norms; with --sex.", valueName: "months"))
  var ageMonths: Double?

  @Option(help: "The child's sex, for norms: male or female; with --age-months.")
  var sex: Sex?

  @Option(
    help: ArgumentHelp(
      "Norms: a YAML file, or one of \(NormTable.builtIn.map(\.name).joined(separator: ", ")).", valueName: "file|name")
  )
  var norms: String?

  @Option(
    help: ArgumentHelp(
      "How thick the hair under the cap may be, pressed flat; else hair_mm of scan.json, else 1. The intervals allow for it.",
      valueName: "mm"))
  var hairMm: Double?

  func validate() throws {
    try CallError.require("--hair-mm", hairMm, in: ScanDescription.hairsMm)
    try CallError.require("--age-months", ageMonths, in: 0...240)
    guard (ageMonths == nil) == (sex == nil) else { throw CallError.ageOrSexAlone.refusal }
  }

  /// Options with the hair that is stated: by the option, else of the scan.
  func stated(in options: AnalysisOptions, of scan: ScanDescription) -> AnalysisOptions {
    options.stating(hairMm: hairMm ?? scan.hairMm)
  }

  /// The chosen protocol, otherwise that of a file of options, otherwise the standard one.
  func choices(else named: MeasurementProtocol? = nil) throws -> MeasurementProtocol {
    try definitions.measurement.map { try MeasurementProtocol.find($0) } ?? named ?? .standard
  }

  /// The chosen scales, each once, otherwise those of a file of options, otherwise the usual one.
  func scales(else named: [SeverityScale]? = nil) throws -> [SeverityScale] {
    let chosen = try definitions.scale.map { try SeverityScale.find($0) }
    for (index, one) in chosen.enumerated() where chosen[..<index].contains(where: { $0.name == one.name }) {
      throw CallError.scaleTwice(name: one.name).refusal
    }
    return chosen.isEmpty ? named ?? [.choa] : chosen
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
  func normRequest(of scan: ScanDescription) throws -> NormRequest? {
    guard let ageMonths = scan.ageMonths, let sex = scan.sex.flatMap(Sex.init) else {
      guard norms == nil else { throw CallError.normsAlone.refusal }
      return nil
    }
    let table = try norms.map { try NormTable.find($0) } ?? NormTable.builtIn[0]
    return NormRequest(table: table, ageMonths: ageMonths, sex: sex)
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
        + "several times; by default choa.",
      valueName: "file|name"))
  var scale: [String] = []
}
