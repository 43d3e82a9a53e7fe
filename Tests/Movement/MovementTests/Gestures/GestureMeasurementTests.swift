import Diagnostics
import Feedback
import Foundation
import Geometry
import Testing

@testable import Movement

/// Thumbs up and down of made-up hands whose score is known in closed form.
@Suite struct GestureMeasurementTests {
  /// A hand in axes of its own (x from the wrist to the middle knuckle, y along the row of knuckles towards the thumb).
  struct Hand {
    /// Between the thumb and the row of knuckles, and between a finger's end and its back, in degrees.
    var thumb = 20.0, fold = [170.0, 172, 168, 165]
    /// Whether fingers fold in the plane of the hand, as a picture from the side shows it, or towards the palm.
    var isFlat = false

    /// The score without the factor of up.
    var factor: Double {
      let folds = fold.map { (1 - cos($0 * .pi / 180)) / 2 }
      return max(0, cos(thumb * .pi / 180)) * folds.min()!
    }

    /// The thumb's direction.
    var thumbDirection: Vector3 { [sin(thumb * .pi / 180), cos(thumb * .pi / 180), 0] }

    func points(_ rotation: Matrix3 = .identity, scale: Double = 1, at place: Vector3 = .zero) -> [Vector3] {
      var points: [Vector3] = [.zero, [0.2, 0.25, 0], [0.45, 0.4, 0]]
      points += [points[2] + thumbDirection * 0.3, points[2] + thumbDirection * 0.6]
      for (row, fold) in zip([0.33, 0.11, -0.11, -0.33], fold) {
        let knuckle = Vector3(1, row, 0)
        let middle = knuckle + Vector3(0.3, 0, 0)
        let axis = isFlat ? Vector3(0, 0, 1) : knuckle.cross([0, 0, 1]).normalized
        let end = Matrix3.rotation(axis * (fold * .pi / 180)) * knuckle.normalized
        points += [knuckle, middle, middle + end * 0.2, middle + end * 0.4]
      }
      // In axes where y is down.
      return points.map { place + rotation * Vector3($0.x, -$0.y, $0.z) * scale }
    }
  }

  /// A fist from the side, as a picture shows it, with the thumb tilted by an angle in degrees.
  private func flat(_ tilt: Double, thumb: Double = 20, fold: Double = 170) -> [Vector3] {
    let hand = Hand(thumb: thumb, fold: Array(repeating: fold, count: 4), isFlat: true)
    // Turned back by the thumb's own angle: then the tilt is that of the thumb.
    return hand.points(.rotation([0, 0, (tilt - thumb) * .pi / 180]), scale: 90, at: [600, 400, 0])
  }

  private func seen(_ points: [Vector3], _ label: BodySide? = .right, _ score: Double? = 0.95) -> SeenHand {
    SeenHand(points: points, label: label, labelScore: score)
  }

  private func measured(
    _ frames: [[SeenHand]], rate: Double = 30, labels: HandLabels? = nil, rules: GestureRules = .standard,
    side: BodySide? = nil
  ) -> MeasuredGesture {
    GestureMeasurement(rules: rules, labels: labels, side: side).measure(
      HandSequence(coordinates: .pixels, times: frames.indices.map { Double($0) / rate }, hands: frames))
  }

  private func codes(_ measured: MeasuredGesture) -> [FindingCode] { measured.result.findings.map(\.code) }

  @Test(arguments: 1...50) func theScoreIsItsClosedFormInEveryPose(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let hand = Hand(
      thumb: 170 * random.uniform() - 85, fold: (0..<4).map { _ in 180 * random.uniform() })
    let rotation = Matrix3.rotation(random.normal3() * 1.5)
    let scale = 0.01 + 500 * random.uniform()
    let points = hand.points(rotation, scale: scale, at: random.normal3() * 100)
    let thumb = rotation * Vector3(hand.thumbDirection.x, -hand.thumbDirection.y, 0)
    let expected = -thumb.y * hand.factor
    let score = try #require(ThumbScore.score(points))
    #expect(abs(score - expected) < 1e-9, "seed \(seed)")
    let mirrored = points.map { Vector3(-$0.x, $0.y, $0.z) }
    #expect(abs(try #require(ThumbScore.score(mirrored)) - expected) < 1e-9, "seed \(seed)")
    let turned = points.map { Vector3(-$0.x, -$0.y, $0.z) }
    #expect(abs(try #require(ThumbScore.score(turned)) + expected) < 1e-9, "seed \(seed): upside down")
  }

