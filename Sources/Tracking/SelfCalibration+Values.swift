import Geometry
import Platform
internal import SolverBridge

// The unknowns as the solver has them: log focal scale, depth scale − 1, depth field, time offset.

extension SelfCalibration {
  var values: [Double] {
    [log(focalScale.value), depthScale.value - 1] + depthField.map(\.value) + [timeOffset.value]
  }

  init(_ values: [Double], sigmas: [Double]) {
    let focal = exp(values[0])
    self.init(
      focalScale: .init(value: focal, sigma: focal * sigmas[0]),
      depthScale: .init(value: 1 + values[1], sigma: sigmas[1]),
      depthField: (2..<(2 + Self.fieldTerms)).map { .init(value: values[$0], sigma: sigmas[$0]) },
      timeOffset: .init(value: values[2 + Self.fieldTerms], sigma: sigmas[2 + Self.fieldTerms]))
  }
}

extension TrackingOptions {
  /// The priors' standard deviations in the order of the solver's unknowns.
  var calibrationPrior: [Double] {
    let degrees = (0...SelfCalibration.fieldDegree).flatMap { Array(repeating: $0, count: $0 + 1) }
    return [focalScalePrior, depthScalePrior]
      + degrees.map { $0 == 0 ? depthOffsetPrior : depthFieldPrior * Double(1 << $0) } + [timeOffsetPrior]
  }
}

extension SolverCalibration {
  init(_ values: [Double]) {
    self.init()
    log_focal_scale = values[0]
    withUnsafeMutableBytes(of: &depth) { bytes in
      let terms = bytes.bindMemory(to: Double.self)
      for (k, value) in values.dropFirst().enumerated() { terms[k] = value }
    }
  }

  var values: [Double] {
    [log_focal_scale] + withUnsafeBytes(of: depth) { Array($0.bindMemory(to: Double.self)) }
  }
}
