import Diagnostics
public import Geometry
public import Markers
import Platform

/// What photos tell of a print: how large its markers really are, and which of them are not flat or not square.
public struct PrintCheck: Sendable {
  /// What may be wrong with a marker.
  public enum Fault: String, Sendable, CaseIterable {
    /// Its corners and the middles of its sides do not lie in a plane.
    case notFlat = "not_flat"
    /// A side is curved in the image; with one photo it can't be told whether the marker is bent or badly printed.
    case curved
    /// Its sides differ, or its angles are no right ones.
    case notSquare = "not_square"
    /// It is larger or smaller than the others.
    case otherSize = "other_size"
  }

  /// A marker of the print; lengths in millimetres.
  public struct Marker: Sendable {
    /// Its id, and in how many photos it is seen.
    public let id: Int, sightings: Int
    /// Width and height of its black square.
    public let width, height: Estimate
    /// By how much its axes miss a right angle, in degrees.
    public let skewDegrees: Estimate
    /// How far corners and middles of the sides lie from a plane, from the lowest to the highest; nil where photos from
    /// one side can't tell.
    public let bend: Estimate?
    /// The faults of the marker.
    public let faults: [Fault]
  }

  /// Why a print should not be used.
  public enum Reason: String, Sendable, CaseIterable {
    /// The markers are not of the size that the cap file has.
    case size
    /// The photos don't tell the size well enough.
    case uncertain
    /// Some markers are not flat, not square or of another size.
    case markers
  }

  /// The paper, and how many photos were used.
  public let paper: Paper, photos: Int
  /// The nominal side of a marker in millimetres.
  public let nominalMm: Double
  /// The mean side of the markers in millimetres, and by how much it is off the nominal one, as a share.
  public let side, error: Estimate
  /// How much longer the print is down the paper than across, as a share.
  public let stretch: Estimate
  /// The root mean square of what the marks in the corners leave over, in pixels.
  public let rmsPixels: Double
  /// The markers by their ids.
  public let markers: [Marker]
  /// Ids of the cap that no photo shows.
  public let missing: [Int]

  /// Why it should not be used; empty for a good print.
  public var reasons: [Reason] {
    var reasons: [Reason] = []
    if abs(error.value) > Self.mostError { reasons.append(.size) }
    if !(error.halfWidth <= Self.mostMargin) { reasons.append(.uncertain) }
    if markers.contains(where: { !$0.faults.isEmpty }) { reasons.append(.markers) }
    return reasons
  }

  /// The largest error of the size of a print that is used, as a share: good devices read sizes of 0.976 to 0.997
  /// where 0.96 is usable (Docs/methods/markers.md), which leaves one and a half per cent.
  public static let mostError = 0.01
  /// The widest margin of that error, as a share.
  public static let mostMargin = 0.005
  /// By how much a marker may be off square, off the others' size, and curved, as shares of its side.
  static let mostUneven = 0.01
  /// How far a marker may bend, in millimetres.
  static let mostBend = 0.4
  /// A deviation within so many standard deviations may be noise, and is no fault.
  static let doubt = 3.5
  /// The standard deviation of a length read from a steel rule, in millimetres: two readings to a quarter of a millimetre
  /// are within 0.2 mm (assumed).
  static let readingSigma = 0.1

