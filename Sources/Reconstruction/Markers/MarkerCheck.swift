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
      return screened
    } catch let error as MarkerError {
      throw recording.hasSwappedDepth ? MarkerError.swappedDepth : error
    }
  }

  private func require(_ screened: [FrameObservations]) throws {
    let markers = screened.reduce(0) { $0 + $1.markers.count }
    if markers < options.fewestIDs * screened.count, let other = try otherView() { throw other }
    let usable = Set(screened.flatMap { $0.markers.map(\.id) })
    if usable.count >= options.fewestIDs { return }
    if let other = try otherDictionary(beyond: usable.count) {
      throw MarkerError.noneSeen(frames: screened.count, dictionary: cap.dictionary.name, seenInstead: other)
    }
    if let rejection = commonestRejection(screened) { throw rejection }
    if !usable.isEmpty { return }
    throw MarkerError.noneSeen(frames: screened.count, dictionary: cap.dictionary.name, seenInstead: nil)
  }

  /// Some of the colour images.
  private func probes() throws -> [GrayImage] {
    let count = recording.frames.count
    let probes = Set([0, count / 4, count / 2, 3 * count / 4]).sorted()
    return try probes.map { try recording.gray(recording.frames[$0]) }
  }

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
    let enough = max(options.fewestIDs, Self.clearly * found)
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
