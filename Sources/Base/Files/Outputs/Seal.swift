public import Platform

/// The digest of a file within the file itself, taken with zeros in its place: what was changed since it was written, by hand
/// or by a disk, is known.
public enum Seal {
  /// What stands in the digest's place while it is taken.
  public static let blank = String(repeating: "0", count: Checksum.length)

  /// Bytes with their digest put in where ``blank`` stands first; unchanged where it does not.
  public static func sealed(_ bytes: Data) -> Data {
    guard let place = bytes.firstRange(of: Data(blank.utf8)) else { return bytes }
    var sealed = bytes
    sealed.replaceSubrange(place, with: Data(Checksum.sha256(bytes).utf8))
    return sealed
  }

  /// True where a digest that was read from bytes is not theirs.
  public static func isBroken(_ bytes: Data, digest: String) -> Bool {
    guard digest.utf8.count == Checksum.length, let place = bytes.firstRange(of: Data(digest.utf8)) else { return true }
    var blank = bytes
    blank.replaceSubrange(place, with: Data(Self.blank.utf8))
    return Checksum.sha256(blank) != digest
  }
}
