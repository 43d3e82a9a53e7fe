import Diagnostics
import Images
import Testing

@testable import Markers

/// What is said of markers that can't be used.
@Suite struct MarkerErrorTests {
  @Test func aCapThatIsNotSeenMayBeOfAnotherDictionary() {
    let none = MarkerError.noneSeen(frames: 12, dictionary: "DICT_4X4_100", seenInstead: nil)
    #expect(none.code == .detectionNoneSeen)
    #expect(none.message.values["dictionary"] == .text("DICT_4X4_100"))
    #expect(none.message.subject == .phrase("frames", ["count": .count(12)]))
    let other = MarkerError.noneSeen(frames: 12, dictionary: "DICT_4X4_100", seenInstead: "DICT_5X5_50")
    #expect(other.code == .detectionOtherDictionary)
    #expect(other.message.values["other"] == .text("DICT_5X5_50"))
    #expect(other.remedy?.contains("DICT_5X5_50") == true)
    #expect(none.remedy?.contains("DICT_5X5_50") == false)
  }

  /// Six ids at most, and whether there are more.
  @Test(arguments: [0, 1, 5, 6, 7, 12, 13]) func theFirstIdsAreNamed(count: Int) throws {
    let ids = Array((20..<(20 + count)))
    let error = MarkerError.mostRejected(
      sightings: 90, ids: ids, dictionary: "DICT_4X4_100", reason: .wrongSize)
    let expected = ids.prefix(6).map { FindingValue.count($0) } + (count > 6 ? [.text("…")] : [])
    #expect(error.message.values["ids"] == .list(expected))
    #expect(error.message.values["sightings"] == .count(90))
    #expect(error.description.contains("…") == (count > 6))
  }

  /// Each reason has its code where what helps is another thing.
  @Test func theReasonMakesTheCode() {
    let codes = MarkerRejection.allCases.map { reason in
      MarkerError.mostRejected(sightings: 1, ids: [1], dictionary: "DICT_4X4_100", reason: reason).code
    }
    for (reason, code) in zip(MarkerRejection.allCases, codes) {
      switch reason {
      case .notOnCap: #expect(code == .detectionNotOnCap)
      case .noDepth: #expect(code == .detectionNoDepth)
      default: #expect(code == .detectionRejected)
      }
    }
  }

  /// Where another unit of depth explains the size, it is what is at fault.
  @Test func aSizeThatAUnitExplainsIsOfTheUnit() {
    let size = MarkerError.sizeMismatch(measuredMillimetres: 12.34, expectedMillimetres: 16, units: nil)
    #expect(size.code == .detectionSize)
    #expect(size.message.subject == .phrase("marker_size"))
    #expect(size.message.values["measured"] == .number(12.34, decimals: 1, unit: "mm"))
    #expect(size.message.values["expected"]?.figure == 16)
    #expect(size.message.values["ratio"] == .number(0.77125, decimals: 3))
    #expect(size.message.values["units"]?.figure == 0)
    #expect(size.message.values["taken"]?.figure == 0)
    let unit = MarkerError.sizeMismatch(measuredMillimetres: 3.2, expectedMillimetres: 16, units: (5000, 1000))
    #expect(unit.code == .detectionDepthUnit)
    #expect(unit.message.subject == .phrase("unit_of_depth"))
    #expect(unit.message.values["units"]?.figure == 1000)
    #expect(unit.message.values["taken"]?.figure == 5000)
    #expect(unit.message.values["ratio"]?.figure == 0.2)
  }

  @Test func whatWasFoundEitherWayIsCounted() {
    for (error, code) in [
      (MarkerError.mirrored(dictionary: "DICT_4X4_100", found: 2, other: 9), ErrorCode.detectionMirrored),
      (.inverted(dictionary: "DICT_4X4_100", found: 2, other: 9), .detectionInverted),
    ] {
      #expect(error.code == code)
      #expect(
        error.message.values == ["dictionary": .text("DICT_4X4_100"), "found": .count(2), "other": .count(9)])
    }
  }

  @Test func depthIsSwappedOrTurned() {
    #expect(MarkerError.swappedDepth.code == .detectionSwappedDepth)
    for (turn, word) in [
      (ImageTurn.leftRight, "mirrored_left_right"), (.upsideDown, "mirrored_upside_down"), (.half, "turned_by_half"),
    ] {
      let error = MarkerError.turnedDepth(turn)
      #expect(error.code == .detectionTurnedDepth)
      #expect(error.message.values == ["turn": .phrase(word)])
    }
  }

  @Test func whatOpenCVRefusesIsNamedWithItsFrame() {
    let error = MarkerError.operationFailed(operation: "detectMarkers", frame: "17.5", detail: "no memory")
    #expect(error.code == .detectionFailed)
    #expect(error.message.subject == .phrase("frame", ["frame": .text("17.5")]))
    #expect(error.message.values == ["operation": .text("detectMarkers"), "detail": .text("no memory")])
  }
}
