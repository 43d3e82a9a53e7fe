public import Diagnostics

/// What a folder holds that this program writes: `--force` replaces these files and nothing else.
///
/// The module that writes a folder declares its kind.
public struct OutputKind: Sendable, Equatable {
  /// What an earlier one is called in messages.
  let title: FindingValue
  /// The file that every one has, and a text that stands in it.
  let mark, markText: String
  /// The files that are written, by name; those that are numbered are not among them.
  public let fileNames: Set<String>
  /// Drawings of which there may be several: the further ones of `plot.svg` are `plot-2.svg`, `plot-3.svg` …
  let numbered: [String]
  /// The folders of images within it, by name, and how the images' names end.
  let imageFolders: [String: String]
  /// What people add to it and keep: it stays, and does not keep the rest from being replaced.
  let companions: Set<String>
  /// False where an earlier one is never replaced.
  let isReplaceable: Bool

  /// A kind from its files.
  public init(
    _ title: FindingValue, mark: String, holding text: String, files: Set<String>, numbered: [String] = [],
    imageFolders: [String: String] = [:], companions: Set<String> = [], isReplaceable: Bool = true
  ) {
    (self.title, self.mark, markText, fileNames) = (title, mark, text, files)
    (self.numbered, self.imageFolders) = (numbered, imageFolders)
    (self.companions, self.isReplaceable) = (companions, isReplaceable)
  }

  /// Whether a file is one of this program's, by its name.
  private func isOurs(_ name: String) -> Bool {
    fileNames.contains(name) || numbered.contains { Self.isFurther(name, of: $0) }
  }

  /// True of `stem-2.svg`, `stem-3.png` …: a drawing behind the first.
  private static func isFurther(_ name: String, of stem: String) -> Bool {
    guard name.hasPrefix(stem + "-"), [".svg", ".png"].contains(where: { name.hasSuffix($0) }) else { return false }
    let number = name.dropFirst(stem.count + 1).dropLast(4)
    return Int(number).map { $0 > 1 && "\($0)" == number } ?? false
  }

  /// The paths within a folder that this program did not write there, sorted; a folder of which nothing is ours stands
  /// for all in it. Nil where the folder can't be listed.
  func foreign(in folder: String) -> [String]? {
    guard let names = FileSystem.names(in: folder) else { return nil }
    return names.flatMap { name -> [String] in
      let path = folder + "/" + name
      switch FileSystem.kind(path) {
      case .file where isOurs(name): return []
      case .folder:
        guard let ending = imageFolders[name], let inner = FileSystem.names(in: path) else { return [name] }
        return inner.filter { !isImage($0, ending, in: path) }.map { name + "/" + $0 }
      default: return [name]
      }
    }
  }

  private func isImage(_ name: String, _ ending: String, in folder: String) -> Bool {
    let stamp = name.dropLast(ending.count)
    return name.hasSuffix(ending) && !stamp.isEmpty && stamp.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
      && FileSystem.kind(folder + "/" + name) == .file
  }

  /// Why a folder is none of these; nil for one that is, and for an empty one.
  func strange(in folder: String) -> FindingValue? {
    guard FileSystem.kind(folder) == .folder, let foreign = foreign(in: folder) else {
      return .phrase("no_readable_folder")
    }
    if let other = foreign.first(where: { !companions.contains($0) }) {
      return .phrase("within", ["file": .text(other)])
    }
    if FileSystem.names(in: folder)?.isEmpty ?? true { return nil }
    let start = try? InputFile.start(folder + "/" + mark, count: 1 << 20)
    guard let start, String(decoding: start, as: UTF8.self).contains(markText) else {
      return .phrase("not_within", ["file": .text(mark)])
    }
    return nil
  }
}
