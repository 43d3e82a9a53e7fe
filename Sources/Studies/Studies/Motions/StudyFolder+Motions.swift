internal import Diagnostics
internal import Files
internal import MovementReports
public import Platform

extension StudyFolder {
  /// Where the ranges of motion lie that were added to the study, a folder each as `motion` wrote it.
  var motionsFolder: URL { root.appending(path: "motions") }

  /// The folders of all ranges of motion, by name.
  var motions: [URL] {
    OnDisk.names(in: motionsFolder).filter(Self.isName).map { motionsFolder.appending(path: $0) }
  }

  /// Adds a range of motion: copies what `motion` wrote, and stores it.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - force: whether an earlier one of the same name is replaced.
  /// - Returns: its name in the study.
  /// - Throws: `ScanDescriptionError` where its `scan.json` can't be used, among others: added without it, nobody would know
  ///   whose it is.
  public func add(motion path: URL, force: Bool) throws -> String {
    let folder = try MotionFolder.read(path)
    let source = folder.url ?? path
    let isStated = !folder.unusable.contains(ScanDescriptionFile.name)
    let scan =
      isStated ? folder.scan : try ScanDescriptionFile.read(source.appending(path: ScanDescriptionFile.name))
    let name = ScanName.name(
      subject: scan.subject, session: scan.session,
      scan: "\(folder.result.joint.rawValue)-" + source.lastPathComponent)
    let place = motionsFolder.appending(path: name)
    if let link = ScanFolder.linkOut(at: place) { throw StudyError.leadsOut(path: link) }
    let target = try OutputFolder(
      place, holding: .motion, force: force, inputs: [source])
    do {
      for file in OutputKind.motion.fileNames.sorted() {
        let from = source.appending(path: file)
        guard OnDisk.isFile(from) else { continue }
        let bytes = try InputFile.bytes(from.path, atMost: Self.largestMotionFile)
        try target.write([(file, Data(bytes))])
      }
      try target.finish()
    } catch {
      target.discard()
      throw error
    }
    return name
  }

  /// No file of a range of motion is larger, in bytes.
  private static let largestMotionFile = 256 << 20
}
