import Diagnostics
import Files
import Platform
import Recordings
import Studies

/// Scans of the folder whose description was wrong, or that are not wanted any more.
struct Corrections: Sendable {
  let list: DeskList
  let queue: DeskQueue
  let arrivals: Arrivals
  let places: ScanPlaces

  /// States what the form says of a scan, and puts another cap with it where one was chosen.
  ///
  /// - Returns: the scan's name from now on.
  /// - Throws: what is wrong with the form, ``StudyError/busy(scan:)``, ``DeskError/isListed(path:)``.
  func correct(_ scan: DatasetScan, _ form: Arrivals.Form) throws -> String {
    let isWaiting = try claim(scan)
    let stated = try form.stated(beside: scan.description)
    let cap = scan.kind == .recording ? try arrivals.chosenCap(form) : nil
    return try arrivals.alone {
      defer { list.refresh() }
      let name = stated == scan.description ? scan.name : try places.state(stated, of: scan)
      if name != scan.name {
        list.refresh()
        queue.cancel([scan.name])
        if isWaiting { queue.add([name]) }
      }
      if let cap, let url = list.scan(name)?.url {
        let file = RecordingCompanion.own("cap.yaml", of: url)
        try OutputFile(file, force: true, followsLink: false).write(Data(cap.utf8))
        KnownCaps(list.dataset).keep(file)
      }
      return name
    }
  }

  /// Takes a scan out.
  func remove(_ scan: DatasetScan) throws {
    _ = try claim(scan)
    try arrivals.alone { try places.remove(scan) }
    queue.cancel([scan.name])
    list.refresh()
  }

  /// - Returns: whether the scan waits.
  private func claim(_ scan: DatasetScan) throws -> Bool {
    try arrivals.checkOpen()
    let now = queue.now
    if now.working == scan.name { throw StudyError.busy(scan: scan.name) }
    return now.waiting.contains(scan.name)
  }
}
