import Geometry
import Testing

@testable import Phantom

@Suite struct FaultPlanTests {
  @Test func namesTimesAndAmountsAreRead() {
    #expect(PhantomFault("slip") == PhantomFault(.slip))
    #expect(PhantomFault("slip@8") == PhantomFault(.slip, at: 8))
    #expect(PhantomFault("delay=-33") == PhantomFault(.delay, amount: -33))
    #expect(PhantomFault("fall-off@2.5=1") == PhantomFault(.fallOff, at: 2.5, amount: 1))
    #expect(PhantomFault("part-slip@6=5x4") == PhantomFault(.partSlip, at: 6, amount: 5, markers: 4))
    for text in [
      "", "slide", "part-slip=5x", "part-slip=x4", "part-slip=5x4x3", "slip@", "slip=", "slip@x", "slip=5mm", "=5",
      "@5", "slip=5@8",
    ] {
      #expect(PhantomFault(text) == nil, "\(text)")
    }
  }

  @Test func whatIsNotGivenIsFilledIn() throws {
    let plan = try FaultPlan([PhantomFault(.slip), PhantomFault(.occlusion, at: 9, amount: 300)], duration: 10)
    let slip = try #require(plan[.slip])
    #expect(slip.start == 4)
    #expect(slip.end == 4.5)
    #expect(slip.amount == 5)
    let occlusion = try #require(plan[.occlusion])
    #expect(occlusion.start == 9)
    #expect(occlusion.end == 9.3)
    #expect(plan[.fold] == nil)
  }

  @Test func anAmountMayHaveNoUnit() throws {
    let plan = try FaultPlan([PhantomFault(.hairPattern, amount: 7)], duration: 10)
    #expect(plan[.hairPattern]?.amount == 7)
  }

  @Test func nothingLastsLongerThanTheRecording() throws {
    #expect(try FaultPlan([PhantomFault(.hands, at: 9)], duration: 10)[.hands]?.end == 10)
  }

  @Test(arguments: [
    [PhantomFault(.slip, at: 11)], [PhantomFault(.slip, at: -1)], [PhantomFault(.slip, at: .nan)],
    [PhantomFault(.slip, amount: 90)], [PhantomFault(.slip, amount: .nan)], [PhantomFault(.delay, at: 3)],
    [PhantomFault(.falseId, amount: 3)], [PhantomFault(.slip), PhantomFault(.slip, at: 2)],
    [PhantomFault(.slip), PhantomFault(.slipBack)], [PhantomFault(.slip, markers: 3)],
    [PhantomFault(.partSlip, markers: 0)],
  ])
  func impossibleFaultsAreRefused(_ faults: [PhantomFault]) {
    #expect(throws: PhantomError.self) { try FaultPlan(faults, duration: 10) }
  }

  @Test func soManyFramesAreDropped() throws {
    let plan = try FaultPlan([PhantomFault(.drop, amount: 30)], duration: 10)
    let kept = plan.recorded(of: 200, seed: 5)
    #expect(kept.count == 140)
    #expect(kept.first == 0)
    #expect(kept.last == 199)
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 })
    #expect(kept == plan.recorded(of: 200, seed: 5))
    #expect(kept != plan.recorded(of: 200, seed: 6))
  }

  @Test func theSensorsErrorsAreAsBigAsAsked() throws {
    let kinds: [PhantomFault.Kind] = [.depthScale, .depthField, .depthRange]
    var sensor = PhantomSensor(depthBias: 0, depthOffset: 0)
    sensor = try FaultPlan(kinds.map { PhantomFault($0, amount: 2) }, duration: 10).applied(to: sensor)
    var scaled = sensor
    (scaled.depthField, scaled.rangeBias) = (0, 0)
    #expect(abs(scaled.bias(at: [100, 100], depth: 0.4) - 0.008) < 1e-12)
    var ranged = sensor
    (ranged.depthField, ranged.depthScaleError) = (0, 0)
    #expect(abs(ranged.bias(at: [100, 100], depth: 0.3) - 0.002) < 1e-12)
    #expect(abs(ranged.bias(at: [100, 100], depth: 0.6) - 0.008) < 1e-12)
    var bent = sensor
    (bent.depthScaleError, bent.rangeBias) = (0, 0)
    #expect(abs(bent.bias(at: [640, 0], depth: 0.3) - 0.002) < 1e-12)
    let extremes = (0...64).flatMap { x in
      (0...48).map { bent.bias(at: [Double(10 * x), Double(10 * $0)], depth: 0.3) }
    }
    #expect(extremes.max()! <= 0.002 + 1e-12)
    #expect(extremes.min()! >= -0.002)
  }

  @Test func tooCloseDepthDropsOutAndIsNoisy() throws {
    let plain = PhantomSensor()
    let near = try FaultPlan([PhantomFault(.close)], duration: 10).applied(to: plain)
    #expect(near.depthSigma(depth: 0.25, cosine: 1) == plain.depthSigma(depth: 0.25, cosine: 1))
    #expect(abs(near.depthSigma(depth: 0.15, cosine: 1) / plain.depthSigma(depth: 0.15, cosine: 1) - 5) < 1e-9)
    #expect(near.nearLoss == 0.45)
  }
}
