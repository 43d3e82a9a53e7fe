import Testing

@testable import Movement

@Suite struct ConfidenceScaleTests {
  @Test func numbersMeanWhatTheirRangeSays() {
    #expect(ConfidenceScale.score.share(1.5) == 1 && ConfidenceScale.score.share(-1) == 0)
    #expect(ConfidenceScale.score.share(0.25) == 0.25)
    #expect(ConfidenceScale.visibility.share(1) == 0.5 && ConfidenceScale.visibility.share(3) == 1)
    #expect(ConfidenceScale.alphaPose.share(1.5) == 0.25 && ConfidenceScale.alphaPose.share(7) == 1)
    #expect(abs(ConfidenceScale.logit.share(1) - 0.731_058_578_63) < 1e-10)
    #expect(ConfidenceScale.ofScores([0, 1]).scale == .score && ConfidenceScale.ofScores([0.5, 1.1]).scale == nil)
    let below = ConfidenceScale.ofScores([-0.1, 0.5, .nan])
    #expect(below.scale == nil && below.smallest == -0.1 && below.largest == 0.5)
    #expect(ConfidenceScale.ofScores([]).largest == 0)
    let coco = { (values: [Double], isAnnotation: Bool?, isAlphaPose: Bool) in
      ConfidenceScale.ofCOCO(values, isAnnotation: isAnnotation, isAlphaPose: isAlphaPose).scale
    }
    #expect(coco([0, 1, 2], true, false) == .visibility && coco([0, 3], true, false) == nil)
    #expect(coco([0.5, 1], true, false) == nil)
    #expect(coco([0.5, 1], false, false) == .score && coco([0.5, 1.5], false, true) == nil)
    #expect(coco([0.5, 2.5], false, true) == .alphaPose && coco([0.5, 2.5], false, false) == nil)
    #expect(coco([0.5, 6.5], false, true) == .alphaPose && coco([0.5, 6.6], false, true) == nil)
    #expect(coco([1, 3], false, true) == nil && coco([-1, 0.5], false, false) == nil)
    #expect(coco([0.5, 1], nil, false) == .score && coco([0.5, 1.5], nil, false) == nil)
    #expect(
      coco([0, 2], nil, false) == .visibility && coco([0, 1], nil, false) == nil && coco([0, 3], nil, false) == nil)
  }
}