  @Test func otherHandsHaveNoScore() throws {
    let score = { (hand: Hand) in ThumbScore.score(hand.points()) }
    #expect(try #require(score(Hand())) > 0.85)
    #expect(abs(try #require(score(Hand(fold: [0, 0, 0, 0])))) < 1e-12, "a flat hand")
    #expect(abs(try #require(score(Hand(fold: [0, 170, 170, 170])))) < 1e-12, "a pointing finger")
    #expect(abs(try #require(score(Hand(thumb: 90)))) < 1e-12, "a thumb along the hand")
    #expect(try #require(score(Hand(thumb: 150))) == 0, "a thumb across the fingers")
    #expect(abs(try #require(ThumbScore.score(flat(90)))) < 1e-9, "a thumb that points sideways")
  }

  @Test func missingAndCoincidingPointsHaveNoScore() {
    var points = Hand().points()
    points[HandPoint.thumbTip] = .missing
    #expect(ThumbScore.score(points) == nil)
    #expect(ThumbScore.score(Array(repeating: .zero, count: 21)) == nil)
    #expect(ThumbScore.score(Array(Hand().points().prefix(20))) == nil)
    points = Hand().points()
    points[8] = points[6]
    #expect(ThumbScore.score(points) == nil)
    // The palm, from the wrist to (1, 0.11), has the length 1.006: a twentieth of it is the least way.
    for scale in [0.01, 1, 300] {
      for (share, isTold) in [(0.049, false), (0.051, true)] {
        points = Hand().points(scale: scale)
        points[8] = points[6] + Vector3(0, 0, 1.006 * share * scale)
        #expect((ThumbScore.score(points) != nil) == isTold, "\(scale), \(share)")
      }
    }
  }

  @Test func upIsYesAndDownIsNoAfterTwoSeconds() throws {
    for (tilt, answer) in [(0.0, GestureAnswer.yes), (180, .no), (25, .yes), (-155, .no)] {
      let frames = Array(repeating: [SeenHand](), count: 15) + Array(repeating: [seen(flat(tilt))], count: 75)
      let result = measured(frames).result
      #expect(result.answer == answer, "\(tilt)")
      #expect(result.status == .complete, "\(tilt)")
      let held = try #require(result.held.first)
      let expected = cos(tilt * .pi / 180) * cos(20 * .pi / 180) * (1 - cos(170 * .pi / 180)) / 2
      #expect(abs(held.score - expected) < 1e-3)
      #expect(held.ci95 == [held.score, held.score])
      #expect(held.fromS == 0.5)
      #expect(held.toS == 89.0 / 30)
      #expect(held.frames == 75)
      #expect(held.hand == .right)
      #expect(result.states.map(\.state) == ["intro", "measuring", "completed"])
      #expect(abs(result.states[2].timeS - 2.5) < 1e-6)
    }
    #expect(measured(Array(repeating: [seen(flat(0))], count: 59)).result.answer == .repeat, "held for 1.93 s")
  }

  /// Feedback counts from the first frame, results are of the file's own clock.
  @Test func timesOfFeedbackCountFromTheFirstFrame() throws {
    let frames = Array(repeating: [SeenHand](), count: 15) + Array(repeating: [seen(flat(0))], count: 75)
    let measured = GestureMeasurement().measure(
      HandSequence(coordinates: .pixels, times: frames.indices.map { 100 + Double($0) / 30 }, hands: frames))
    #expect(measured.feedback[0].time == 0)
    #expect(abs(measured.feedback[89].time - 89.0 / 30) < 1e-9)
    let held = try #require(measured.result.held.first)
    #expect(held.fromS == 100.5 && held.firstFrame == 15 && held.lastFrame == 89)
    #expect(measured.result.source.durationS == 2.967 && measured.result.source.rate == 30)
    #expect(measured.times[0] == 100)
  }

