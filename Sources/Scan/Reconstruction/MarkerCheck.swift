import Images
import Markers
import Recordings

/// Whether the markers that were seen in a recording can be its cap's, and what its images show instead.
package struct MarkerCheck {
  private let recording: Recording
  private let cap: Cap
  private let options: ScreeningOptions

  /// A check of a recording's frames against a cap.
  package init(_ recording: Recording, cap: Cap, _ options: ScreeningOptions = ScreeningOptions()) {
    (self.recording, self.cap, self.options) = (recording, cap, options)
  }

  /// The sightings of some or all frames, those that can't be the cap's rejected.
  ///
  /// - Throws: a `MarkerError` where none or hardly any can be used.
  package func screened(_ observations: [FrameObservations]) throws -> [FrameObservations] {
    do {
      let screened = try MarkerScreening.screen(
        observations, cap: cap, options: options, unitsPerMetre: recording.unitsPerMetre)
      try require(screened)
      if let turn = try turnOfDepth(screened) { throw MarkerError.turnedDepth(turn) }
      return screened
    } catch let error as MarkerError {
      throw recording.hasSwappedDepth ? MarkerError.swappedDepth : error
    }
  }

  private func require(_ screened: [FrameObservations]) throws {
    let markers = screened.reduce(0) { $0 + $1.markers.count }
    if markers < MarkerScreening.fewestIDs * screened.count, let other = try otherView() { throw other }
    let usable = Set(screened.flatMap { $0.markers.map(\.id) })
    if usable.count >= MarkerScreening.fewestIDs { return }
    if let other = try otherDictionary(beyond: usable.count) {
      throw MarkerError.noneSeen(frames: screened.count, dictionary: cap.dictionary.name, seenInstead: other)
    }
    if let rejection = commonestRejection(screened) { throw rejection }
    if !usable.isEmpty { return }
    throw MarkerError.noneSeen(frames: screened.count, dictionary: cap.dictionary.name, seenInstead: nil)
  }

  /// Some of the colour images.
  private func probes() throws -> [GrayImage] { try Self.some(of: recording.frames).map { try recording.gray($0) } }

  /// A few of many, from the first on.
  private static func some<Item>(of items: [Item]) -> [Item] {
    Set([0, items.count / 4, items.count / 2, 3 * items.count / 4]).sorted().map { items[$0] }
  }

  /// How depth must be turned to lie on the colour images; nil where it lies there as it is.
  ///
  /// Markers are all of one size. Where their sizes scatter as those of a cap never do, depth is turned in each way, and
  /// one that makes the same markers alike again is the right one.
  private func turnOfDepth(_ screened: [FrameObservations]) throws -> ImageTurn? {
    guard !screened.isEmpty, MarkerSizeRatio(screened, cap: cap).deviation > Self.oddSpread else { return nil }
    let frames = try Self.some(of: screened).map { seen in
      let frame = recording.frames[seen.frame]
      return (frame, try recording.gray(frame), try recording.depth(frame))
    }
    let detector = MarkerDetector(cap)
    let spread = { (turn: ImageTurn?) throws -> (deviation: Double, sightings: Int) in
      let seen = try frames.map { frame, gray, depth in
        try detector.observe(
          gray: gray, depth: turn.map { depth.turned($0) } ?? depth, cameras: frame.cameras, frame: frame.index,
          time: frame.time, name: frame.name)
      }
      let sightings = seen.reduce(0) { $0 + $1.markers.count { cap.contains($0.id) && $0.metric != nil } }
      return (MarkerSizeRatio(seen, cap: cap).deviation, sightings)
    }
    let asItIs = try spread(nil)
    let turns = try ImageTurn.allCases.map { ($0, try spread($0)) }
    let best = turns.filter { $0.1.sightings >= max(MarkerScreening.fewestIDs, asItIs.sightings) }.min {
      $0.1.deviation < $1.1.deviation
    }
    return best.flatMap { $0.1.deviation < asItIs.deviation / 2 ? $0.0 : nil }
  }

  /// The sizes of a cap's markers, over the printed one, scatter less than this: standard deviation; 0.004 to 0.01 in sound
  /// recordings, 0.06 to 0.15 where depth is mirrored or upside down.
  private static let oddSpread = 0.03

  /// The mirrored images or the negative, where these show the cap's markers and the images themselves hardly any.
  private func otherView() throws -> MarkerError? {
    let images = try probes()
    let detector = MarkerDetector(cap)
    let seen = { (images: [GrayImage]) in
      try images.reduce(0) { sum, image in
        try sum + detector.corners(in: image, frame: "probe").count { cap.contains($0.id) }
      }
    }
    let found = try seen(images)
    let enough = max(MarkerScreening.fewestIDs, Self.clearly * found)
    let mirrored = try seen(images.map(\.mirrored))
    if mirrored >= enough {
      return .mirrored(dictionary: cap.dictionary.name, found: found, other: mirrored)
    }
    let negative = try seen(images.map(\.negative))
    return negative >= enough ? .inverted(dictionary: cap.dictionary.name, found: found, other: negative) : nil
  }

  /// So many times as many markers are no chance: mirrored markers are misread as others of their dictionary now and then.
  private static let clearly = 3

  /// The dictionary that some of the images show, if it is another than the cap's and shows more ids.
  private func otherDictionary(beyond ids: Int) throws -> String? {
    guard let likely = try MarkerDetector.likelyDictionary(in: try probes()), likely.ids.count > ids else { return nil }
    // DICT_4X4_50 is the beginning of DICT_4X4_100: ids that both explain are the cap's own.
    let own = likely.ids.count { likely.dictionary.bits(of: $0) == cap.dictionary.bits(of: $0) }
    return 2 * own > likely.ids.count ? nil : likely.dictionary.name
  }

  /// The reason for which most sightings were rejected; nil where at least as many can be used.
  private func commonestRejection(_ screened: [FrameObservations]) -> MarkerError? {
    let rejected = Dictionary(grouping: screened.flatMap(\.rejected), by: \.reason)
    let reasons = MarkerRejection.allCases
    guard let reason = reasons.max(by: { rejected[$0]?.count ?? 0 < rejected[$1]?.count ?? 0 }),
      let sightings = rejected[reason], sightings.count > screened.reduce(0, { $0 + $1.markers.count })
    else { return nil }
    return .mostRejected(
      sightings: sightings.count, ids: Set(sightings.map(\.id)).sorted(), dictionary: cap.dictionary.name,
      reason: reason)
  }
}
