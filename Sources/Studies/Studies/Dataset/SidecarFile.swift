internal import Diagnostics
internal import Files
internal import Platform
internal import Recordings
internal import ScanPipeline

/// Files that lie with a scan: what is stated of it, its cap, its landmarks.
enum SidecarFile {
  private static let largestBytes = 1 << 20

  /// The members of a JSON object.
  static func group(_ file: URL) throws -> [String: JSONValue]? {
    let bytes = try InputFile.bytes(file.path, atMost: largestBytes)
    guard case .group(let members) = try JSONText.decode(JSONValue.self, from: Data(bytes)) else { return nil }
    return members
  }
}

extension DatasetScan {
  /// Attaches what lies with the scan: `scan.json`, landmarks, and the nearest cap file between it and the root.
  mutating func attachCompanions(in place: DatasetPlace) {
    guard fault == nil else { return }
    takeStatements(in: place)
    if let file = companion("rating.json", in: place) {
      do throws(RatingFile.Fault) {
        _ = try RatingFile.checkedBytes(file)
        rating = file
      } catch {
        findings.append(Finding(.datasetBadRating, ["file": .text(place.path(of: file)), "found": error.found]))
      }
    }
    let own = RecordingCompanion.url("landmarks.json", of: url)
    landmarks =
      landmarks ?? companion("landmarks.json", in: place) ?? (kind == .recording ? present(own, in: place) : nil)
    if kind == .recording { cap = cap ?? companion("cap.yaml", in: place) ?? inheritedCap(in: place) }
  }

  /// Takes over what files state of the scan. Its own file, or `scan-1.json`, knows it best; one beside it, which its run will
  /// read, too, goes behind the tables, as there it goes behind the options that say what they state.
  private mutating func takeStatements(in place: DatasetPlace) {
    let found = ScanDescriptionFile.find(of: url)
    let isOwn = found?.path == RecordingCompanion.own(ScanDescriptionFile.name, of: url).path
    if let found, present(found, in: place) == nil {
      findings.append(Finding(.datasetOutside, ["file": .quoted(place.path(of: found))]))
      return
    }
    if let nearest = isOwn ? found : sidecar(in: place), var stated = statement(nearest, in: place) {
      // Folder and table name the child; the file beside the recording knows the rest best.
      (stated.subject, stated.session) = (
        description.subject ?? stated.subject, description.session ?? stated.session
      )
      description = stated.filled(by: description)
    }
    if !isOwn, let found, let stated = statement(found, in: place) { description = description.filled(by: stated) }
  }

  /// What a file states; nil, and a finding, where it can't be used.
  private mutating func statement(_ file: URL, in place: DatasetPlace) -> ScanDescription? {
    do throws(FileError) {
      let stated = try ScanDescriptionFile.read(file)
      if stated.hasZeroByte {
        throw FileKind.scan.fault(
          in: file.path, at: nil, expected: .phrase("text_of_scan"), found: .phrase("zero_byte"))
      }
      if let subject = stated.subject, let own = description.subject, subject != own {
        findings.append(Finding(.datasetOtherSubject, ["stated": .quoted(subject), "subject": .quoted(own)]))
      }
      return stated
    } catch {
      findings.append(
        Finding(.datasetSidecar, ["file": .text(place.path(of: file)), "reason": error.reason]))
      return nil
    }
  }

  /// A file of the scan alone; nil where there is none.
  private func companion(_ name: String, in place: DatasetPlace) -> URL? {
    present(RecordingCompanion.own(name, of: url), in: place)
  }

  /// `scan-1.json` beside `scan-1` or `scan-1.r3d`. Beside a file of any other name, a JSON of that name may be anything.
  private func sidecar(in place: DatasetPlace) -> URL? {
    let stem = OnDisk.isFolder(url) ? url : url.deletingPathExtension()
    guard stem.lastPathComponent.hasPrefix("scan-") else { return nil }
    return present(
      stem.deletingLastPathComponent().appending(path: stem.lastPathComponent + ".json"), in: place)
  }

  /// The cap file of the nearest folder above; one may serve a session, a child or the whole dataset.
  private func inheritedCap(in place: DatasetPlace) -> URL? {
    var folder = url.deletingLastPathComponent()
    while folder.path.hasPrefix(place.root.path) {
      if let file = present(folder.appending(path: "cap.yaml"), in: place) { return file }
      guard folder.path != place.root.path else { return nil }
      folder = folder.deletingLastPathComponent()
    }
    return nil
  }

  private func present(_ file: URL, in place: DatasetPlace) -> URL? {
    // A pipe or a folder of that name is one, too: reading it says what is wrong.
    guard OnDisk.real(file.path) != nil, (try? place.url(place.path(of: file))) != nil else { return nil }
    return file
  }
}

extension ScanDescription {
  /// A command line ends a word at a zero byte, so that another text would be taken for this one.
  fileprivate var hasZeroByte: Bool {
    [subject, session, self.operator, device, recording].contains { $0?.utf8.contains(0) ?? false }
  }
}