  /// The knuckle of the middle finger lies 6.3° above the hand's axis: palms that point down by more than 44.4° hang. A wrist
  /// lies above another one by the longer of both palms.
  @Test func whichHandHangsAndWhichIsRaised() {
    let open = Hand(fold: [0, 0, 0, 0], isFlat: true)
    for (degrees, hangs) in [
      (0.0, false), (50, false), (51.5, true), (90, true), (141, true), (143, false), (-90, false),
    ] {
      #expect(seen(open.points(.rotation([0, 0, degrees * .pi / 180]), scale: 60)).hangs == hangs, "\(degrees)°")
    }
    let (large, small) = (
      seen(open.points(scale: 90, at: [0, 100, 0])),
      { (y: Double) in self.seen(open.points(scale: 60, at: [0, y, 0])) }
    )
    #expect(large.isAbove(small(191)) && !large.isAbove(small(189)))
    #expect(small(9).isAbove(large) && !small(11).isAbove(large))
  }

  /// A thumb up with the fold that gives a score of so much.
  private func hand(_ score: Double) -> [Vector3] {
    flat(0, fold: acos(1 - 2 * score / cos(20 * .pi / 180)) * 180 / .pi)
  }

  @Test func aScoreNearTheThresholdIsJudgedAndSaid() {
    let below = measured(Array(repeating: [seen(hand(0.499))], count: 90))
    #expect(below.result.answer == .repeat)
    #expect(codes(below) == [.gestureNoThumb])
    let above = measured(Array(repeating: [seen(hand(0.501))], count: 90))
    #expect(above.result.answer == .yes)
    #expect(codes(above) == [])
    // Scores 0.02 to either side of 0.501: their mean is known to 2 · 0.02 / √90 = 0.004.
    let noisy = measured((0..<90).map { [seen(hand($0 % 2 == 0 ? 0.521 : 0.481))] })
    #expect(noisy.result.held.count == 1, "\(noisy.result.held)")
    #expect(codes(noisy).contains(.gestureNearThreshold), "\(noisy.result.held)")
  }

  /// The mean falls below the threshold and rises again while the thumb rests: that is one answer, with all its frames.
  @Test func aRestIsOneAnswer() throws {
    let scores = [(0.52, 61), (0.45, 30), (0.6, 30)].flatMap { Array(repeating: $0, count: $1) }
    let one = measured(scores.map { [seen(hand($0))] })
    #expect(one.result.states.map(\.state) == ["measuring", "completed", "measuring", "completed"])
    #expect(one.result.held.count == 1)
    #expect(one.result.answer == .yes)
    let held = try #require(one.result.held.first)
    #expect(held.frames == scores.count)
    #expect(held.fromS == 0)
    #expect(held.lastFrame == scores.count - 1)
    #expect(abs(held.score - scores.reduce(0, +) / Double(scores.count)) < 1e-3)
  }

  @Test func ofTwoHandsTheRightOneCounts() {
    let (up, down) = (flat(0), flat(180))
    let both = [seen(down, .left), seen(up, .right)]
    let own = measured(Array(repeating: both, count: 90))
    #expect(own.result.answer == .yes)
    #expect(codes(own) == [.gestureSideAssumed])
    let swapped = measured(Array(repeating: both, count: 90), labels: .swapped)
    #expect(swapped.result.answer == .no)
    #expect(codes(swapped) == [])
    #expect(swapped.result.held[0].hand == .right)
    #expect(swapped.result.source.handedness == .swapped)
    for hands in [
      [seen(up, .right), seen(down, .right)], [seen(up, .right, 0.55), seen(down, .left)],
      [seen(up, .left), seen(down, .left)],
    ] {
      let unsure = measured(Array(repeating: hands, count: 90), labels: .own)
      #expect(unsure.result.answer == .repeat)
      #expect(codes(unsure) == [.gestureUnclear, .gestureFramesLeftOut])
      #expect(unsure.result.states.last?.state == "error_unclear")
      #expect(unsure.result.frames.unknownSide == 90)
    }
    let left = measured(Array(repeating: [seen(up, .left, 0.5)], count: 90))
    #expect(left.result.answer == .yes && left.result.held[0].hand == nil, "a single hand may be either")
  }

