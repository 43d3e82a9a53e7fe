internal import Diagnostics
internal import Inputs
internal import Outputs
internal import Platform

/// What the result of a scan depends on: its files, those that go with it, the options, the program.
struct ScanInputs {
  /// The files that go with the scan.
  let cap, landmarks: URL?
  /// The SHA-256 of what is read, by its role.
  let digests: [String: String]
  /// The digest of all that the result depends on.
  let key: String

  /// Reads what the result of a scan depends on; what was read before and has not changed is not read again.
  init(_ scan: DatasetScan, _ folder: ScanFolder, _ options: BatchOptions) {
    let picked = OnDisk.isFile(folder.landmarks) ? folder.landmarks : nil
    landmarks = picked ?? scan.landmarks
    cap = scan.kind == .recording ? scan.cap ?? options.cap : nil
    var digests: [String: String] = [:]
    if scan.fault == nil { digests[scan.kind.rawValue] = Self.content(of: scan, folder) }
    for (role, file) in [("cap", cap), ("landmarks", landmarks), ("intrinsics", scan.intrinsics)] {
      digests[role] = file.flatMap { Checksum.sha256(of: $0) }
    }
    self.digests = digests
    let passed = options.passed.filter { scan.kind == .recording || $0.isForMeshes }.map(\.content)
    let stated = scan.statedWords
    let fault = scan.fault.map { ["fault \($0.code.rawValue) \($0.text())"] } ?? []
    let lines =
      ["calvaria \(options.version)", "finds landmarks \(options.findsLandmarks)"] + fault
      + digests.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" } + passed + stated
    key = Checksum.sha256(Array(lines.joined(separator: "\u{0}").utf8))
  }

  /// The digest of a scan's files. Reading gigabytes again to find that nothing has changed would take longer than the
  /// rest of a resumed batch, so what the file system says of them is compared first.
  private static func content(of scan: DatasetScan, _ folder: ScanFolder) -> String {
    let content = ContentDigest(of: scan.url)
    let stamp = content.stamp
    if let bytes = try? InputFile.bytes(folder.inputsFile.path, atMost: 1 << 16),
      let known = try? JSONText.decode(Known.self, from: Data(bytes)), known.stamp == stamp
    {
      return known.digest
    }
    let digest = content.digest
    // Where a scan has no folder yet, its batch is only planned.
    if OnDisk.isFolder(folder.url), let text = try? JSONText.encode(Known(stamp: stamp, digest: digest)) {
      try? OutputFile(folder.inputsFile, force: true).write(text)
    }
    return digest
  }

  private struct Known: Codable { let stamp, digest: String }
}
