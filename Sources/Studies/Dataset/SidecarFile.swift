internal import Diagnostics
internal import Inputs
internal import Platform
internal import Recordings
internal import ScanDescriptions

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
    if let file = companion(ScanDescriptionFile.name, in: place) ?? sidecar(in: place) {
      do throws(ScanDescriptionError) {
        var stated = try ScanDescriptionFile.read(file)
        if stated.hasZeroByte {
          throw .invalid(file: file.path, key: nil, expected: .phrase("text_of_scan"), found: .phrase("zero_byte"))
        }
        if let subject = stated.subject, let own = description.subject, subject != own {
          findings.append(Finding(.datasetOtherSubject, ["stated": .quoted(subject), "subject": .quoted(own)]))
        }
        // Folder and table name the child; the file beside the recording knows the rest best.
        (stated.subject, stated.session) = (
          description.subject ?? stated.subject, description.session ?? stated.session
        )
        let (age, sex) = (stated.ageMonths ?? description.ageMonths, stated.sex ?? description.sex)
        description = stated.completed(by: description)
        (description.ageMonths, description.sex) = (age, sex)
      } catch {
        findings.append(
          Finding(.datasetSidecar, ["file": .text(place.path(of: file)), "reason": error.message.problem]))
      }
    }
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

  /// A file of the scan: in its folder, or `scan-1.NAME` beside a scan of one file; nil where there is none.
  private func companion(_ name: String, in place: DatasetPlace) -> URL? {
    let file =
      OnDisk.isFolder(url)
      ? url.appending(path: name)
      : url.deletingLastPathComponent().appending(path: url.deletingPathExtension().lastPathComponent + "." + name)
    return present(file, in: place)
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
