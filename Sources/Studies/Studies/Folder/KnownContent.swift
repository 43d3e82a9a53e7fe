internal import Files
internal import Platform

/// The digest of a recording or mesh as it is kept in its folder (`inputs.json`). Reading gigabytes again to find that nothing
/// has changed would take longer than the rest of a resumed batch, so what the file system says of them is compared first.
struct KnownContent: Codable {
  private let stamp: String
  /// The SHA-256 of the recording without what lies with it.
  let recording: String

  /// The digest of a scan; read anew where its files have changed.
  static func of(_ scan: DatasetScan, _ folder: ScanFolder) -> KnownContent {
    let content = ContentDigest(of: scan.url)
    let stamp = content.stamp
    if let bytes = try? InputFile.bytes(folder.inputsFile.path, atMost: 1 << 16),
      let known = try? JSONText.decode(KnownContent.self, from: Data(bytes)), known.stamp == stamp
    {
      return known
    }
    let known = KnownContent(stamp: stamp, recording: content.recordingDigest)
    // Where a scan has no folder yet, its batch is only planned.
    if OnDisk.isFolder(folder.url), let text = try? JSONText.encode(known) {
      try? OutputFile(folder.inputsFile, force: true).write(text)
    }
    return known
  }
}
