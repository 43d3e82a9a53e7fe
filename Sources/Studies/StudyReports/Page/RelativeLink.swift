internal import Platform

/// The way from a page to a file, as a page writes it.
enum RelativeLink {
  /// From the folder of a page to a file, both on this machine. Links on the way are followed: a browser does not know them.
  static func link(from page: URL, to file: URL) -> String {
    let (start, end) = (parts(page.deletingLastPathComponent()), parts(file))
    let common = zip(start, end).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: start.count - common) + end.dropFirst(common).map(encoded)
    return steps.joined(separator: "/")
  }

  private static func parts(_ url: URL) -> [String] {
    let path = url.standardizedFileURL.path
    guard let real = realpath(path, nil) else { return path.split(separator: "/").map(String.init) }
    defer { free(real) }
    return String(cString: real).split(separator: "/").map(String.init)
  }

  /// Every byte but letters, digits, `-`, `.`, `_` and `~` by its number: nothing of a name has a meaning in a link.
  private static func encoded(_ name: String) -> String {
    name.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
