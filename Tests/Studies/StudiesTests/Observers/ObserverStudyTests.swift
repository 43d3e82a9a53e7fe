import Analysis
import Diagnostics
import Foundation
import Geometry
@testable import Landmarks
import Testing

@testable import Studies

@Suite struct ObserverStudyTests {
  static let places: [Landmark: Vector3] = [
    .sellion: [0, 0.072, 0], .tragionLeft: [-0.06, 0, 0], .tragionRight: [0.06, 0, 0],
  ]

  /// A reading of a scan whose frame is turned and shifted, with errors along the axes of the head (metres).
  static func reading(
    _ observer: String, scan: Int = 0, errors: Vector3, at hour: Double = 0,
    change: (inout LandmarkFile) -> Void = { _ in }
  ) throws -> ObserverReading {
    let turn = RigidTransform(
      rotation: Matrix3(rows: [0, 0, 1], [1, 0, 0], [0, 1, 0]), translation: [0.1 * Double(scan), 0.4, -0.2])
    var file = LandmarkFile(name: "landmarks-\(observer).json", entries: [:])
    file.entries = places.mapValues { place in .point(turn * (place + errors), standardDeviation: nil) }
    var picking = LandmarkPicking()
    picking.observer = observer
    picking.scan = PickedScan(.mesh, name: "head\(scan).ply", digest: String(repeating: "\(scan)", count: 64))
    picking.time = Date(timeIntervalSince1970: hour * 3600)
    file.picking = picking
    change(&file)
    return try ObserverReading(file, folder: URL(filePath: "/study"))
  }

  /// Three observers, two scans, each twice, a week apart; errors in millimetres, sideways.
  static func readings(bias: Double = 1, change: (inout LandmarkFile) -> Void = { _ in }) throws -> [ObserverReading] {
    var random = SeededGenerator(seed: 21)
    return try ["A", "B", "C"].enumerated().flatMap { index, observer in
      try (0..<2).flatMap { scan in
        try (0..<2).map { time in
          try reading(
            observer, scan: scan,
            errors: (random.normal3() * 0.2 + [bias * Double(index - 1), 0, 0]) / 1000, at: Double(168 * time),
            change: change)
        }
      }
    }
  }

