internal import Platform

/// What the file system says of the files that the store is made of: while it is the same, the store need not be compared
/// with them. Looking at ten thousand scans takes a fraction of reading their outcomes.
enum StudyStamp {
  /// A number of 31 bits, kept as the `user_version` of the store; never 0, which a new file has.
  static func of(_ study: StudyFolder) -> Int {
    let scans = study.scansFolder.path
    var all: UInt64 = 0
    for name in (try? FileManager.default.contentsOfDirectory(atPath: scans)) ?? [] where StudyFolder.isName(name) {
      var hash = FNV()
      hash.add(name.utf8)
      for file in ["/outcome.json", "/rating.json", "/result/rating.json", "/remeasured"] {
        hash.add(scans + "/" + name + file)
      }
      // A file that is edited in its place leaves the folder's time as it was.
      for file in OnDisk.names(in: URL(filePath: scans + "/" + name + "/remeasured")) {
        hash.add(scans + "/" + name + "/remeasured/" + file)
      }
      // A sum, so that the order in which the system lists them is of no account.
      all &+= hash.value
    }
    return max(1, Int((all ^ all >> 32) & 0x7FFF_FFFF))
  }

  /// The hash of Fowler, Noll and Vo, 64 bits (FNV-1a).
  private struct FNV {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds time, size and number of what lies at a path.
    mutating func add(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return add([0]) }
      for number in [
        Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec), Int(status.st_size),
        Int(truncatingIfNeeded: status.st_ino),
      ] {
        withUnsafeBytes(of: number) { add($0) }
      }
    }

    mutating func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
  }
}