  /// Who asks one hand hears nothing of the other one, be it alone; a hand of an unknown side is no answer then.
  @Test(arguments: BodySide.allCases) func oneSideMayBeAsked(_ side: BodySide) {
    let both = [seen(flat(180), side.other), seen(flat(0), side)]
    let asked = measured(Array(repeating: both, count: 90), labels: .own, side: side).result
    #expect(asked.answer == .yes && asked.held.first?.hand == side)
    let swapped = measured(Array(repeating: both, count: 90), labels: .swapped, side: side).result
    #expect(swapped.answer == .no && swapped.held.first?.hand == side)
    let alone = measured(Array(repeating: [both[0]], count: 90), side: side)
    #expect(alone.result.answer == .repeat && codes(alone) == [.gestureNoHand, .gestureSideAssumed])
    let unnamed = measured(Array(repeating: [seen(flat(0), nil)], count: 90), labels: .own, side: side)
    #expect(unnamed.result.answer == .repeat && unnamed.result.frames.unknownSide == 90)
  }

  /// Of two hands the raised one counts, whichever it is.
  @Test(arguments: BodySide.allCases) func aHandThatHangsDoesNotCount(_ side: BodySide) {
    let hanging = Hand(fold: [0, 0, 0, 0], isFlat: true).points(
      .rotation([0, 0, .pi / 2]), scale: 60, at: [300, 800, 0])
    let resting = Hand(fold: [0, 0, 0, 0], isFlat: true).points(scale: 60, at: [300, 800, 0])
    for (name, other) in [("hanging", hanging), ("resting", resting)] {
      for (tilt, answer) in [(0.0, GestureAnswer.yes), (180, .no)] {
        let hands = [seen(other, side.other), seen(flat(tilt), side)]
        let result = measured(Array(repeating: hands, count: 90), labels: .own).result
        #expect(result.answer == answer, "\(name), \(tilt)°")
        #expect(result.held.first?.hand == side, "\(name), \(tilt)°")
      }
    }
    // Points in metres have no common height: there a hand that points down is known by itself.
    let sequence = HandSequence(
      coordinates: .world, times: (0..<90).map { Double($0) / 30 },
      hands: Array(repeating: [seen(hanging, side.other), seen(flat(0), side)], count: 90))
    #expect(GestureMeasurement(labels: .own).measure(sequence).result.answer == .yes)
  }

  /// A hand that is raised higher and shows nothing takes no answer away; two that say the same give it.
  @Test func aHandThatShowsAThumbCountsBeforeAHigherOne() {
    let higher = Hand(fold: [0, 0, 0, 0], isFlat: true).points(scale: 90, at: [300, 100, 0])
    let raised = [seen(higher, .left), seen(flat(0), .right)]
    let result = measured(Array(repeating: raised, count: 90), labels: .own).result
    #expect(result.answer == .yes)
    #expect(result.held.first?.hand == .right)
    let both = [seen(flat(0), .left), seen(flat(10), .left)]
    #expect(measured(Array(repeating: both, count: 90), labels: .own).result.answer == .yes)
  }

  /// Of two hands that show nothing the higher one counts in a picture; in metres the right one does.
  @Test func theHigherHandCountsInPicturesOnly() {
    let open = Hand(fold: [0, 0, 0, 0], isFlat: true)
    let hands = [
      seen(open.points(scale: 60, at: [300, 100, 0]), .left), seen(open.points(scale: 60, at: [600, 400, 0]), .right),
    ]
    for (coordinates, side, dimensions) in [
      (HandSequence.Coordinates.pixels, BodySide.left, 2), (.normalised, .left, 2), (.world, .right, 3),
    ] {
      let measured = GestureMeasurement(labels: .own).measure(
        HandSequence(coordinates: coordinates, times: [0, 0.1], hands: [hands, hands]))
      #expect(measured.choices.map(\.side) == [side, side], "\(coordinates)")
      #expect(measured.result.source.dimensions == dimensions)
    }
  }