  /// Measures a print.
  ///
  /// - Parameters:
  ///   - photos: of its uncut sheets, by one camera or several.
  ///   - cap: what should be printed.
  ///   - knownMm: the length of the printed ruler from end mark to end mark, measured with a steel rule.
  /// - Throws: `CapCheckError`.
  public init(_ photos: [SheetPhoto], of cap: Cap, knownMm: Double) throws(CapCheckError) {
    guard let first = photos.first else { throw .noFit }
    if let other = photos.first(where: { $0.paper != first.paper }) {
      throw .otherPaper(file: other.name, other.paper, first: first.paper)
    }
    let ruler = first.paper.rulerMm
    guard (0.9...1.1).contains(knownMm / ruler) else { throw .wrongLength(foundMm: knownMm, expectedMm: ruler) }
    let fit = try SheetFit(photos)
    let sightings = Self.sightings(photos, fit, cap)
    let shapes = Self.shapes(sightings, fit)
    guard !shapes.isEmpty else { throw .noMarkers(dictionary: cap.dictionary.name) }
    let scale = knownMm / ruler
    let reading = Self.readingSigma / knownMm
    let usual = Self.usualSide(shapes, sightings, fit)
    let sigma = usual.value * scale * (reading * reading + usual.sigma * usual.sigma).squareRoot()
    let nominal = 1000 * cap.markerSize
    (paper, self.photos, nominalMm, rmsPixels) = (first.paper, photos.count, nominal, fit.rms)
    side = Estimate(scale * usual.value, sigma: sigma)
    error = Estimate(scale * usual.value / nominal - 1, sigma: sigma / nominal)
    let stretchSigma = fit.covariance[0][0].squareRoot()
    stretch = Estimate(fit.stretch - 1, sigma: fit.stretch * stretchSigma)
    markers = shapes.map {
      Self.judged($0, scale: scale, reading: reading, usual: usual.value, stretchSigma: stretchSigma)
    }
    missing = (cap.ids ?? []).subtracting(shapes.map(\.id)).sorted()
  }

  typealias Sightings = [Int: [(photo: Int, outline: MarkerOutline)]]

  /// The outlines of each of the cap's markers in the photos.
  static func sightings(_ photos: [SheetPhoto], _ fit: SheetFit, _ cap: Cap) -> Sightings {
    var sightings: Sightings = [:]
    for (index, photo) in photos.enumerated() {
      for outline in photo.markers where cap.contains(outline.id) {
        let middle = outline.corners.reduce(.zero, +) / 4
        guard let place = fit.views[index].place(of: middle) else { continue }
        // A marker beside this sheet belongs to another one.
        let half = photo.paper.sizeMm / 2
        guard abs(place.x) < half.x, abs(place.y) < half.y * fit.stretch else { continue }
        sightings[outline.id, default: []].append((index, outline))
      }
    }
    return sightings
  }

  static func shapes(_ sightings: Sightings, _ fit: SheetFit) -> [MarkerShape] {
    sightings.sorted { $0.key < $1.key }.compactMap { _, seen in
      MarkerShape(seen.map { (fit.views[$0.photo], $0.outline) }, noise: fit.sigma)
    }
  }

  /// The usual side of the markers in printed millimetres, and its standard deviation as a share: from what the cameras
  /// leave uncertain for all of them, and from the corners of each.
  static func usualSide(
    _ shapes: [MarkerShape], _ sightings: Sightings, _ fit: SheetFit
  ) -> (value: Double, sigma: Double) {
    let value = usualSide(shapes)
    let gradient = (0..<fit.unknowns).map { k in
      // Small against the unknowns themselves: alone, each would carry the markers far away within its deviation.
      let size = 1e-6 * max(1, fit.magnitude(of: k))
      var step = [Double](repeating: 0, count: fit.unknowns)
      step[k] = size
      let up = usualSide(Self.shapes(sightings, fit.moved(by: step)))
      step[k] = -size
      return (up - usualSide(Self.shapes(sightings, fit.moved(by: step)))) / (2 * size * value)
    }
    var variance = 0.0
    for (i, row) in fit.covariance.enumerated() {
      for (j, value) in row.enumerated() { variance += gradient[i] * value * gradient[j] }
    }
    let own = shapes.map { $0.sigma / $0.width }.reduce(0, +) / Double(shapes.count)
    return (value, (max(variance, 0) + own * own / Double(shapes.count)).squareRoot())
  }

