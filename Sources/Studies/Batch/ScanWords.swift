internal import Platform
internal import ScanDescriptions

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
      return [words + stated(scan) + passed]
    case .mesh:
      let landmarks = inputs.landmarks ?? folder.foundLandmarks
      let measure =
        ["measure", scan.url.path, "--landmarks", landmarks.path] + output + language + stated(scan) + passed
      guard inputs.landmarks == nil else { return [measure] }
      let search = ["landmarks", scan.url.path, "--output", landmarks.path, "--force", "--quiet"]
      return [search + language + ["--threads", "\(options.threads)"], measure]
    }
  }

  /// The options that say what is stated of a scan. One word each, so that a code may begin with a dash.
  static func stated(_ scan: DatasetScan) -> [String] {
    let stated = scan.description
    var words: [String] = []
    for (option, text) in [
      ("--subject", stated.subject), ("--session", stated.session), ("--date", stated.date),
      ("--operator", stated.operator), ("--device", stated.device),
    ] {
      if let text { words.append("\(option)=\(text)") }
    }
    // Norms need both, and one alone is refused.
    if let age = stated.ageMonths, let sex = stated.sex { words += ["--age-months=\(age)", "--sex=\(sex)"] }
    return words
  }
}
