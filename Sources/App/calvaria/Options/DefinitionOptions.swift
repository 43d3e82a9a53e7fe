import Analysis
import ArgumentParser

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
