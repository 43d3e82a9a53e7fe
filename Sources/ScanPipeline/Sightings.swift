import Analysis
import Geometry
import Markers
import Outputs
import Recordings
import Workers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the first pass over a recording sees: markers and depth validity of every frame, and the digest of its images.
struct Sightings {
  var frames: [FrameObservations]
  var validity: [FrameDepthValidity]
  /// The digest of the digests of all images, colour before depth.
  let digest: String

  /// Detects the cap's markers in every frame, several frames at a time.
  static func observe(
    _ recording: Recording, cap: Cap, workers: Workers, step: @Sendable (Int) -> Void
  ) throws -> Sightings {
    let detector = MarkerDetector(cap)
    let seen = workers.map(recording.frames.count, tool: { FrameObserver(recording, detector) }) {
      observer, index -> Result<Sighting, any Error> in
      defer { step(index) }
      do { return .success(try observer.observe(recording.frames[index])) } catch { return .failure(error) }
    }
    let frames = try seen.map { try $0.get() }
    return Sightings(
      frames: frames.map(\.observations), validity: frames.map(\.validity),
      digest: Checksum.sha256(Data(frames.flatMap { ($0.colorDigest + $0.depthDigest).utf8 })))
  }

  /// The observations that can be the cap's.
  ///
  /// - Throws: ``MarkerError/noneSeen(frames:dictionary:seenInstead:)`` where there is none, with the dictionary that
  ///   the images show instead, if any; ``MarkerError/mostRejected(sightings:ids:dictionary:reason:)`` where hardly any
  ///   can be used.
  func screened(_ recording: Recording, cap: Cap) throws -> [FrameObservations] {
    let screened = try MarkerScreening.screen(frames, cap: cap)
    let usable = Set(screened.flatMap { $0.markers.map(\.id) })
    if usable.count >= Self.fewestIDs { return screened }
    if let other = try Self.otherDictionary(recording, cap: cap, beyond: usable.count) {
      throw MarkerError.noneSeen(frames: frames.count, dictionary: cap.dictionary.name, seenInstead: other)
    }
    if let rejection = Self.commonestRejection(screened, cap: cap) { throw rejection }
    if !usable.isEmpty { return screened }
    throw MarkerError.noneSeen(frames: frames.count, dictionary: cap.dictionary.name, seenInstead: nil)
  }

  /// With fewer ids than this, a sighting may be an accident of another dictionary's markers.
  private static let fewestIDs = 4

  /// The dictionary that some of the images show, if it is another than the cap's and shows more ids.
  private static func otherDictionary(_ recording: Recording, cap: Cap, beyond ids: Int) throws -> String? {
    let count = recording.frames.count
    let probes = Set([0, count / 4, count / 2, 3 * count / 4]).sorted()
    let images = try probes.map { try recording.gray(recording.frames[$0]) }
    guard let likely = try MarkerDetector.likelyDictionary(in: images), likely.ids.count > ids else { return nil }
    // DICT_4X4_50 is the beginning of DICT_4X4_100: what both explain is the cap's own.
    let own = likely.ids.count { likely.dictionary.bits(of: $0) == cap.dictionary.bits(of: $0) }
    return 2 * own > likely.ids.count ? nil : likely.dictionary.name
  }

  /// The reason for which most sightings were rejected; nil where as many can be used.
  private static func commonestRejection(_ screened: [FrameObservations], cap: Cap) -> MarkerError? {
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
