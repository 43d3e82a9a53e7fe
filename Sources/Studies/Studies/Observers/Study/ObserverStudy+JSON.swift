internal import Diagnostics
import Geometry
internal import Files
public import Platform

extension ObserverStudy {
  /// The study as JSON (schema `calvaria/observers/1`).
  ///
  /// - Parameter effect: what the deviations do to the measures of a head, where that was asked for.
  public func json(_ effect: LandmarkEffect? = nil) throws -> Data {
    var document = Document(
      status: isComplete ? "complete" : "incomplete", observers: observers, scans: scans.map(\.name),
      files: readings.count, axes: isAlongHeadAxes ? "head" : "scan", landmarks: [:], measures: [:],
      findings: findings)
    for item in landmarks {
      document.landmarks[item.landmark.rawValue] = Document.Landmark(
        readings: item.agreement.readings, repeats: item.agreement.repeats, scans: item.agreement.scans,
        observers: item.agreement.observers, intra: item.agreement.intra.map(Document.Deviation.init(metres:)),
        inter: item.agreement.inter.map(Document.Deviation.init(metres:)), assumedSdMm: rounded(item.assumed * 1000, 4))
    }
    for item in measures {
      document.measures[item.measure.rawValue] = Document.Measure(
        unit: item.measure.unit, readings: item.agreement.readings, repeats: item.agreement.repeats,
        scans: item.agreement.scans, observers: item.agreement.observers,
        intra: item.agreement.intra.map(Document.Spread.init), inter: item.agreement.inter.map(Document.Spread.init))
    }
    document.propagated = effect.map { effect in
      let names = Set(effect.intra.keys).union(effect.inter.keys)
      return names.reduce(into: [:]) { propagated, name in
        propagated[name.rawValue] = .init(
          unit: name.unit, intraSd: effect.intra[name].map { rounded($0, 4) },
          interSd: effect.inter[name].map { rounded($0, 4) })
      }
    }
    document.assumption = assumption.map {
      .init(
        assumedSdMm: rounded($0.assumed * 1000, 4), observedSdMm: rounded($0.observed * 1000, 4),
        ci95: Document.ends($0.interval, 1000), option: $0.option?.key,
        value: $0.option.map { rounded($0.value, 6) })
    }
    return try document.machineJSON()
  }

  private struct Document: Encodable {
    var schema = "calvaria/observers/1"
    let status: String
    let observers, scans: [String]
    let files: Int
    let axes: String
    var landmarks: [String: Landmark]
    var measures: [String: Measure]
    var propagated: [String: Propagated]?
    var assumption: Assumed?
    let findings: [Finding]

    struct Landmark: Encodable {
      let readings, repeats, scans, observers: Int
      let intra, inter: Deviation?
      let assumedSdMm: Double
    }

    struct Deviation: Encodable {
      let sdMm: Double
      let ci95: [Double]
      let freedom: Double
      let axesMm: [Double?]

      init(metres deviation: Studies.Deviation) {
        sdMm = rounded(deviation.total * 1000, 4)
        ci95 = Document.ends(deviation.interval, 1000)
        freedom = rounded(deviation.freedom, 2)
        axesMm = deviation.axes.map { $0.map { rounded($0 * 1000, 4) } }
      }
    }

    struct Measure: Encodable {
      let unit: String
      let readings, repeats, scans, observers: Int
      let intra, inter: Spread?
    }

    struct Spread: Encodable {
      let sd: Double
      let ci95: [Double]
      let freedom: Double

      init(_ deviation: Studies.Deviation) {
        sd = rounded(deviation.total, 4)
        ci95 = Document.ends(deviation.interval, 1)
        freedom = rounded(deviation.freedom, 2)
      }
    }

    struct Propagated: Encodable {
      let unit: String
      let intraSd, interSd: Double?
    }

    struct Assumed: Encodable {
      let assumedSdMm, observedSdMm: Double
      let ci95: [Double]
      let option: String?
      let value: Double?
    }

    static func ends(_ interval: ClosedRange<Double>, _ factor: Double) -> [Double] {
      [rounded(interval.lowerBound * factor, 4), rounded(interval.upperBound * factor, 4)]
    }
  }
}
