import Foundation
import Geometry
import Images
import Testing

@testable import Movement

/// Blocks of small pictures, whose shifts and contrast are known.
@Suite struct PictureBlockTests {
  private func picture(_ width: Int, _ height: Int, _ value: (Int, Int) -> Double) -> SmallPicture {
    SmallPicture(
      GrayImage(
        width: width, height: height,
        pixels: (0..<(width * height)).map { UInt8(value($0 % width, $0 / width).rounded()) }))
  }

  /// 330 pixels across are 165 of two by two; a last row and what lies beyond are left.
  @Test func aPictureIsAveragedDown() {
    let small = picture(330, 7) { x, y in Double(x % 2 * 10 + y % 2 * 40 + x / 2 % 3 * 60) }
    #expect(small.factor == 2 && small.width == 165 && small.height == 3)
    for (place, value) in small.values.enumerated() {
      #expect(abs(Double(value) - Double(25 + place % 165 % 3 * 60)) < 1e-4, "\(place)")
    }
    let same = picture(40, 30) { x, y in Double(2 * x + 3 * y) }
    #expect(same.factor == 1 && same.width == 40 && same.height == 30)
    // Between pixels values are linear; there are none beyond the last pixels' middles.
    #expect(abs(same.value(3.25, 4.5)! - 20) < 1e-6)
    #expect(abs(same.value(38.5, 28.75)! - 163.25) < 1e-6)
    #expect(same.value(0, 0) == 0)
    for (x, y) in [(39.0, 4.0), (-0.1, 4), (4, 29), (4, -0.1)] { #expect(same.value(x, y) == nil, "\(x), \(y)") }
  }

  /// The median difference of two pictures, by 1.4826 / √2, and a tenth at least.
  @Test func theNoiseOfAPixelIsThatOfDifferences() {
    let one = picture(40, 30) { x, y in Double(100 + x % 5) }
    let other = picture(40, 30) { x, y in Double(100 + x % 5 + (y < 20 ? (x % 2 == 0 ? 4 : -4) : 90)) }
    #expect(abs(one.noise(against: other) - 1.4826 * 4 / 2.0.squareRoot()) < 1e-4)
    #expect(one.noise(against: one) == 0.1)
  }

  @Test func blocksFillAPictureButItsBorders() {
    #expect(PictureBlock.all(of: picture(40, 30) { _, _ in 9 }).count == 2)
    #expect(PictureBlock.all(of: picture(160, 90) { _, _ in 9 }).count == 11 * 6)
    #expect(PictureBlock.all(of: picture(18, 18) { _, _ in 9 }).count == 1)
    #expect(PictureBlock.all(of: picture(17, 40) { _, _ in 9 }).isEmpty)
  }

  /// Triangles 0, 1, 2, 1 by 10 across and by 20 down: of 14 columns 7 have a slope, one more of −1 than of 1, so that the sums
  /// of products are 98 · 100, 98 · 400 and 200. The weaker direction has 24,500 − √(14,700² + 200²) = 9,798.64.
  @Test func contrastTellsHowFarAShiftIsKnown() {
    let triangle = [0.0, 1, 2, 1]
    for turned in [false, true] {
      let block = PictureBlock(
        picture(40, 30) { x, y in (turned ? 20 : 10) * triangle[x % 4] + (turned ? 10 : 20) * triangle[y % 4] }, x: 2,
        y: 2)
      // √2 / √9,798.64 = 0.0142868: a quarter of the limit.
      #expect(block.shows(0.0573, 1))
      #expect(!block.shows(0.0570, 1))
      #expect(block.shows(0.1146, 2))
      #expect(!block.shows(0.1140, 2))
      // Slopes of noise alone are half of its variance in each of 196 pixels: four times as much at a noise of 5.0.
      #expect(block.shows(10, 4.98))
      #expect(!block.shows(10, 5.02))
    }
    // Lines in one direction, whichever it is.
    #expect(!PictureBlock(picture(40, 30) { x, _ in Double(3 * x) }, x: 2, y: 2).shows(10, 0.1))
    #expect(!PictureBlock(picture(40, 30) { x, y in Double(3 * x + y) }, x: 2, y: 2).shows(10, 0.1))
  }

  @Test func aBlockReachesHalfASideBeyondItself() {
    let block = PictureBlock(picture(40, 40) { _, _ in 9 }, x: 3, y: 12)
    for (point, isNear) in [
      (Vector2(-3.9, 15), true), ([-4.1, 15], false), ([23.9, 15], true), ([24.1, 15], false), ([5, 5.1], true),
      ([5, 4.9], false), ([5, 32.9], true), ([5, 33.1], false),
    ] { #expect(block.isNear(point) == isNear, "\(point)") }
  }

  private func pattern(_ x: Double, _ y: Double) -> Double {
    120 + 40 * sin(0.2 * x) + 35 * cos(0.17 * y + 0.5) + 20 * sin(0.15 * x + 0.11 * y)
  }

  /// What lies 0.6 pixels farther to the right and 0.4 higher up in a brighter picture; by its own slopes, to a tenth of a
  /// pixel.
  @Test func aShiftIsFoundWhateverTheExposure() throws {
    let still = picture(40, 30) { x, y in self.pattern(Double(x), Double(y)) }
    let moved = picture(40, 30) { x, y in self.pattern(Double(x) - 0.6, Double(y) + 0.4) + 10 }
    let blocks = PictureBlock.all(of: still)
    #expect(blocks.count == 2)
    for block in blocks {
      let shift = try #require(block.shift(in: moved, noise: 0.3))
      #expect((shift - [0.6, -0.4]).length < 0.1, "\(shift)")
      let none = try #require(block.shift(in: still, noise: 0.3))
      #expect(none.length < 1e-9)
      // Something else is there.
      let other = picture(40, 30) { x, y in Double(50 + x * 37 % 101 + y * 53 % 97) }
      #expect(block.shift(in: other, noise: 0.3) == nil)
    }
    #expect(
      PictureBlock(picture(40, 30) { _, _ in 80 }, x: 2, y: 2).shift(in: still, noise: 1) == nil,
      "nothing to hold on to")
  }

  /// Shifts by more than a pixel, of slanted lines that hardly show how far they are moved along themselves.
  @Test(arguments: [(2.1, -1.7, 0.0), (-1.4, 2.2, -15)]) func aShiftOfSlantedLinesIsFound(
    _ x: Double, _ y: Double, _ brighter: Double
  ) throws {
    let lines = { (x: Double, y: Double) -> Double in
      let (along, across) = (sin(0.3 * (x - y)), sin(0.3 * (x + y) + 1))
      return 128 + 95 * across + 16 * along
    }
    let block = PictureBlock(picture(40, 40) { lines(Double($0), Double($1)) }, x: 12, y: 13)
    let moved = picture(40, 40) { lines(Double($0) - x, Double($1) - y) + brighter }
    let shift = try #require(block.shift(in: moved, noise: 0.3))
    #expect((shift - [x, y]).length < 0.1, "\(shift)")
  }

  /// A single pixel has slopes of a half, whose products are 0.5, 0.5 and 0.
  @Test func aPixelIsEnoughToHoldOnTo() throws {
    let dot = picture(40, 30) { x, y in x == 9 && y == 8 ? 81 : 80 }
    #expect(try #require(PictureBlock(dot, x: 2, y: 2).shift(in: dot, noise: 0.1)).length < 1e-9)
  }

  /// Even about the block's middle, so that another contrast c shifts nothing: (1 − c)² of the squares is left, a ninth of
  /// which may be. Large noise explains anything.
  @Test func aThirdOfTheContrastMayDiffer() {
    let even = { (x: Int, y: Int) in 50 * cos(0.4 * (Double(x) - 8.5)) + 40 * cos(0.35 * (Double(y) - 8.5)) }
    let block = PictureBlock(picture(40, 30) { x, y in 125 + even(x, y) }, x: 2, y: 2)
    for (contrast, isSame) in [(0.68, true), (0.65, false), (1.32, true), (1.35, false)] {
      let other = picture(40, 30) { x, y in 125 + contrast * even(x, y) }
      #expect((block.shift(in: other, noise: 0.1) != nil) == isSame, "\(contrast)")
      #expect(block.shift(in: other, noise: 60) != nil, "\(contrast)")
    }
    // Of half as much contrast 0.5² are left: what a ninth does not take is that of twice the noise.
    let places = (0..<196).map { even(2 + $0 % 14, 2 + $0 / 14) }
    let mean = places.reduce(0, +) / 196
    let square = places.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 196
    let noise = ((0.5 * 0.5 - 1.0 / 9) * square / 4).squareRoot()
    let other = picture(40, 30) { x, y in 125 + 0.5 * even(x, y) }
    #expect(block.shift(in: other, noise: 0.96 * noise) == nil)
    #expect(block.shift(in: other, noise: 1.04 * noise) != nil)
  }

  @Test func theTorsoIsKnownInAShareOfFrames() {
    let pose = TorsoPoses.Pose(torsoFromCamera: .identity, covariance: .zero)
    #expect(TorsoPoses(reference: nil, poses: [nil, pose, nil, pose, pose]).share == 0.6)
    #expect(TorsoPoses(reference: nil, poses: []).share == 0)
    let still = TorsoPoses.ofCamera(frames: 3, deviation: 0.2)
    #expect(still.poses.count == 3 && still.reference == .camera)
    #expect(abs(still.poses[0]!.covariance.c1.y - 0.04) < 1e-12 && still.poses[0]!.covariance.c1.x == 0)
  }

  @Test func enoughOfTheBackgroundHasToStay() {
    for (usable, share, isKnown, isStill) in [
      (6, 0.75, true, true), (5, 1.0, false, false), (16, 0.25, true, true), (16, 0.24, true, false),
      (12, 0.25, true, false), (100, 0.2, true, false),
    ] {
      let found = CameraStillness(usable: usable, share: share, deviation: 0)
      #expect(found.isKnown == isKnown, "\(usable), \(share)")
      #expect(found.isStill == isStill, "\(usable), \(share)")
    }
  }
}
