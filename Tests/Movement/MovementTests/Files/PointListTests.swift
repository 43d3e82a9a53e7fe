import Geometry
import Testing

@testable import Movement

/// The points of a person, and how those of all frames are put together.
@Suite struct PointListTests {
  @Test func triplesAreXYAndSurety() {
    let list = PointList(triples: [1, 2, 0.3, 0, 0, 0.9, 0, 5, 0.4, 7, 0, 0.5, .nan, 1, 0.6, 1, .infinity, 0.7, 8, 9])
    #expect(list.positions.count == 6 && list.confidences == [0.3, 0.9, 0.4, 0.5, 0.6, 0.7])
    #expect(list.positions.map(\.isFinite) == [true, false, true, true, false, false])
    #expect(list.positions[0] == [1, 2, 0])
    #expect(list.positions[2] == [0, 5, 0])
    #expect(list.positions[3] == [7, 0, 0])
    #expect(list.positions[4].y.isNaN && list.positions[5].x.isNaN, "all of it is missing")
  }

  @Test func quadruplesAreInSpace() {
    let list = PointList(quadruples: [1, 2, 3, 0.3, 0, 0, 0, 0.9, 0, 0, 6, 0.4, 1, .nan, 2, 0.5, 5, 6, 7])
    #expect(list.positions.count == 4 && list.confidences == [0.3, 0.9, 0.4, 0.5])
    #expect(list.positions.map(\.isFinite) == [true, false, true, false])
    #expect(list.positions[0] == [1, 2, 3])
    #expect(list.positions[2] == [0, 0, 6])
  }

  private func list(_ positions: [Vector3]) -> PointList {
    PointList(positions: positions, confidences: positions.map { _ in 1 })
  }

  @Test func middleAndExtentAreThoseOfThePointsThatAreThere() {
    let three = list([[1, 2, 3], .missing, [5, -2, 3], [0, 6, 9]])
    #expect(three.centre == [2, 2, 5])
    #expect(three.extent == 8)
    #expect(list([[1, 2, 3], [-10, 2, 3]]).extent == 11)
    #expect(list([[1, 2, -4], [2, 2, 3]]).extent == 7)
    #expect(list([.missing]).extent == 0 && list([.missing]).centre == nil)
    #expect(list([[4, 4, 4]]).extent == 0)
  }

  @Test func theDistanceIsTheMedianOfPointsThatBothHave() {
    let from = list([[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]])
    #expect(from.distance(to: list([[0, 3, 4], [1, 2, 1], [2, 2, 4], .missing])) == 2)
    // None in common: from middle to middle.
    let (left, right) = (list([[1, 0, 0], [3, 0, 0], .missing]), list([.missing, .missing, [2, 7, 0]]))
    #expect(left.distance(to: right) == 7)
    #expect(left.distance(to: list([.missing])) == nil)
  }

