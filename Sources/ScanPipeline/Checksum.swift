import LibCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// SHA-256 digests by OpenSSL.
enum Checksum {
  /// The digest in hexadecimal digits.
  static func sha256(_ data: Data) -> String { data.withUnsafeBytes { sha256($0) } }

  /// The digest in hexadecimal digits.
  static func sha256(_ bytes: UnsafeRawBufferPointer) -> String {
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
