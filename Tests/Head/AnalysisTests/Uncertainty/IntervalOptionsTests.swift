import Geometry
import Landmarks
import Testing

@testable import Analysis

/// By how much observers differ along the axes of the head.
@Suite struct ObserverOptionsTests {
  /// 3 mm between observers and 4 mm of the definition are 5 mm along the skin, and 2 mm across it.
  @Test func theSkinFacesForwardAtTheSellionAndAsideAtTheTragions() {
    var options = ObserverOptions()
    (options.deviation, options.definition, options.across) = (0.003, 0.004, 0.4)
    #expect((options.deviations(of: .sellion, .picked) - Vector3(0.005, 0.002, 0.005)).length < 1e-12)
    for tragion in [Landmark.tragionLeft, .tragionRight] {
      #expect((options.deviations(of: tragion, .picked) - Vector3(0.002, 0.005, 0.005)).length < 1e-12)
    }
    #expect(options.deviations(of: .sellion, .automatic) == .zero)
    #expect(abs(options.axisShare - 0.72) < 1e-12)
    #expect(ObserverOptions.none.deviations(of: .sellion, .picked) == .zero)
  }
}
