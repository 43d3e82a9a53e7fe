internal import Analysis
internal import Files
internal import Platform
internal import Reports
internal import ScanPipeline

/// The measures of a scan's head by another protocol: `remeasured/NAME.json`, a `result.json` that names the result whose surface
/// was measured.
enum RemeasuredFile {
  /// The role of that result among the inputs.
  private static let role = "result"
  /// The key of the changed options of the analysis among the options.
  private static let changes = "analysis"

  /// The results that were measured on the surface of a result, one a protocol; those of an earlier surface are left out.
  ///
  /// - Returns: the results, and the names of further files of the same protocols, such as copies.
  static func all(in folder: ScanFolder, of digest: String) -> (results: [ScanResult], others: [String]) {
    let files = OnDisk.names(in: folder.remeasured).filter { $0.hasSuffix(".json") }.compactMap {
      name -> (name: String, result: ScanResult)? in
      guard let result = ResultFolder(at: folder.remeasured.appending(path: name))?.result,
        result.provenance?.inputs[role] == digest
      else { return nil }
      return (name, result)
    }
    var (results, others): ([ScanResult], [String]) = ([], [])
    for same in Dictionary(grouping: files, by: { Measurer($0.result) }).values {
      // The file that is replaced when the protocol is measured again goes before any copy of it.
      let own = same.first { $0.name == name($0.result.protocol) } ?? same[0]
      results.append(own.result)
      others += same.map(\.name).filter { $0 != own.name }
    }
    return (results, others.sorted())
  }

  private struct Measurer: Hashable {
    let name, version: String
    init(_ result: ScanResult) { (name, version) = (result.protocol.name, result.protocol.version) }
  }

  /// The name of the file of a protocol.
  private static func name(_ choices: ScanResult.ProtocolChoices) -> String {
    "\(ScanName.safe(choices.name))-\(ScanName.safe(choices.version)).json"
  }

  /// The result by a protocol that is there already: of the same surface, by the same choices and options, and by this
  /// version of the program; nil where it is to be measured.
  static func known(_ analysis: HeadAnalysis, in folder: ScanFolder, of digest: String) -> ScanResult? {
    let choices = ScanResult.ProtocolChoices(analysis.choices)
    guard let result = ResultFolder(at: folder.remeasured.appending(path: name(choices)))?.result,
      result.protocol == choices, let made = result.provenance, made.inputs[role] == digest,
      made.version == CalvariaVersion.current,
      made.options[changes] == words(analysis.options)
    else { return nil }
    return result
  }

  /// The options that differ from the defaults, in one line.
  private static func words(_ options: AnalysisOptions) -> String {
    options.changes().map { "\($0.key) \($0.value.summary)" }.joined(separator: ", ")
  }

  /// Says of the results on a surface what is said of its own result by now, whose digest is another one then.
  static func restate(in folder: ScanFolder, from digest: String, by restated: ResultFolder) throws {
    for name in OnDisk.names(in: folder.remeasured) {
      let file = folder.remeasured.appending(path: name)
      guard var result = ResultFolder(at: file)?.result, !result.wasChanged, result.provenance?.inputs[role] == digest
      else { continue }
      result.provenance?.inputs[role] = restated.digest
      result.scan = restated.result.scan
      try OutputFile(file, force: true).write(try result.json())
    }
  }

  /// Writes a result that was measured on the surface of another.
  static func write(
    _ result: ScanResult, by analysis: HeadAnalysis, in folder: ScanFolder, of digest: String
  ) throws {
    var result = result
    result.provenance?.inputs[role] = digest
    result.provenance?.options[changes] = words(analysis.options)
    try OutputFile(folder.remeasured.appending(path: name(result.protocol)), force: true).write(try result.json())
  }
}
