package import Files

/// Why a ZIP archive, or an entry of it, can't be read.
package enum ZipError: Error, Equatable {
  /// The file can't be opened, or is none.
  case file(InputFile.Fault)
  /// The file is no ZIP archive, or its list of entries is damaged; libzip's reason.
  case notAnArchive(reason: String)
  /// It has more entries than are read.
  case tooManyEntries(count: Int, limit: Int)
  /// The name of an entry is absolute, leads out of the archive, is not text, or stands there twice.
  case name(String, NameFault)
  /// The entries claim more bytes of the file than it has, so they lie over each other.
  case overlapping
  /// An entry can't be read.
  case entry(String, EntryFault)

  /// What is wrong with a name.
  package enum NameFault: Sendable, Equatable {
    case leadsOutside
    case notText
    case repeated
  }

  /// What is wrong with an entry.
  package enum EntryFault: Error, Equatable {
    /// It is a folder, a link or a device.
    case notAFile
    case encrypted
    /// It is packed by another method than the two that are read, none and deflate.
    case method(Int)
    /// It is larger than the caller takes.
    case tooLarge(bytes: Int, limit: Int)
    /// It has more or fewer bytes than it says.
    case size
    /// Its bytes don't have its checksum.
    case checksum
    /// libzip's reason.
    case damaged(reason: String)
  }
}
