import Outputs

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// A result holds the digest of its own bytes, taken with zeros in the digest's place. A number that was changed since, by
// hand or by a disk, would otherwise be compared as if it had been measured.

extension ScanResult {
  /// What stands in the digest's place while it is taken.
  private static let blank = String(repeating: "0", count: Checksum.length)

  /// The result with room for a digest.
  var unsealed: ScanResult {
    var result = self
    result.provenance?.digest = Self.blank
    return result
  }

  /// The bytes of an unsealed result with their digest put in.
  static func sealed(_ json: Data) -> Data {
    guard let place = json.firstRange(of: Data(blank.utf8)) else { return json }
    var sealed = json
    sealed.replaceSubrange(place, with: Data(Checksum.sha256(json).utf8))
    return sealed
  }

  /// True where a digest is in a file's bytes and is not theirs.
  static func isChanged(_ json: Data, digest: String?) -> Bool {
    guard let digest else { return false }
    guard digest.utf8.count == Checksum.length, let place = json.firstRange(of: Data(digest.utf8)) else { return true }
    var blank = json
    blank.replaceSubrange(place, with: Data(Self.blank.utf8))
    return Checksum.sha256(blank) != digest
  }
}
