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

/// The digest of a file within the file itself, taken with zeros in its place: what was changed since it was written, by hand
/// or by a disk, is known.
public enum Seal {
  /// The zeros that take the digest's place while it is computed.
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
