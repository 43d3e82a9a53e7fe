public import Analysis

extension ScanResult {
  /// The built-in protocol that this was measured by; nil for another one.
  public var builtInProtocol: MeasurementProtocol? {
    MeasurementProtocol.builtIn.first { ProtocolChoices($0) == `protocol` }
  }

  /// The scales of the grades, by name; a name alone where it is not that of a built-in one. Nil where nothing was graded.
  public var scales: [(name: String, builtIn: SeverityScale?)]? {
    let names = severities.map(\.scale)
    return names.isEmpty ? nil : names.map { name in (name, SeverityScale.builtIn.first { $0.name == name }) }
  }
}
