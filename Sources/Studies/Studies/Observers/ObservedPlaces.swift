internal import Analysis
internal import Diagnostics
import Geometry
internal import Landmarks

/// Where observers picked, in axes that are the same for all scans.
struct ObservedPlaces {
  /// True where places are in the head frame.
  let isAlongHeadAxes: Bool
  /// The scans that are left out, with the reason.
  let findings: [Finding]

  private let readings: [(reading: ObserverReading, scan: Int, observer: Int)]
  private let frames: [HeadFrame?]

  /// Brings all readings into the head frames that the mean landmarks of each scan make. One scan needs no such frame;
  /// of several, those without one are left out, since their axes say nothing to each other.
  init(_ readings: [ObserverReading], _ scans: [ObservedScan], _ observers: [String]) {
    let frames = scans.map { scan in
      (try? HeadFrame(Self.means(readings.filter { $0.scan == scan }), apAxis: .sellion)).flatMap(\.self)
    }
    self.frames = frames
    isAlongHeadAxes = frames.contains { $0 != nil }
    let lost = zip(scans, frames).filter { $0.1 == nil }.map(\.0.name)
    self.readings = readings.compactMap { reading in
      let scan = scans.firstIndex(of: reading.scan)!
      guard scans.count == 1 || frames[scan] != nil else { return nil }
      return (reading, scan, observers.firstIndex(of: reading.observer)!)
    }
    findings = lost.isEmpty || scans.count == 1 ? [] : [Finding(.observersNoFrame, ["scans": .names(lost)])]
  }

  /// How well observers agree on a landmark; nil where no scan has two readings of it.
  func agreement(on landmark: Landmark) -> Agreement? {
    let picked = readings.compactMap { item -> Reading? in
      guard let position = item.reading.ownPosition(of: landmark) else { return nil }
      let place = frames[item.scan].map { $0.headFromScan * position } ?? position
      return Reading(scan: item.scan, observer: item.observer, value: [place.x, place.y, place.z])
    }
    let counts = Dictionary(grouping: picked, by: \.scan).mapValues(\.count)
    let used = picked.filter { counts[$0.scan]! > 1 }
    return used.isEmpty ? nil : Agreement(used)
  }

  /// The root mean square of what the program assumes of a landmark, metres along each axis: the scatter of clicks and the
  /// differences between observers. What the definition leaves open is the same for all of them and does not show.
  func assumed(_ landmark: Landmark, _ options: PickedLandmarkOptions, _ observer: ObserverOptions) -> Double {
    let squares = readings.compactMap { item -> Double? in
      guard item.reading.ownPosition(of: landmark) != nil else { return nil }
      return item.reading.assumedDeviation(of: landmark, options).map { $0 * $0 }
    }
    let bias = observer.axisShare * observer.deviation * observer.deviation
    return (squares.reduce(0, +) / Double(squares.count) + bias).squareRoot()
  }

  /// The mean place of every landmark in some readings of one scan, each observer counted once.
  static func means(_ readings: [ObserverReading]) -> HeadLandmarks {
    let observers = Dictionary(grouping: readings, by: \.observer).sorted { $0.key < $1.key }.map(\.value)
    var means: [Landmark: Vector3] = [:]
    for landmark in Landmark.allCases {
      let own = observers.map { $0.compactMap { $0.position(of: landmark) } }.filter { !$0.isEmpty }.map(mean)
      if !own.isEmpty { means[landmark] = mean(own) }
    }
    return HeadLandmarks(means, standardDeviation: 0)
  }

  private static func mean(_ points: [Vector3]) -> Vector3 { points.reduce(.zero, +) / Double(points.count) }
}
