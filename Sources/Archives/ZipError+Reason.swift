extension ZipError {
  /// The same in a few words of English, as libzip's own reasons are.
  package var reason: String {
    switch self {
    case .file(let fault): "\(fault.found.text())"
    case .notAnArchive(let reason): "no ZIP archive (\(reason))"
    case .tooManyEntries(let count, let limit): "\(count) entries, more than \(limit)"
    case .name(let name, .leadsOutside): "an entry that leads outside: \(name)"
    case .name(let name, .notText): "an entry whose name is no text: \(name)"
    case .name(let name, .repeated): "an entry that stands there twice: \(name)"
    case .overlapping: "entries that lie over each other"
    case .entry(let name, let fault): "\(name): \(fault.reason)"
    }
  }
}

extension ZipError.EntryFault {
  fileprivate var reason: String {
    switch self {
    case .notAFile: "no file"
    case .encrypted: "encrypted"
    case .method(let method): "packed by method \(method)"
    case .tooLarge(let bytes, let limit): "\(bytes) bytes, more than \(limit)"
    case .size: "not as large as it says"
    case .checksum: "a wrong checksum"
    case .damaged(let reason): reason
    }
  }
}