  @Test func deviationsAreAlongTheAxesOfTheHead() throws {
    let study = try ObserverStudy(Self.readings())
    #expect(study.isComplete)
    #expect(study.isAlongHeadAxes)
    #expect(study.scans.count == 2)
    #expect(study.observers == ["A", "B", "C"])
    for item in study.landmarks {
      let (inter, intra) = (try #require(item.agreement.inter), try #require(item.agreement.intra))
      let axes = inter.axes.map { ($0 ?? 0) * 1000 }
      #expect(abs(axes[0] - 1) < 0.3, "\(item.landmark) \(axes)")
      #expect(axes[1] < 0.4, "\(item.landmark) \(axes)")
      #expect(axes[2] < 0.4, "\(item.landmark) \(axes)")
      #expect(intra.total < 0.0006)
      #expect(item.agreement.readings == 12)
      #expect(item.agreement.repeats == 6)
      // A click scatters by 1.02 mm, observers by 1 mm along the skin and half of that across it.
      #expect(abs(item.assumed - (0.00102 * 0.00102 + 0.75e-6).squareRoot()) < 1e-5)
    }
    #expect(study.findings.isEmpty)
  }

  @Test func theInterestIsInWhatTheProgramAssumes() throws {
    let wide = try ObserverStudy(Self.readings(bias: 0.1))
    #expect(wide.findings.map(\.code) == [.observersWide])
    let narrow = try ObserverStudy(Self.readings(bias: 6))
    let assumption = try #require(narrow.assumption)
    #expect(narrow.findings.map(\.code) == [.observersNarrow])
    let option = try #require(assumption.option)
    #expect(option.key == "analysis.intervals.observer.deviation_m")
    // With the option set, the program assumes what was observed.
    var set = ObserverOptions()
    set.deviation = option.value
    let again = try ObserverStudy(Self.readings(bias: 6), observer: set)
    #expect(abs(try #require(again.assumption).assumed / assumption.observed - 1) < 1e-9)
    #expect(again.findings.isEmpty)
  }

  /// Observers who differ by less than clicks are assumed to scatter are first taken as one, then the clicks' deviation is
  /// stated; where they differ by less than a click's floor nothing can be.
  @Test func closeObserversNarrowTheClicks() throws {
    let close = try ObserverStudy(Self.readings(bias: 0.4))
    let first = try #require(close.assumption?.option)
    #expect(first.key == "analysis.intervals.observer.deviation_m" && first.value == 0)
    var one = ObserverOptions()
    one.deviation = 0
    let second = try #require(try ObserverStudy(Self.readings(bias: 0.4), observer: one).assumption)
    let option = try #require(second.option)
    #expect(option.key == "landmarks.picked.click_deviation_m" && second.observed < second.assumed)
    var clicks = PickedLandmarkOptions()
    clicks.clickDeviation = option.value
    let again = try ObserverStudy(Self.readings(bias: 0.4), options: clicks, observer: one)
    #expect(abs(try #require(again.assumption).assumed / second.observed - 1) < 1e-9)
    let readings = try ["A", "B"].flatMap { observer in
      try (0..<2).map { time in
        try Self.reading(observer, errors: [observer == "A" ? 1e-5 : -1e-5, Double(time) * 1e-6, 0], at: Double(time))
      }
    }
    let same = try #require(try ObserverStudy(readings, observer: one).assumption)
    #expect(same.option == nil && same.observed < 0.0001)
  }

  @Test func whatTheDataCannotTellIsWithheld() throws {
    let all = try Self.readings()
    let alone = try ObserverStudy(all.filter { $0.observer == "A" })
    #expect(!alone.isComplete)
    #expect(alone.findings.map(\.code) == [.observersOneObserver])
    #expect(alone.landmarks.allSatisfy { $0.agreement.inter == nil && $0.agreement.intra != nil })
    let once = try ObserverStudy(all.filter { $0.landmarks.picking?.time?.timeIntervalSince1970 == 0 })
    #expect(!once.isComplete)
    #expect(once.findings.contains { $0.code == .observersNoRepeats })
    let single = try ObserverStudy([all[0]])
    #expect(!single.isComplete)
    #expect(single.landmarks.isEmpty)
    #expect(single.findings.map(\.code) == [.observersTooFewPicks])
    let apart = try ObserverStudy([
      Self.reading("A", scan: 0, errors: .zero), Self.reading("B", scan: 1, errors: .zero),
    ])
    #expect(!apart.isComplete)
    #expect(apart.findings.map(\.code) == [.observersTooFewPicks])
    #expect(try ObserverStudy([]).isComplete == false)
  }

  @Test func proposalsAreNoReadings() throws {
    let study = try ObserverStudy(Self.readings { $0.picking?.proposals = [.sellion] })
    #expect(!study.isComplete)
    #expect(!study.landmarks.contains { $0.landmark == .sellion })
    #expect(Set(study.findings.map(\.code)) == [.observersProposals, .observersTooFewPicks])
    #expect(study.isAlongHeadAxes, "the frame may rest on a proposal")
    let corrected = try ObserverStudy(Self.readings { $0.picking?.corrected = [.sellion] })
    #expect(corrected.isComplete)
    #expect(corrected.findings.map(\.code) == [.observersCorrected])
  }

  @Test func aRepeatOnTheSameDayIsSaid() throws {
    let pair = try [0.0, 3].map { try Self.reading("A", errors: [1e-4 * $0, 0, 0], at: 100 + $0) }
    let soon = try #require(try ObserverStudy(pair).findings.first { $0.code == .observersSoon })
    #expect(soon.values["hours"] == .number(3, decimals: 1))
  }

  @Test func filesThatAreNoReadingsAreRefused() throws {
    let a = try Self.reading("A", errors: .zero)
    let copy = try Self.reading("B", errors: .zero)
    #expect(throws: ObserverStudyError.copied(file: copy.file, other: a.file)) { try ObserverStudy([a, copy]) }
    let far = try Self.reading("B", errors: [0.05, 0, 0])
    #expect { try ObserverStudy([a, far]) } throws: {
      if case .farApart(_, _, .sellion, let distance)? = $0 as? ObserverStudyError {
        abs(distance - 0.05) < 1e-9
      } else {
        false
      }
    }
    let other = try Self.reading("B", errors: [0.001, 0, 0]) { file in
      file.entries = file.entries.mapValues { _ in .clicks([LandmarkClick(frame: "1", pixel: .zero)]) }
      file.placed = PlacedLandmarks(frame: .scan, points: Self.places.mapValues { .init(position: $0) })
    }
    #expect(throws: ObserverStudyError.mixedFrames(file: other.file, other: a.file)) { try ObserverStudy([a, other]) }
    #expect(throws: ObserverStudyError.noPlace(file: "landmarks-A.json", landmark: .sellion)) {
      try Self.reading("A", errors: .zero) {
        $0.entries = [.sellion: .clicks([LandmarkClick(frame: "1", pixel: .zero)])]
      }
    }
    #expect(throws: ObserverStudyError.changed(file: "landmarks-A.json", landmark: .sellion)) {
      try Self.reading("A", errors: .zero) {
        $0.placed = PlacedLandmarks(frame: .mesh, points: [.sellion: .init(position: .zero)])
      }
    }
    #expect(throws: ObserverStudyError.tooMany(files: 501)) { try ObserverStudy(Array(repeating: a, count: 501)) }
  }

  @Test(arguments: [
    ("landmarks-A.json", "A"), ("landmarks-A-2.json", "A"), ("landmarks-Dr-Ng-12.json", "Dr-Ng"),
    ("landmarks-7.json", "7"), ("landmarks.json", nil), ("landmarks-.json", nil), ("a.json", nil),
  ]) func theNameOfTheFileNamesTheObserver(name: String, observer: String?) throws {
    var file = LandmarkFile(name: "/study/\(name)", entries: [:])
    let folder = URL(filePath: "/study")
    if let observer {
      #expect(try ObserverReading(file, folder: folder).observer == observer)
    } else {
      #expect(throws: ObserverStudyError.unknownObserver(file: file.name)) { try ObserverReading(file, folder: folder) }
    }
    file.picking = LandmarkPicking()
    file.picking?.observer = "Z"
    #expect(try ObserverReading(file, folder: folder).observer == "Z")
    #expect(try ObserverReading(file, folder: folder).scan == ObservedScan(folder: folder))
  }

  /// CVAI turns its side on a nearly symmetric head: only with its sign is its deviation that of the landmarks.
  @Test func measuresCarryTheSideOfTheAsymmetry() throws {
    let signed = [-1.2, -0.4, 0.6, 1.0]
    let readings = try signed.enumerated().map { index, value in
      try Self.reading(["A", "B"][index % 2], errors: [1e-4 * Double(index), 0, 0]) {
        $0.measures = RecordedMeasures(
          protocolName: "p",
          values: ["cvai": abs(value), "diagonal_left_front": 150 + value, "diagonal_right_front": 150])
      }
    }
    let agreement = try #require(try ObserverStudy(readings).measures.first { $0.measure == .cvai }?.agreement)
    let within = ((1.8 * 1.8 + 1.4 * 1.4) / 4).squareRoot()
    #expect(abs(try #require(agreement.intra).total - within) < 1e-9)
    let two = try readings.enumerated().map { index, reading in
      var file = reading.landmarks
      file.measures?.protocolName = "p\(index % 2)"
      return try ObserverReading(file, folder: URL(filePath: "/study"))
    }
    #expect(try ObserverStudy(two).findings.contains { $0.code == .observersProtocols })
  }

  @Test func tablesAndJSONAreStable() throws {
    let study = try ObserverStudy(Self.readings())
    #expect(try study.json() == ObserverStudy(Self.readings()).json())
    for language in Language.allCases {
      let table = study.table(nil, language)
      #expect(table.contains(Landmark.sellion.title(language)))
      #expect(!table.contains("observers."))
    }
    let json = try #require(try JSONSerialization.jsonObject(with: study.json()) as? [String: Any])
    #expect(json["schema"] as? String == "calvaria/observers/1")
    #expect(json["status"] as? String == "complete")
  }

  /// A digest names its scan; a file without one means the only scan that has none either.
  @Test func aScanIsFoundByItsDigest() throws {
    let two = try ObserverStudy(Self.readings())
    for scan in two.scans { #expect(two.scan(ofDigest: scan.digest) == scan) }
    #expect(two.scan(ofDigest: nil) == nil)
    #expect(two.scan(ofDigest: String(repeating: "9", count: 64)) == nil)
    let one = try ObserverStudy(Self.readings().filter { $0.scan == two.scans[0] })
    #expect(one.scans.count == 1)
    #expect(one.scan(ofDigest: nil) == nil)
    let nameless = try ObserverStudy(
      [("A", 0.0), ("B", 0.0002)].map { try Self.reading($0.0, errors: [$0.1, 0, 0]) { $0.picking?.scan = nil } })
    #expect(nameless.scans.count == 1)
    #expect(nameless.scan(ofDigest: nil) == nameless.scans[0])
    #expect(nameless.scan(ofDigest: two.scans[0].digest) == nameless.scans[0])
  }

  // MARK: Numbers

  private func near(_ found: Double?, _ expected: Double?, _ tolerance: Double = 1e-9) -> Bool {
    guard let found, let expected else { return false }
    return abs(found - expected) <= tolerance
  }

  /// Observed is the root mean square of the three landmarks along one axis, with the interval of that mean.
  @Test func theAssumptionIsOfOneAxis() throws {
    let study = try ObserverStudy(Self.readings(bias: 6))
    let assumption = try #require(study.assumption)
    let inter = study.landmarks.compactMap(\.agreement.inter)
    #expect(inter.count == 3)
    #expect(near(assumption.observed, (inter.reduce(0) { $0 + $1.total * $1.total } / 9).squareRoot(), 1e-12))
    let interval = Deviation(meanOf: inter).interval
    #expect(near(assumption.interval.lowerBound * 3.0.squareRoot(), interval.lowerBound, 1e-12))
    #expect(near(assumption.interval.upperBound * 3.0.squareRoot(), interval.upperBound, 1e-12))
    #expect(near(assumption.assumed, study.landmarks[0].assumed, 1e-12))
    let values = try #require(study.findings.first).values
    #expect(values["low_mm"] == .millimetres(assumption.interval.lowerBound, decimals: 2))
    #expect(values["high_mm"] == .millimetres(assumption.interval.upperBound, decimals: 2))
    #expect(values["observed_mm"] == .millimetres(assumption.observed, decimals: 2))
    #expect(values["assumed_mm"] == .millimetres(assumption.assumed, decimals: 2))
    #expect(study.table().contains(Language.english("observers.assumption", values)))
  }

  @Test func theTableHasMillimetres() throws {
    let study = try ObserverStudy(Self.readings(bias: 2))
    let table = study.table().split(separator: "\n").map(String.init)
    for item in study.landmarks {
      let (intra, inter) = (try #require(item.agreement.intra), try #require(item.agreement.inter))
      let row = try #require(table.first { $0.hasPrefix(item.landmark.title(.english) + "  ") })
      let mm = { (metres: Double) in Language.english.number(metres * 1000, digits: 2) }
      let range = { (deviation: Deviation) in
        Language.english(
          "compare.range",
          ["low": .text(mm(deviation.interval.lowerBound)), "high": .text(mm(deviation.interval.upperBound))])
      }
      let cells =
        ["12", "6", mm(intra.total), range(intra), mm(inter.total), range(inter)] + inter.axes.map { $0.map(mm) ?? "–" }
        + [mm(inter.total / 3.0.squareRoot()), mm(item.assumed)]
      let words = row.dropFirst(item.landmark.title(.english).count).split(separator: " ").joined(separator: " ")
      #expect(words == cells.joined(separator: " ").split(separator: " ").joined(separator: " "))
    }
  }

  @Test func theFileHasMillimetres() throws {
    let study = try ObserverStudy(Self.readings(bias: 6))
    let json = try #require(try JSONSerialization.jsonObject(with: study.json()) as? [String: Any])
    let landmarks = try #require(json["landmarks"] as? [String: [String: Any]])
    #expect(landmarks.count == 3)
    for item in study.landmarks {
      let own = try #require(landmarks[item.landmark.rawValue])
      #expect(near(own["assumed_sd_mm"] as? Double, item.assumed * 1000, 5.1e-5))
      for (key, deviation) in [("intra", item.agreement.intra), ("inter", item.agreement.inter)] {
        let (written, deviation) = (try #require(own[key] as? [String: Any]), try #require(deviation))
        #expect(near(written["sd_mm"] as? Double, deviation.total * 1000, 5.1e-5), "\(key)")
        let ends = try #require(written["ci95"] as? [Double])
        #expect(near(ends[0], deviation.interval.lowerBound * 1000, 5.1e-5), "\(key)")
        #expect(near(ends[1], deviation.interval.upperBound * 1000, 5.1e-5), "\(key)")
        #expect(near(written["freedom"] as? Double, deviation.freedom, 0.0051), "\(key)")
        // An axis whose variance comes out negative has null.
        let axes = try #require(written["axes_mm"] as? [Any])
        #expect(near(axes[0] as? Double, (deviation.axes[0] ?? -1) * 1000, 5.1e-5), "\(key)")
      }
    }
    let (written, assumption) = (
      try #require(json["assumption"] as? [String: Any]), try #require(study.assumption)
    )
    #expect(near(written["assumed_sd_mm"] as? Double, assumption.assumed * 1000, 5.1e-5))
    #expect(near(written["observed_sd_mm"] as? Double, assumption.observed * 1000, 5.1e-5))
    let ends = try #require(written["ci95"] as? [Double])
    #expect(near(ends[0], assumption.interval.lowerBound * 1000, 5.1e-5))
    #expect(near(ends[1], assumption.interval.upperBound * 1000, 5.1e-5))
    #expect(near(written["value"] as? Double, assumption.option?.value, 5.1e-7))
  }

  /// Of several scans, those whose landmarks make no frame say nothing to the others; one alone needs none.
  @Test func aScanWithoutAFrameIsLeftOutBesideOthers() throws {
    let readings = { (scan: Int, hasFrame: Bool) in
      try [("A", 0.0), ("B", 0.001)].map { observer, error in
        try Self.reading(observer, scan: scan, errors: [error, 0, 0]) {
          if !hasFrame { $0.entries[.tragionRight] = nil }
        }
      }
    }
    let two = try ObserverStudy(readings(0, true) + readings(1, false))
    let lost = try #require(two.findings.first { $0.code == .observersNoFrame })
    #expect(lost.values["scans"] == .names(["head1.ply"]))
    #expect(two.isAlongHeadAxes)
    #expect(two.landmarks.allSatisfy { $0.agreement.readings == 2 })
    let one = try ObserverStudy(readings(1, false))
    #expect(!one.findings.contains { $0.code == .observersNoFrame })
    #expect(!one.isAlongHeadAxes)
    #expect(one.landmarks.map(\.agreement.readings) == [2, 2])
  }

  /// What is assumed of clicks falls with the root of their number, down to what the person adds: 0.2 mm.
  @Test(arguments: [(1, 9e-6), (3, 3e-6)]) func severalClicksAreBetterThanOne(count: Int, variance: Double) throws {
    let reading = try Self.reading("A", errors: .zero) { file in
      file.entries = [
        .sellion: .clicks((0..<count).map { LandmarkClick(frame: "\($0)", pixel: .zero) })
      ]
      file.placed = PlacedLandmarks(frame: .scan, points: [.sellion: .init(position: [0, 0.1, 0])])
    }
    var options = PickedLandmarkOptions()
    options.clickDeviation = 0.003
    let expected = (variance + 4e-8).squareRoot()
    #expect(near(reading.assumedDeviation(of: .sellion, options), expected, 1e-12))
    #expect(reading.assumedDeviation(of: .tragionLeft, options) == nil)
  }

  /// A file that says beside its points where they lie, as it was saved, has not changed; 2 µm are another place.
  @Test(arguments: [0, 5e-7, 2e-6]) func whereLandmarksLayWhenTheFileWasSaved(moved: Double) throws {
    let read = {
      try Self.reading("A", errors: .zero) { file in
        let points = file.entries.compactMapValues { entry -> PlacedLandmarks.Place? in
          guard case .point(let point, _) = entry else { return nil }
          return .init(position: point + [0, moved, 0])
        }
        file.placed = PlacedLandmarks(frame: .mesh, points: points)
      }
    }
    if moved < 1e-6 {
      #expect(throws: Never.self) { try read() }
    } else {
      #expect(throws: ObserverStudyError.self) { try read() }
    }
  }

  /// A file in which nothing was picked is in any frame.
  @Test func anEmptyFileFitsAnyOther() throws {
    let a = try Self.reading("A", errors: .zero)
    let empty = try Self.reading("B", errors: .zero) { file in
      file.entries = [:]
      file.placed = PlacedLandmarks(frame: .scan, points: [:])
    }
    #expect(empty.frame != a.frame)
    #expect(throws: Never.self) { try ObserverStudy([a, empty]) }
    #expect(throws: Never.self) { try ObserverStudy([empty, a]) }
  }
}
