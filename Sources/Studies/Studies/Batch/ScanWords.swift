internal import Platform

/// The command lines that measure a scan, one after the other.
enum ScanWords {
  /// The calls of the program; a mesh without landmarks has them looked for first.
  static func calls(
    _ scan: DatasetScan, _ inputs: ScanInputs, _ folder: ScanFolder, _ options: BatchOptions
  ) -> [[String]] {
    let passed = options.passed.filter { scan.kind == .recording || $0.isForMeshes }.map(\.word)
    let output = ["--output", folder.result.path, "--force", "--quiet"]
    let language = ["--language", "en"]
    switch scan.kind {
    case .recording:
      var words = ["reconstruct", scan.url.path] + output + language + ["--threads", "\(options.threads)"]
      for (option, file) in [
        ("--cap", inputs.cap), ("--landmarks", inputs.landmarks), ("--intrinsics", scan.intrinsics),
      ] {
        if let file { words.append("\(option)=\(file.path)") }
      }
      words.append(options.findsLandmarks ? "--automatic-landmarks" : "--no-automatic-landmarks")
      return [words + passed]
    case .mesh:
      let landmarks = inputs.landmarks ?? folder.foundLandmarks
      let measure =
        ["measure", scan.url.path, "--landmarks", landmarks.path] + output + language + passed
      guard inputs.landmarks == nil else { return [measure] }
      let search = ["landmarks", scan.url.path, "--output", landmarks.path, "--force", "--quiet"]
      return [search + language + ["--threads", "\(options.threads)"], measure]
    }
  }
}