  /// By the noise of scores of 0.8 and 0.99 an answer of 0.99 might lie beyond 1, which no score does.
  @Test(arguments: [-1.0, 1]) func noIntervalLeavesTheScores(sign: Double) {
    let scores = (0..<12).map { sign * ([0, 3, 6, 9, 11].contains($0) ? 0.8 : 0.99) }
    let frames = Array(scores.indices)
    let sequence = HandSequence(
      coordinates: .pixels, times: frames.map { Double($0) / 30 }, hands: frames.map { _ in [] })
    let result = GestureResult(
      sequence, scores.map { .hand(.right, score: $0) }, [], [HeldAnswer(score: 0.99 * sign, frames: frames)], scores,
      .standard, .own, GestureFindings(.standard))
    let ends = result.held[0].ci95.map { $0 * sign }.sorted()
    #expect(ends[1] == 1)
    #expect(ends[0] < 0.98 && ends[0] > 0.8)
  }

  @Test func withoutAHandThereIsNoAnswer() {
    let none = measured(Array(repeating: [], count: 90))
    #expect(none.result.answer == .repeat)
    #expect(none.result.status == .incomplete)
    #expect(codes(none) == [.gestureNoHand])
    #expect(measured([]).result.answer == .repeat && measured([]).result.source.durationS == 0)
    let broken = measured(Array(repeating: [seen(Array(repeating: .missing, count: 21))], count: 90))
    #expect(codes(broken) == [.gestureUnclear, .gestureFramesLeftOut])
    #expect(broken.result.frames.unclear == 90)
    var one = Array(repeating: [seen(flat(0))], count: 90)
    one[40] = [seen(Array(repeating: .missing, count: 21))]
    #expect(measured(one).result.answer == .yes && codes(measured(one)) == [.gestureFramesLeftOut])
  }

  @Test func flickerIsNoAnswer() {
    let flicker = measured((0..<300).map { [seen(flat($0 / 15 % 2 == 0 ? 0 : 180))] })
    #expect(flicker.result.answer == .repeat)
    #expect(codes(flicker) == [.gestureNotHeld])
    // A frame or two that MediaPipe misses do not matter, half a second does.
    let missed = measured((0..<90).map { [20, 40, 41].contains($0) ? [] : [seen(flat(0))] })
    #expect(missed.result.answer == .yes && missed.result.held[0].frames == 87)
    let long = measured((0..<90).map { (30..<45).contains($0) ? [] : [seen(flat(0))] })
    #expect(long.result.answer == .repeat)
    #expect(codes(long) == [.gestureNotHeld])
  }

  @Test func twoDifferentAnswersAreNone() {
    let one = Array(repeating: [seen(flat(0))], count: 75)
    let other = Array(repeating: [seen(flat(180))], count: 75)
    let changed = measured(one + other)
    #expect(changed.result.answer == .repeat)
    #expect(codes(changed) == [.gestureAnswersDiffer])
    #expect(changed.result.held.map(\.answer) == [.yes, .no])
    let twice = measured(one + Array(repeating: [], count: 30) + one)
    #expect(twice.result.answer == .yes)
    #expect(twice.result.held.count == 2)
  }

  /// With noise in every point the interval of the mean score holds its truth about as often as it says.
  @Test func intervalsHoldTheTruth() {
    var (random, held, all) = (SeededGenerator(seed: 11), 0, 0)
    // One finger is folded least: of several alike, noise would make the least of them less than the true ones.
    let points = Hand(fold: [172, 160, 174, 170], isFlat: true).points(.rotation([0, 0, -0.2]), scale: 90)
    let clean = ThumbScore.score(points)!
    for _ in 0..<200 {
      let frames = (0..<90).map { _ in [seen(points.map { $0 + random.normal3() * [0.3, 0.3, 0] })] }
      guard let one = measured(frames).result.held.first else { continue }
      all += 1
      if one.ci95[0] <= clean && clean <= one.ci95[1] { held += 1 }
    }
    #expect(all == 200, "seed 11: \(held) of \(all)")
    #expect(held >= 180, "seed 11: \(held) of \(all)")
  }

  @Test func csvHasALineForEachFrame() throws {
    let frames = [[], [seen(flat(0))], [seen(flat(0), .left), seen(flat(180), .left)]]
    let lines = measured(frames).csv.text.split(separator: "\n")
    #expect(lines.count == 4 && lines[0] == "frame,time_s,hands,side,score,light,state")
    #expect(lines[1].hasPrefix("0,0.0,no_hand,,,,intro"))
    #expect(lines[2].contains(",hand,right,0.9"))
    #expect(lines[3].contains(",unknown_side,,,,measuring"))
  }
}