  /// The median of the markers' sides, so that a few bad ones don't count.
  static func usualSide(_ shapes: [MarkerShape]) -> Double {
    RobustStatistics.median(shapes.map { ($0.width + $0.height) / 2 })
  }

  static func judged(
    _ shape: MarkerShape, scale: Double, reading: Double, usual: Double, stretchSigma: Double
  ) -> Marker {
    let (width, height) = (shape.width, shape.height)
    // Each side is the mean of two, each between two corners.
    let own = shape.sigma
    let total = { (length: Double) in scale * (own * own + length * length * reading * reading).squareRoot() }
    let angleSigma = own / usual
    var faults: [Fault] = []
    let bend = shape.heights.map { heights in
      let range = (heights.values.max() ?? 0) - (heights.values.min() ?? 0)
      return Estimate(scale * range, sigma: scale * heights.sigma * 2.0.squareRoot())
    }
    let isOver = { (value: Double, limit: Double, sigma: Double) in abs(value) > max(limit, doubt * sigma) }
    if let bend {
      if isOver(bend.value, mostBend, bend.sigma) { faults.append(.notFlat) }
    }
    let curve = shape.bulges.values.map(abs).max() ?? 0
    if faults.isEmpty, isOver(curve, mostUneven * usual, shape.bulges.sigma) { faults.append(.curved) }
    let uneven = (own * own * 2 / (usual * usual) + stretchSigma * stretchSigma).squareRoot()
    if isOver(width / height - 1, mostUneven, uneven) || isOver(shape.skew, mostUneven, angleSigma) {
      faults.append(.notSquare)
    }
    if isOver((width + height) / 2 / usual - 1, mostUneven, own / usual) { faults.append(.otherSize) }
    return Marker(
      id: shape.id, sightings: shape.sightings, width: Estimate(scale * width, sigma: total(width)),
      height: Estimate(scale * height, sigma: total(height)),
      skewDegrees: Estimate(shape.skew * 180 / .pi, sigma: angleSigma * 180 / .pi), bend: bend, faults: faults)
  }
}

/// Why a print can't be checked.
public enum CapCheckError: UserFacingError, Equatable {
  /// A photo is missing or can't be read.
  case unreadable(file: String, found: FindingValue)
  /// The file is no photo.
  case noPhoto(file: String, found: FindingValue, limitMiB: Int)
  /// A photo is named twice, or a copy of it.
  case twice(file: String)
  /// A photo shows too few marks of a sheet.
  case noMarks(file: String, found: Int)
  /// A photo shows another paper than the first one.
  case otherPaper(file: String, Paper, first: Paper)
  /// No photo shows a marker of the cap.
  case noMarkers(dictionary: String)
  /// The measured length is not that of the printed ruler.
  case wrongLength(foundMm: Double, expectedMm: Double)
  /// The marks fit no camera.
  case noFit

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let file, let found): ErrorMessage(.capCheckUnreadable, at: file, nil, ["found": found])
    case .noPhoto(let file, let found, let limit):
      ErrorMessage(.capCheckNoPhoto, at: file, nil, ["found": found, "limit": .count(limit)])
    case .twice(let file): ErrorMessage(.capCheckTwice, at: file)
    case .noMarks(let file, let found): ErrorMessage(.capCheckNoMarks, at: file, nil, ["count": .count(found)])
    case .otherPaper(let file, let other, let first):
      ErrorMessage(
        .capCheckOtherPaper, at: file, nil, ["paper": .text(first.name), "other": .text(other.name)])
    case .noMarkers(let dictionary):
      ErrorMessage(.capCheckNoMarkers, at: nil, ["dictionary": .text(dictionary)])
    case .wrongLength(let found, let expected):
      ErrorMessage(
        .capCheckWrongLength, at: "--known-mm", nil,
        ["found": .exact(found, unit: "mm"), "length": .exact(expected, unit: "mm")])
    case .noFit: ErrorMessage(.capCheckNoFit, at: nil)
    }
  }
}
