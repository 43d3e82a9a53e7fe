internal import Platform

/// The memory that a running program has resident, as the system counts it.
struct ProcessMemory: Equatable {
  /// Now, and the most since it began, bytes.
  let resident, peak: Int

  /// Looks at a program; nil where it is not there any more, and where the system has no `/proc`.
  init?(of process: pid_t) {
    guard let file = fopen("/proc/\(process)/status", "re") else { return nil }
    defer { fclose(file) }
    var (resident, peak): (Int?, Int?)
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        .split(whereSeparator: \.isWhitespace)
      guard words.count == 3, let kilobytes = Int(words[1]) else { continue }
      if words[0] == "VmRSS:" { resident = kilobytes << 10 }
      if words[0] == "VmHWM:" { peak = kilobytes << 10 }
    }
    guard let resident, let peak else { return nil }
    (self.resident, self.peak) = (resident, peak)
  }
}
