internal import LibZip
import Platform

/// A file in a ZIP archive, by the archive's list.
package struct ZipEntry: Sendable, Equatable {
  /// Its place in the list.
  package let index: Int
  /// Its path in the archive: relative, parts separated by `/`.
  package let name: String
  /// Its bytes, and those that they take in the archive.
  package let size, packedSize: Int
  /// What keeps it from being read, if anything does.
  let fault: ZipError.EntryFault?

  /// Reads the entry of an index from the list of an archive.
  init(_ archive: OpaquePointer, _ index: Int) throws(ZipError) {
    var status = zip_stat_t()
    let needed = UInt64(ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD)
    guard zip_stat_index(archive, UInt64(index), 0, &status) == 0, status.valid & needed == needed,
      let text = status.name, let size = Int(exactly: status.size), let packedSize = Int(exactly: status.comp_size)
    else { throw .notAnArchive(reason: String(cString: zip_strerror(archive))) }
    (self.index, self.size, self.packedSize) = (index, size, packedSize)
    name = String(cString: text)
    try Self.check(name)
    fault = Self.fault(archive, index, status, name)
  }

  /// A path that can't leave the folder that it would be unpacked to, in printable characters.
  private static func check(_ name: String) throws(ZipError) {
    guard name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else { throw .name(name, .notText) }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    // The last part of a folder is empty.
    let isPlain = !parts.dropLast().contains { $0.isEmpty || $0 == "." || $0 == ".." } && parts.last != ".."
    let isDrive = name.utf8.dropFirst().first == UInt8(ascii: ":")
    guard isPlain, !name.isEmpty, !name.contains("\\"), !isDrive else { throw .name(name, .leadsOutside) }
  }

  private static func fault(
    _ archive: OpaquePointer, _ index: Int, _ status: zip_stat_t, _ name: String
  ) -> ZipError.EntryFault? {
    if name.hasSuffix("/") || !isFile(archive, index) { return .notAFile }
    if status.encryption_method != UInt16(ZIP_EM_NONE) { return .encrypted }
    switch Int32(status.comp_method) {
    case ZIP_CM_STORE: return status.size == status.comp_size ? nil : .size
    // Deflate packs 258 bytes into two bits at best; a larger claim is a lie.
    case ZIP_CM_DEFLATE: return status.size / 1032 <= status.comp_size ? nil : .size
    default: return .method(Int(status.comp_method))
    }
  }

  /// False for what Unix calls a folder, a link or a device.
  private static func isFile(_ archive: OpaquePointer, _ index: Int) -> Bool {
    var (system, attributes): (UInt8, UInt32) = (0, 0)
    guard zip_file_get_external_attributes(archive, UInt64(index), 0, &system, &attributes) == 0 else { return false }
    let kind = mode_t(attributes >> 16) & S_IFMT
    return system != UInt8(ZIP_OPSYS_UNIX) || kind == 0 || kind == S_IFREG
  }
}
