import Geometry
import Testing

@testable import Markers

@Suite struct MarkerScreeningTests {
  private let camera = Camera(width: 640, height: 480, fx: 600, fy: 600, cx: 320, cy: 240)
  private let cap = Cap(
    dictionary: MarkerDictionary(name: "DICT_4X4_100")!, markerSize: 0.016, ids: Set(0..<20))

  private func marker(_ id: Int, side: Double? = 0.016) -> MarkerObservation {
    let metric = side.map { s in
      MetricCorners(
        points: [[0, 0, 0.3], [s, 0, 0.3], [s, s, 0.3], [0, s, 0.3]], depthSigmas: [0, 0, 0, 0], normal: [0, 0, -1],
        residual: 0, pixels: 100)
    }
    return MarkerObservation(id: id, corners: [], metric: metric, depthPixels: 500, validDepthPixels: 500)
  }

  private func frame(_ index: Int, _ markers: [MarkerObservation]) -> FrameObservations {
    FrameObservations(frame: index, time: Double(index) / 30, camera: camera, markers: markers)
  }

  @Test func rejectsEachStrangerWithItsReason() throws {
    let ordinary = (0..<10).map { frame($0, (0..<8).map { marker($0) }) }
    let odd = frame(10, [marker(1), marker(2, side: 0.0208), marker(3), marker(3), marker(50), marker(4, side: nil)])
    let screened = try MarkerScreening.screen(ordinary + [odd], cap: cap)
    #expect(screened[0].markers.count == 8)
    let last = screened[10]
    #expect(last.markers.map(\.id) == [1])
    let reasons = Dictionary(grouping: last.rejected, by: \.id).mapValues { $0.map(\.reason) }
    #expect(reasons == [2: [.wrongSize], 3: [.seenTwice, .seenTwice], 50: [.notOnCap], 4: [.noDepth]])
  }

  @Test func keepsTheTrueOneOfTwoWhenTheOtherHasTheWrongSize() throws {
    let frames = (0..<5).map { frame($0, [marker(1), marker(2), marker(1, side: 0.0208)]) }
    let screened = try MarkerScreening.screen(frames, cap: cap)
    #expect(screened.allSatisfy { $0.markers.map(\.id) == [1, 2] && $0.rejected.map(\.reason) == [.wrongSize] })
  }

  @Test func toleratesAUniformScaleOfAWrongFocalLength() throws {
    let frames = (0..<5).map { frame($0, (0..<5).map { marker($0, side: 0.0148) }) }
    #expect(try MarkerScreening.screen(frames, cap: cap).allSatisfy { $0.markers.count == 5 })
  }

  @Test func saysThatTheCapFileStatesAnotherSize() throws {
    let frames = (0..<5).map { frame($0, (0..<5).map { marker($0, side: 0.0125) }) }
    let error = #expect(throws: MarkerError.self) { try MarkerScreening.screen(frames, cap: cap) }
    guard case .sizeMismatch(let measured, let expected, let units) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(abs(measured - 12.5) < 1e-9)
    #expect(abs(expected - 16) < 1e-9)
    #expect(units == nil)
  }

  /// A fifth more or less than the print is read, and 15 % more or less than is usual.
  @Test func sizesAreJudgedOnBothSides() throws {
    let read = { (ratio: Double) in
      let frames = (0..<5).map { frame($0, (0..<5).map { marker($0, side: 0.016 * ratio) }) }
      return (try? MarkerScreening.screen(frames, cap: cap)) != nil
    }
    #expect([0.79, 0.81, 1.19, 1.21].map(read) == [false, true, true, false])
    // Usual are 15 mm, of which the limits are 12.75 and 17.25.
    let sides = [0.0126, 0.0129, 0.0171, 0.0174]
    let frames = (0..<9).map { frame($0, (0..<5).map { marker($0, side: 0.015) }) }
    let odd = frame(9, sides.enumerated().map { marker(10 + $0, side: $1) })
    let last = try #require(try MarkerScreening.screen(frames + [odd], cap: cap).last)
    #expect(last.markers.map(\.id) == [11, 12])
    #expect(last.rejected.map(\.id) == [10, 13])
  }

  /// Three sightings are enough where no list names them; a list needs none.
  @Test(arguments: [1, 2, 3]) func idsOfAnOpenCapAreSeenThrice(times: Int) throws {
    let frames = (0..<6).map { frame($0, [marker(1), marker(2)] + ($0 < times ? [marker(7)] : [])) }
    let kept = { (cap: Cap) in
      try MarkerScreening.screen(frames, cap: cap).count { $0.markers.contains { $0.id == 7 } }
    }
    #expect(try kept(Cap(dictionary: cap.dictionary, markerSize: cap.markerSize, ids: nil)) == (times < 3 ? 0 : times))
    #expect(try kept(cap) == times)
  }

  /// Millimetres read as TUM's unit, TUM's as millimetres, metres and others: what would fit is named, and nothing else.
  @Test(
    arguments: [
      (0.2, 5000, 1000), (4.98, 1000, 5000), (1000, 1000, 1_000_000), (0.001, 1000, 1), (10, 1000, 10_000),
      (2, 1000, 2000), (0.5, 2000, 1000), (0.8 / 1.01, 5000, 4000), (1000, 1, 1000), (1.5, 1000, nil), (0.7, 5000, nil),
    ] as [(Double, Double, Double?)])
  func anotherUnitOfDepthIsNamed(ratio: Double, taken: Double, fitting: Double?) throws {
    let frames = (0..<5).map { frame($0, (0..<5).map { marker($0, side: 0.016 * ratio) }) }
    let error = #expect(throws: MarkerError.self) {
      try MarkerScreening.screen(frames, cap: cap, unitsPerMetre: taken)
    }
    #expect(error?.code == (fitting == nil ? .detectionSize : .detectionDepthUnit))
    let message = try #require(error).description
    if let fitting {
      let (unit, size) = (message.range(of: "--depth-scale \(Int(fitting))"), message.range(of: "marker_size_mm"))
      #expect(try #require(unit).lowerBound < #require(size).lowerBound, "\(message)")
    }
    let fault = MarkerSizeRatio(frames, cap: cap).fault(unitsPerMetre: taken)
    #expect(fault?.text().contains("--depth-scale") == (fitting != nil))
    #expect(MarkerSizeRatio(frames, cap: cap).fault()?.text().contains("--depth-scale") == false)
  }

  @Test func dropsRareIDsOfACapWithoutAList() throws {
    let open = Cap(dictionary: cap.dictionary, markerSize: cap.markerSize, ids: nil)
    let frames = (0..<6).map { frame($0, [marker(1), marker(2)] + ($0 == 3 ? [marker(77)] : [])) }
    let screened = try MarkerScreening.screen(frames, cap: open)
    #expect(screened[3].markers.map(\.id) == [1, 2])
    #expect(screened[3].rejected.map(\.reason) == [.rare])
  }
}
