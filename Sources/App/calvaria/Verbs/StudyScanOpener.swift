import Analysis
import Diagnostics
import Foundation
import Recordings
import ScanPipeline
import Studies
import Synchronization
import Viewer

/// Opens the scans of a study for picking, and puts what is picked into the study.
struct StudyScanOpener {
  let file: OptionsFile
  let analysis: HeadAnalysis
  let reading: RecordingReading
  /// The cap of scans that have no cap file of their own.
  let cap: URL?
  let threads: Int
  let observer: String?
  /// Whether a scan has a number in the place of its name.
  let isBlind: Bool

  /// The files that were written in this sitting: they may be replaced, and are shown to a blind observer.
  private final class Written: Sendable {
    private let digests = Mutex<Set<String>>([])

    var all: Set<String> { digests.withLock { $0 } }
    func add(_ digest: String) { digests.withLock { _ = $0.insert(digest) } }
  }

  /// The scans in the order in which they are picked.
  func walk(_ list: PickingList, _ kind: ViewWalk.Kind, _ language: Language) -> ViewWalk {
    let written = Written()
    let stops = list.scans.enumerated().map { index, scan in
      let title = isBlind ? language("view.walk_title", ["number": .count(index + 1)]) : scan.name
      return ViewWalk.Stop(
        title: title, isPicked: { [observer] in scan.isPicked(by: observer) },
        open: {
          let source = try scan.source()
          return try open(scan, source, written.all).kept(as: title, by: keeper(scan, source, title, written))
        })
    }
    return ViewWalk(stops, kind, observer: observer, isBlind: isBlind)
  }

  /// One scan for itself.
  ///
  /// - Parameter kept: called whenever picks were written.
  func view(of scan: ScanToPick, kept: @escaping @Sendable () -> Void) throws -> View {
    let source = try scan.source()
    return try open(scan, source, []).kept(as: scan.name, by: keeper(scan, source, scan.name, Written(), kept))
  }

  /// A scan as it lies in the dataset, with the picks that this observer goes on from.
  private func open(_ scan: ScanToPick, _ source: DatasetScan, _ own: Set<String>) throws -> View {
    let start = scan.start(source, of: observer, own: own, isBlind: isBlind)
    let clock: @Sendable () -> Date = { Date() }
    // Hair that an option states for all heads goes before that of one scan's description.
    let hairMm = analysis.options.intervals.statesHair ? nil : source.description.hairMm
    switch source.kind {
    case .recording:
      var reading = reading
      reading.intrinsics = source.intrinsics
      var stages = file.stages
      stages.analysis = stages.analysis.stating(hairMm: hairMm)
      let options = ScanOptions(
        recording: source.url, reading: reading, cap: source.cap ?? cap, landmarks: start, stages: stages,
        measurement: analysis.choices, scales: analysis.scales, threads: threads)
      return try .recording(options, output: nil, observer: observer, clock: clock)
    case .mesh:
      return .mesh(
        source.url, landmarks: start, analysis: analysis.stating(hairMm: hairMm),
        automatic: file.stages.reconstruction.landmarks.automatic, output: nil, observer: observer, clock: clock)
    }
  }

  /// Puts picks into the scan's folder; where others are there, somebody is asked first.
  private func keeper(
    _ scan: ScanToPick, _ source: DatasetScan, _ title: String, _ written: Written,
    _ kept: @escaping @Sendable () -> Void = {}
  ) -> PickKeeper {
    PickKeeper { bytes, time, answered in
      do {
        let may = written.all.union(answered.map { [$0] } ?? [])
        switch try scan.keep(bytes, on: source, of: observer, at: time, replacing: may) {
        case .written(let file, let digest):
          written.add(digest)
          kept()
          return file
        case .asks(let earlier):
          throw SaveQuestion(
            id: earlier.digest, observer: isBlind ? nil : earlier.observer, time: isBlind ? nil : earlier.time)
        }
      } catch let error as StudyError {
        throw isBlind ? error.naming(title) : error
      }
    }
  }
}

extension StudyError {
  /// An error about a scan that is called otherwise here: without its path and name.
  fileprivate func naming(_ title: String) -> StudyError {
    switch self {
    case .busy: .busy(scan: title)
    case .cannotWrite(_, let reason): .cannotWrite(path: title, reason: reason)
    default: self
    }
  }
}
