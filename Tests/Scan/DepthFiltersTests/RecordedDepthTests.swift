import Foundation
import Recordings
import TestSupport
import Testing

@testable import DepthFilters

/// Recordings of which nothing was filtered.
@Suite struct RecordedDepthTests {
  private static let own = ["sample", "plagio", "half"].map {
    SharedMaterial.packageRoot.appendingPathComponent("Datasets/" + $0)
  }
  private static let shared = [
    "scans/practice_a", "scans/practice_b", "scans/practice_half", "real/truedepth-iphone11pro",
  ].map { SharedMaterial.folder.appendingPathComponent($0) }

  @Test(arguments: own) func recordingsOfTheProjectAreNotNamed(url: URL) throws { try Self.check(url) }

  @Test(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)), arguments: shared)
  func recordingsOfOthersAreNotNamed(url: URL) throws { try Self.check(url) }

  private static func check(_ url: URL) throws {
    let recording = try Recording.open(url)
    let filtering = DepthFiltering(recording)
    #expect(filtering.reason == nil, "\(filtering.signs)")
    #expect(filtering.notes.isEmpty, "\(filtering.signs)")
    #expect(!filtering.mayHideAveraging, "\(filtering.signs)")
    #expect(filtering.signs.frames >= 5)
    #expect(filtering.signs.bridged == 0)
    #expect(filtering.signs.persistence != nil)
    // Nothing is left out of such a recording.
    #expect(recording.without(filtering).droppedRamps == nil)
  }
}
