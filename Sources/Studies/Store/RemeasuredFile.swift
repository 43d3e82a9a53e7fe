internal import Inputs
internal import Outputs
internal import Platform
internal import Reports

/// The same head measured by another protocol: `remeasured/NAME.json`, a `result.json` that names the result whose surface
/// was measured.
enum RemeasuredFile {
  /// The role of that result among the inputs.
  private static let role = "result"

  /// The results that were measured on the surface of a result; those of an earlier one are left out.
  static func all(in folder: ScanFolder, of digest: String) -> [ScanResult] {
    OnDisk.names(in: folder.remeasured).filter { $0.hasSuffix(".json") }.compactMap { name in
      let file = folder.remeasured.appending(path: name)
      guard let bytes = try? InputFile.bytes(file.path, atMost: ScanResult.largestBytes),
        let result = try? ScanResult.read(Data(bytes)), result.provenance?.inputs[role] == digest
      else { return nil }
      return result
    }
  }

  /// Writes a result that was measured on the surface of another.
  static func write(_ result: ScanResult, in folder: ScanFolder, of digest: String) throws {
    var result = result
    result.provenance?.inputs[role] = digest
    let name = "\(ScanName.safe(result.protocol.name))-\(ScanName.safe(result.protocol.version)).json"
    try OutputFile(folder.remeasured.appending(path: name), force: true).write(try result.json())
  }
}
