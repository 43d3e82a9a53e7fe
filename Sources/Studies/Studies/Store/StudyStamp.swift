internal import Platform

/// What the file system says of the files that the store is made of: while it is the same, the store need not be compared
/// with them. Looking at ten thousand scans takes a fraction of reading their outcomes.
enum StudyStamp {
  /// A number of 31 bits, kept as the `user_version` of the store; never 0, which a new file has.
  static func of(_ study: StudyFolder) -> Int {
    let scans = of(
      study.scansFolder.path, ["/outcome.json", "/rating.json", "/result/rating.json"],
      within: ["/remeasured"])
    let all = scans &+ of(study.motionsFolder.path, ["/motion.json", "/scan.json"])
    return max(1, Int((all ^ all >> 32) & 0x7FFF_FFFF))
  }

  /// A sum over the folders of a folder, of the times and sizes of some files in them, and of all files of some folders.
  private static func of(_ scans: String, _ files: [String], within folders: [String] = []) -> UInt64 {
    var all: UInt64 = 0
    for name in (try? FileManager.default.contentsOfDirectory(atPath: scans)) ?? [] where StudyFolder.isName(name) {
      var hash = FNV()
      hash.add(name.utf8)
      for file in files { hash.add(scans + "/" + name + file) }
      // A file that is edited in its place leaves its folder's time as it was.
      for folder in folders {
        let place = scans + "/" + name + folder
        guard hash.add(place) else { continue }
        for file in OnDisk.names(in: URL(filePath: place)) { hash.add(place + "/" + file) }
      }
      // A sum, so that the order in which the system lists them is of no account.
      all &+= hash.value
    }
    return all
  }

  /// The hash of Fowler, Noll and Vo, 64 bits (FNV-1a), of numbers in place of bytes.
  private struct FNV {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds time, size and number of what lies at a path; false where nothing does.
    @discardableResult mutating func add(_ path: String) -> Bool {
      var status = stat()
      guard stat(path, &status) == 0 else {
        add(0)
        return false
      }
      add(UInt64(truncatingIfNeeded: status.st_mtim.tv_sec))
      add(UInt64(truncatingIfNeeded: status.st_mtim.tv_nsec))
      add(UInt64(truncatingIfNeeded: status.st_size))
      add(UInt64(truncatingIfNeeded: status.st_ino))
      return true
    }

    mutating func add(_ name: String.UTF8View) { for byte in name { add(UInt64(byte)) } }

    private mutating func add(_ number: UInt64) {
      value = (value ^ number) &* 0x100_0000_01B3
      // A product carries upwards only.
      value ^= value >> 32
    }
  }
}
