import Foundation
import Geometry
import PointClouds
import TestSupport
import Testing

@testable import Analysis

@Suite(.slow) struct HeadAnalysisTests: TestHeadSuite {
  @Test func ellipseHasItsClosedForms() throws {
    let measures = try HeadAnalysis.measure(
      TestHeads.cylinder(0.060, 0.075), landmarks: landmarks, uncertainty: nil)
    #expect(abs(value(measures, .length) - 150) < 1e-3)
    #expect(abs(value(measures, .width) - 120) < 1e-3)
    #expect(abs(value(measures, .cranialIndex) - 80) < 1e-3)
    #expect(abs(value(measures, .diagonalLeftFront) - 140.4494) < 1e-4)
    #expect(abs(value(measures, .diagonalRightFront) - 140.4494) < 1e-4)
    #expect(abs(value(measures, .perimeter) - 425.425) < 1e-3)
    #expect(abs(value(measures, .circumference) - 425.425) < 1e-3)
    #expect(value(measures, .cvai) < 1e-6)
    #expect(abs(value(measures, .oclr) - 100) < 1e-6)
    #expect(value(measures, .rsi) < 1e-6)
    #expect(measures.severity?.level == 1)
  }

  @Test(arguments: [(1.0, 0.74), (2.0, 1.48), (3.0, 2.21)]) func yawMakesAFalseAsymmetry(yaw: Double, cvai: Double)
    throws
  {
    let head = TestHeads.cylinder(0.060, 0.075, yaw: yaw * .pi / 180)
    let measures = try HeadAnalysis.measure(head, landmarks: landmarks, uncertainty: nil)
    #expect(abs(value(measures, .cvai) - cvai) < 0.005)
    // The yawed ellipse in polar form about its centre, which the section's middle is.
    let radius = { (degrees: Double) in
      let t = (degrees + yaw) * .pi / 180
      return 1000 / (pow(sin(t) / 0.060, 2) + pow(cos(t) / 0.075, 2)).squareRoot()
    }
    let diagonals = { (degrees: Double) in [2 * radius(-degrees), 2 * radius(degrees)].sorted() }
    let (at30, at40) = (diagonals(30), diagonals(40))
    #expect(abs(value(measures, .cvai) - 100 * (at30[1] - at30[0]) / at30[1]) < 0.01)
    #expect(abs(value(measures, .cvaiShorter) - 100 * (at30[1] - at30[0]) / at30[0]) < 0.01)
    #expect(abs(value(measures, .cva) - (at30[1] - at30[0])) < 0.01)
    #expect(abs(value(measures, .oddi) - 100 * at30[1] / at30[0]) < 0.01)
    #expect(abs(value(measures, .oclr) - 100 * at40[1] / at40[0]) < 0.01)
    let differences = stride(from: 15.0, to: 180, by: 15).map { abs(radius(-$0) - radius($0)) }
    #expect(abs(value(measures, .rsi) - differences.reduce(0, +)) < 0.01)
    // A yawed ellipse's extents: √(a² sin² + b² cos²) and the other way round.
    let (s, c) = (sin(yaw * .pi / 180), cos(yaw * .pi / 180))
    #expect(abs(value(measures, .length) - 2 * (3600 * s * s + 5625 * c * c).squareRoot()) < 0.01)
    #expect(abs(value(measures, .width) - 2 * (3600 * c * c + 5625 * s * s).squareRoot()) < 0.01)
  }

  @Test func aHeightAboveTheVertexIsRefused() throws {
    var choices = MeasurementProtocol.standard
    choices.level = .height(0.085)
    #expect(throws: MeasurementProtocolError.self) {
      try HeadAnalysis.measure(TestHeads.plagiocephalic(), landmarks: landmarks, choices: choices)
    }
    choices.level = .height(0.024)
    let fixed = try HeadAnalysis.measure(TestHeads.plagiocephalic(), landmarks: landmarks, choices: choices)
    #expect(abs(fixed.section!.level - 0.024) < 1e-12)
  }

  @Test(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)), arguments: TruthScan.all)
  func truthSurfacesGiveTheReferenceValues(scan: TruthScan) throws {
    let (mesh, landmarks) = try scan.load()
    let measures = try HeadAnalysis.measure(mesh, landmarks: landmarks)
    for (name, expected) in scan.expected {
      #expect(abs(value(measures, name) - expected) < (name.unit == "mm" ? 0.02 : 0.01), "\(name)")
    }
    #expect(measures.severity?.flattened == scan.flattened)
  }
}
