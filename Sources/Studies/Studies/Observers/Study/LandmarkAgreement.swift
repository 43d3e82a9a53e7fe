public import Analysis
public import Landmarks

/// How well observers agree on a landmark.
public struct LandmarkAgreement: Sendable, Equatable {
  /// The landmark.
  public let landmark: Landmark
  /// Metres; along the head's axes (right, forward, up) where ``ObserverStudy/isAlongHeadAxes``, else along those of the scan.
  public let agreement: Agreement
  /// The standard deviation along each axis that the program assumed, metres.
  public let assumed: Double
}

/// How well observers agree on a measure, as their files have it.
public struct MeasureAgreement: Sendable, Equatable {
  /// The measure.
  public let measure: MeasureName
  /// In the unit of the measure; of CVAI and CVA with the side of the asymmetry.
  public let agreement: Agreement
}
