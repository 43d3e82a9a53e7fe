import Analysis
import Diagnostics
import Testing

@testable import DepthFilters
@testable import Markers
@testable import ScanPipeline

/// What is said of a scan, each cause once and the worst first.
@Suite struct ScanTests {
  private static func filtering(persistence: Double) -> DepthFiltering {
    DepthFiltering(
      DepthSigns(frames: 8, outlines: 100, bridged: 0, persistence: persistence, fineNoise: 0.5, steps: 3),
      isStated: false)
  }

  private static let causes = [
    Finding(.trackingClosure).withholding(.width), Finding(.measureMissing).withholding(.length),
  ]

  /// As many ids that the list does not name as it names are another cap, one less are a list with gaps.
  @Test(arguments: [([1, 2, 3], true), ([1, 2, 3, 4], false)] as [(Set<Int>, Bool)])
  func anotherCapIsAtTheRoot(ids: Set<Int>, isOther: Bool) throws {
    let cap = SeenMarkers.cap(ids)
    let unlisted = UnlistedMarkers(SeenMarkers.frames([[Int]](repeating: [11, 12, 13], count: 20)), cap: cap)
    #expect(unlisted.sightings.count == 3)
    let sound = Self.filtering(persistence: 0)
    let root = Scan.root(of: Self.causes, sound, unlisted, cap)
    #expect(root?.code == (isOther ? .markersUnlisted : nil))
    if isOther {
      let found = try #require(root)
      #expect(found.severity == .withheld)
      // In the order of the measures, whatever that of the causes.
      let order = MeasureName.allCases.filter { $0 == .length || $0 == .width }
      #expect(found.measures == order.map(\.rawValue))
    }
    #expect(Scan.root(of: [], sound, unlisted, cap) == nil, "nothing is withheld")
    // Depth that was averaged in time goes before it.
    #expect(Scan.root(of: Self.causes, Self.filtering(persistence: 0.08), unlisted, cap)?.code == .depthTemporalFilter)
  }

  /// Ids that the list leaves out are told where they withhold nothing, too.
  @Test func idsThatNoListNamesAreTold() throws {
    let listed = try #require(try SampleScan.scan.get().cap.ids)
    let other = try #require((0..<100).first { !listed.contains($0) })
    let seen = SeenMarkers.frames([[Int]](repeating: [other], count: 20))
    #expect(try SampleScan.altered(seen: seen).findings.count { $0.code == .markersUnlisted } == 1)
    #expect(try SampleScan.altered().findings.allSatisfy { $0.code != .markersUnlisted })
  }

  @Test func withoutACauseOfItsOwnThereIsNoRoot() {
    let cap = SeenMarkers.cap([1, 2])
    let unlisted = UnlistedMarkers(SeenMarkers.frames([[Int]](repeating: [1, 2], count: 20)), cap: cap)
    #expect(Scan.root(of: Self.causes, Self.filtering(persistence: 0), unlisted, cap) == nil)
  }

  /// Sightings that were left out are counted by their reasons, and stand last.
  @Test func whatWasLeftOutOnTheWayIsTold() throws {
    let scan = try SampleScan.scan.get()
    var sightings: [String: [Int]] = [:]
    for frame in scan.tracking.observations {
      for marker in frame.rejected { sightings[marker.reason.code.rawValue, default: []].append(marker.id) }
    }
    #expect(!sightings.isEmpty)
    let details = scan.findings.filter { $0.severity == .detail && $0.values["sightings"] != nil }
    #expect(details.count == sightings.count)
    for detail in details {
      let ids = try #require(sightings[detail.code.rawValue])
      #expect(detail.values["sightings"]?.figure == Double(ids.count), "\(detail.code)")
      #expect(detail.ids == Set(ids).sorted(), "\(detail.code)")
    }
    #expect(scan.findings.last?.severity == .detail)
    let codes = scan.findings.filter { $0.severity != .detail }.map(\.code)
    for reason in scan.measures.reasons { #expect(codes.contains(reason.code)) }
    for note in scan.measures.notes { #expect(codes.contains(note.code)) }
    #expect(scan.framesDigest?.count == 64)
  }
}
