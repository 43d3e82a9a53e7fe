import LibCrypto
public import Platform

/// SHA-256 digests by OpenSSL, in hexadecimal digits.
public enum Checksum {
  /// The count of a digest's digits.
  public static let length = 64

  /// The digest of bytes.
  public static func sha256(_ bytes: some ContiguousBytes) -> String { bytes.withUnsafeBytes { sha256($0) } }

  /// The digest of a regular file of any size, or nil where it can't be read. Only a part of it is in memory at a time.
  public static func sha256(of file: URL) -> String? {
    guard let (descriptor, _) = try? InputFile.open(file.path) else { return nil }
    defer { close(descriptor) }
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var isSound = EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    var part = [UInt8](repeating: 0, count: 1 << 20)
    while isSound {
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        isSound = count == 0
        break
      }
      isSound = EVP_DigestUpdate(context, part, count) == 1
    }
    var digest = [UInt8](repeating: 0, count: 32)
    guard isSound, EVP_DigestFinal_ex(context, &digest, nil) == 1 else { return nil }
    return text(digest)
  }

  /// The digest of memory.
  public static func sha256(_ bytes: UnsafeRawBufferPointer) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    var length = digest.count
    let status = EVP_Q_digest(nil, "SHA256", nil, bytes.baseAddress, bytes.count, &digest, &length)
    precondition(status == 1 && length == 32, "OpenSSL has no SHA-256")
    return text(digest)
  }

  private static func text(_ digest: [UInt8]) -> String {
    digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
