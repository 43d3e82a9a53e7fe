internal import Files
internal import Platform

/// An option of `reconstruct` and `measure` that holds for every scan of a batch.
public struct PassedOption: Sendable, Equatable {
  /// Its name, with the dashes.
  let name: String
  /// Its value; nil for a flag.
  let value: String?
  /// True where the value names a file, whose content counts.
  let isFile: Bool
  /// True where `measure` knows it, too.
  let isForMeshes: Bool

  /// An option as it was given.
  public init(_ name: String, _ value: String? = nil, isFile: Bool = false, isForMeshes: Bool) {
    (self.name, self.value, self.isFile, self.isForMeshes) = (name, value, isFile, isForMeshes)
  }

  /// The word of a command line. One word, so that a value may begin with a dash.
  var word: String { value.map { "\(name)=\($0)" } ?? name }

  /// The path of the file that it names; nil for an option that names none.
  var file: String? { isFile ? value : nil }

  /// What the results depend on: the content of a file, and not where it lies.
  var content: String {
    guard isFile, let value, let digest = Checksum.sha256(of: URL(filePath: value)) else { return word }
    return "\(name)=sha256:\(digest)"
  }
}
