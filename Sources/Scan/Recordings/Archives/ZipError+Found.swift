package import Diagnostics

extension ZipError {
  /// What was found in place of a readable archive or entry; libzip's own reasons are English.
  package var found: FindingValue {
    switch self {
    case .file(let fault): fault.found
    case .notAnArchive(let reason): .phrase("no_zip", ["reason": .text(reason)])
    case .tooManyEntries(let count, let limit):
      .phrase("too_many_entries", ["count": .count(count), "limit": .count(limit)])
    case .name(let name, .leadsOutside): .phrase("entry_outside", ["name": .text(name)])
    case .name(let name, .notText): .phrase("entry_no_text", ["name": .text(name)])
    case .name(let name, .repeated): .phrase("entry_repeated", ["name": .text(name)])
    case .overlapping: .phrase("overlapping_entries")
    case .entry(let name, let fault): .phrase("of_entry", ["name": .text(name), "fault": fault.found])
    }
  }
}

extension ZipError.EntryFault {
  fileprivate var found: FindingValue {
    switch self {
    case .notAFile: .phrase("no_file")
    case .encrypted: .phrase("encrypted_bytes")
    case .method(let method): .phrase("packing_method", ["method": .count(method)])
    case .tooLarge(let bytes, let limit):
      .phrase("too_many_bytes", ["bytes": .count(bytes), "limit": .count(limit)])
    case .size: .phrase("other_size")
    case .checksum: .phrase("wrong_checksum")
    case .damaged(let reason): .text(reason)
    }
  }
}
