internal import Inputs
import LibCrypto
public import Platform

/// SHA-256 digests by OpenSSL, in hexadecimal digits.
public enum Checksum {
  /// The count of a digest's digits.
  public static let length = 64

  /// The digest of bytes.
  public static func sha256(_ bytes: some ContiguousBytes) -> String { bytes.withUnsafeBytes { sha256($0) } }

  /// The digest of a regular file of any size, or nil where it can't be read.
  public static func sha256(of file: URL) -> String? {
    (try? InputFile.bytes(file.path, atMost: .max - 1)).map { sha256($0) }
  }

  /// The digest of memory.
  public static func sha256(_ bytes: UnsafeRawBufferPointer) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    var length = digest.count
    let status = EVP_Q_digest(nil, "SHA256", nil, bytes.baseAddress, bytes.count, &digest, &length)
    precondition(status == 1 && length == 32, "OpenSSL has no SHA-256")
    return digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
