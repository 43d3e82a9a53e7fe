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
      let moves = (stated.subject, stated.session) != (scan.description.subject, scan.description.session)
      // The queue takes no scan that is about to have another name.
      if moves { queue.cancel([scan.name]) }
      var name = scan.name
      defer {
        list.refresh()
        if moves, isWaiting { queue.add([name]) }
      }
      name = try places.state(stated, of: scan) {
        guard let cap else { return }
        let file = RecordingCompanion.own("cap.yaml", of: scan.url)
        try OutputFile(file, force: true, followsLink: false).write(Data(cap.utf8))
        KnownCaps(list.dataset).keep(file)
      }
      return name
    }
  }

  /// Takes a scan out.
  func remove(_ scan: DatasetScan) throws {
    let isWaiting = try claim(scan)
    queue.cancel([scan.name])
    do { try arrivals.alone { try places.remove(scan) } } catch {
      if isWaiting { queue.add([scan.name]) }
      throw error
    }
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
