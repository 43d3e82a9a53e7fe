internal import Platform

/// Words of an outcome without the paths of this machine, which name people and which nobody else can use: an outcome goes
/// into tables and is passed on.
struct NeutralPaths {
  /// What begins such paths, the longest first, and what stands in its place.
  private let known: [(start: String, replacement: String)]

  /// Files of the dataset and of the study are named as seen from there, others by their names.
  ///
  /// - Parameter personal: folders that are named after people: a blank in their paths ends none.
  init(
    _ scan: DatasetScan, _ folder: ScanFolder, _ options: BatchOptions, personal: Set<String> = NeutralPaths.personal
  ) {
    let study = folder.url.deletingLastPathComponent().deletingLastPathComponent()
    let dataset = scan.url.path.hasSuffix("/" + scan.source) ? scan.url.path.dropLast(scan.source.count + 1) : ""
    let roots = [study.path, String(dataset)].filter { !$0.isEmpty }
    let files =
      [options.cap, scan.intrinsics, scan.cap, scan.landmarks].compactMap { $0?.path }
      + options.settings.files
    known =
      (Set(roots + roots.compactMap(OnDisk.real)).map { ($0 + "/", "") }
      + Set(files).map { ($0, $0.split(separator: "/").last.map(String.init) ?? $0) }
      + personal.map { ($0 + "/", "/~/") })
      .sorted { ($1.0.utf8.count, $0.0) < ($0.0.utf8.count, $1.0) }
  }

  /// The folders of whoever runs the program.
  static var personal: Set<String> {
    let folders = [FileManager.default.homeDirectoryForCurrentUser, FileManager.default.temporaryDirectory]
      .map(\.path).filter { $0.hasPrefix("/") && $0 != "/" }
    return Set(folders + folders.compactMap(OnDisk.real))
  }

  /// The words with known paths as seen from dataset and study; of any other path from the root folder on only the last name
  /// is left.
  func text(_ words: String) -> String {
    let plain = known.reduce(words) { $0.replacing($1.start, with: $1.replacement) }
    // What an error is about stands first, or in quotes: blanks in it end no path.
    return plain.replacing(/^(?:\/[^"\/:;,]+)+\/([^"\/:;,]+)/) { "\($0.1)" }.replacing(/"(?:\/[^"\/]+)+\/([^"\/]+)"/) {
      "\"\($0.1)\""
    }
    .replacing(/(^|[\s"(=])(?:\/[^\s"\/,;:()]+)+\/([^\s"\/,;:()]+)/) { "\($0.1)\($0.2)" }
  }
}
