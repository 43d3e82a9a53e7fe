package import Files
package import Platform
package import Recordings

extension Checksum {
  /// The digest of an input that was read before.
  ///
  /// - Throws: where it can't be read again: without a digest nobody could tell what a result was made of.
  package static func sha256(ofInput file: URL) throws(RecordingError) -> String {
    guard let digest = sha256(of: file) else {
      throw .missing(path: file.path, expected: .phrase("file_read_before"), found: .phrase("nothing_to_read"))
    }
    return digest
  }
}