  @Test func noComponentIsBeyondALimit() {
    for (point, isWithin) in [
      (Vector3(5, -5, 5), true), ([5.1, 0, 0], false), ([0, -5.1, 0], false), ([0, 0, 5.1], false), (.missing, false),
    ] { #expect(point.isWithin(5) == isWithin, "\(point)") }
  }

  // MARK: Builders

  private func builder(_ frames: [[BodyPoint: Vector3]]) throws -> SequenceBuilder {
    var builder = SequenceBuilder(path: "made", skeleton: .coco17, frames: frames.count)
    for frame in frames {
      var positions = [Vector3](repeating: .missing, count: 17)
      for (point, position) in frame { positions[Skeleton.coco17.places[point]!] = position }
      try builder.add(list(positions), frame: "7")
    }
    return builder
  }

  private func places(_ builder: SequenceBuilder, _ point: BodyPoint) -> [Vector3] {
    var builder = builder
    return builder.takeTracks(nil)[point]!.positions
  }

  @Test func coordinatesAreSharesUpToTwiceAPicture() throws {
    #expect(try builder([[.nose: [2, -2, 0]], [.nose: [0.5, 0.1, 0]]]).isNormalised)
    #expect(try !builder([[.nose: [2.1, 0, 0]], [.nose: [0.5, 0.1, 0]]]).isNormalised)
    #expect(try !builder([[.nose: [0, -2.1, 0]]]).isNormalised)
    #expect(try !builder([[:]]).isNormalised)
    // Pixels, where most lie beyond.
    #expect(try builder([[.nose: [3, 0, 0]], [.nose: [0, -3, 0]], [.nose: [1, 1, 0]]]).isInPixels)
    #expect(try builder([[.nose: [3, 0, 0]], [.nose: [-3, 0, 0]], [.nose: [1, 1, 0]]]).isInPixels)
    #expect(try !builder([[.nose: [3, 0, 0]], [.nose: [1, 1, 0]]]).isInPixels)
    #expect(try !builder([[:]]).isInPixels)
  }

  /// From −1 to 1 where more than a twentieth lies left of the picture or above it.
  @Test func sharesAboutTheMiddleAreMoved() throws {
    let inside: [BodyPoint: Vector3] = [.nose: [0.5, 0.25, 0.7]]
    for (outside, isMoved) in [(1, false), (2, true)] {
      for far in [Vector3(-0.5, 0.25, 0), [0.5, -0.5, 0]] {
        var made = try builder((0..<20).map { $0 < 20 - outside ? inside : [.nose: far] })
        made.moveToShares()
        let first = places(made, .nose)[0]
        #expect(
          (first - (isMoved ? Vector3(0.75, 0.625, 0.7) : [0.5, 0.25, 0.7])).length < 1e-12, "\(outside) of 20, \(far)")
      }
    }
    var pixels = try builder([[.nose: [-50, 300, 0]]])
    pixels.moveToShares()
    #expect(places(pixels, .nose)[0] == [-50, 300, 0])
  }

  @Test func aPictureScalesAndFlattens() throws {
    var made = try builder([[.nose: [0.25, 0.5, 0.125]]])
    made.scale(width: 640, height: 480)
    #expect(places(made, .nose)[0] == [160, 240, 0.125])
    made.flatten()
    #expect(places(made, .nose)[0] == [160, 240, 0])
  }

  @Test func theMiddleOfTheHipsTellsMetres() throws {
    let hips = { (x: Double) -> [BodyPoint: Vector3] in [.leftHip: [x - 0.1, 0, 0.3], .rightHip: [x + 0.1, 0, -0.3]] }
    #expect(try builder([hips(0.019), hips(0), hips(0.5), hips(0.01), [:]]).isAboutHips)
    #expect(try !builder([hips(0.021), hips(0.021), hips(0)]).isAboutHips)
    #expect(try !builder([[.leftHip: [0, 0, 0.1]]]).isAboutHips)
  }

  /// A thigh has 7 to 70 cm.
  @Test(arguments: [(0.08, 1.0), (0.69, 1), (0.71, 1), (69, 0.01), (71, 0.001), (690, 0.001), (710, 1), (0.06, 1)])
  func aThighTellsTheUnit(_ thigh: Double, _ unit: Double) throws {
    var made = try builder([[.leftHip: [1, 2, 3], .leftKnee: [1, 2 - thigh, 3]]])
    made.scaleToMetres()
    #expect((places(made, .leftHip)[0] - Vector3(1, 2, 3) * unit).length < 1e-12)
  }

  @Test func aCoordinateThatNoRoomHasIsRefused() throws {
    #expect(throws: MotionError.self) { try builder([[.nose: [0, -1.1e7, 0]]]) }
    #expect(throws: Never.self) { try builder([[.nose: [0, -1e7, 0]], [.nose: [.infinity, 1e9, 0]]]) }
    #expect(try !places(builder([[.nose: [.infinity, 1e9, 0]]]), .nose)[0].isFinite)
  }

  @Test func sizesAreShownAsTheyAre() {
    #expect(SizeCheck.shown(640, 480) == .text("640x480"))
    #expect(SizeCheck.shown(640.5, 480) == .text("640.5x480"))
    #expect(SizeCheck.shown(640, 1e300) == .text("640x1e+300"))
  }
}
