internal import Files
import Geometry
import Images
public import Markers
public import Platform
import Recordings

/// The cameras of photos of a print, and how much longer the print is down the paper than across, from the marks in the
/// corners of its sheets: least squares of their corners in the images (Levenberg 1944, Marquardt 1963).
///
/// Photos of one size are taken to come from one camera: they share focal length, distortion and principal point.
struct SheetFit {
  /// One camera a photo.
  private(set) var views: [SheetView]
  /// Lengths down the paper over those across, both in printed millimetres.
  private(set) var stretch: Double
  /// The standard deviation of a corner's coordinate in pixels, as the fit shows it.
  let sigma: Double
  /// The root mean square of the residuals of a coordinate in pixels.
  let rms: Double
  /// The covariance of the unknowns: the logarithm of the stretch; of each camera the focal length (logarithm), the
  /// distortion and the principal point from the middle, in longer sides of the image; rotation and translation of each
  /// photo.
  let covariance: [[Double]]

  private let problem: Problem
  private let solution: [Double]

  /// How well the unknowns are known before any photo is seen, as standard deviations: a printer's stretch; a lens's focal
  /// length (logarithm) about 0.8 of the image's longer side, its distortion, and how far its axis is from the middle of
  /// the image, in longer sides.
  private static let priors = (stretch: 0.02, focal: 0.4, distortion: 0.15, axis: 0.005)
  /// A corner is never taken to be known better than this, in pixels: what blur does to it, it does to all.
  private static let leastSigma = 0.15
  /// Beyond this root mean square, in pixels, the marks are no flat sheet's.
  private static let mostRMS = 8.0

  /// The fit to some photos.
  ///
  /// - Throws: `CapCheckError.noFit`.
  init(_ photos: [SheetPhoto]) throws(CapCheckError) {
    let problem = Problem(photos)
    // Few photos hardly tell the focal length: the search begins at several.
    let starts = [0.65, 0.8, 1.1, 1.6].compactMap { problem.start(focal: $0) }
    let solved = starts.map { problem.minimum(from: $0) }.min { $0.cost < $1.cost }
    guard let (unknowns, _) = solved, let residuals = problem.residuals(unknowns),
      let equations = problem.equations(unknowns), let inverse = equations.solved()?.inverse
    else { throw .noFit }
    rms = RobustStatistics.rms(residuals)
    guard rms < Self.mostRMS else { throw .noFit }
    let freedom = Double(max(1, residuals.count - unknowns.count))
    let variance = residuals.reduce(0) { $0 + $1 * $1 } / freedom
    sigma = max(variance.squareRoot(), Self.leastSigma)
    let scale = sigma * sigma
    covariance = inverse.map { $0.map { $0 * scale } }
    (views, stretch) = (problem.views(unknowns), exp(unknowns[0]))
    (self.problem, solution) = (problem, unknowns)
  }

  /// How many unknowns there are.
  var unknowns: Int { covariance.count }

  /// How large an unknown is.
  func magnitude(of unknown: Int) -> Double { abs(solution[unknown]) }

  /// The fit with its unknowns moved.
  func moved(by step: [Double]) -> SheetFit {
    var moved = self
    let unknowns = zip(solution, step).map { $0 + $1 }
    (moved.views, moved.stretch) = (problem.views(unknowns), exp(unknowns[0]))
    return moved
  }

  /// The unknowns and what is seen of the marks.
  private struct Problem {
    private let photos: [SheetPhoto]
    /// The group of each photo, and how many there are.
    private let groups: [Int], groupCount: Int
    private let corners: [[(place: Vector2, pixel: Vector2)]]

    init(_ photos: [SheetPhoto]) {
      self.photos = photos
      let sizes = photos.map { SIMD2($0.width, $0.height) }
      var known: [SIMD2<Int>] = []
      for size in sizes where !known.contains(size) { known.append(size) }
      groups = sizes.map { known.firstIndex(of: $0)! }
      groupCount = known.count
      corners = photos.map(Self.corners)
    }

    /// Where the corners of a photo's marks are on the sheet, and where they are seen.
    private static func corners(_ photo: SheetPhoto) -> [(place: Vector2, pixel: Vector2)] {
      let origins = ReferenceMarks.origins(on: photo.paper)
      let middle = photo.paper.sizeMm / 2
      var corners: [(place: Vector2, pixel: Vector2)] = []
      for (corner, pixels) in photo.marks.sorted(by: { $0.key < $1.key }) {
        let origin = origins[corner] - middle
        for (offset, pixel) in zip(square, pixels) { corners.append((origin + offset, pixel)) }
      }
      return corners
    }

    private static let square: [Vector2] = {
      let side = ReferenceMarks.side
      return [[0, 0], [side, 0], [side, side], [0, side]]
    }()

    var count: Int { first(of: photos.count) }

    private func first(of photo: Int) -> Int { 1 + 4 * groupCount + 6 * photo }

    private func first(ofGroup group: Int) -> Int { 1 + 4 * group }

    private func longer(_ group: Int) -> Double {
      let photo = photos[groups.firstIndex(of: group)!]
      return Double(max(photo.width, photo.height))
    }

    /// Unknowns to begin with: the poses by homographies.
    ///
    /// - Parameter focal: the focal length over the image's longer side.
    func start(focal: Double) -> [Double]? {
      var unknowns = [Double](repeating: 0, count: count)
      for group in 0..<groupCount { unknowns[first(ofGroup: group)] = log(focal * longer(group)) }
      for (index, photo) in photos.enumerated() {
        let pixels = focal * longer(groups[index])
        let centre = Vector2(Double(photo.width - 1), Double(photo.height - 1)) / 2
        let seen = corners[index].map { (place: $0.place, pixel: ($0.pixel - centre) / pixels) }
        guard let pose = Homography(seen)?.pose else { return nil }
        let w = pose.rotation.rotationVector
        let at = first(of: index)
        for k in 0..<3 { (unknowns[at + k], unknowns[at + 3 + k]) = (w[k], pose.translation[k]) }
      }
      return unknowns
    }

    func views(_ unknowns: [Double]) -> [SheetView] {
      photos.enumerated().map { index, photo in
        let (at, group) = (first(of: index), first(ofGroup: groups[index]))
        let middle = Vector2(Double(photo.width - 1), Double(photo.height - 1)) / 2
        let axis = Vector2(unknowns[group + 2], unknowns[group + 3]) * longer(groups[index])
        return SheetView(
          focal: exp(unknowns[group]), distortion: unknowns[group + 1], centre: middle + axis,
          cameraFromSheet: RigidTransform(
            rotation: .rotation([unknowns[at], unknowns[at + 1], unknowns[at + 2]]),
            translation: [unknowns[at + 3], unknowns[at + 4], unknowns[at + 5]]))
      }
    }

    /// Seen less computed, in pixels, x and y of each corner; nil where a corner lies behind a camera.
    func residuals(_ unknowns: [Double]) -> [Double]? {
      let views = views(unknowns)
      var residuals: [Double] = []
      for index in photos.indices {
        guard let own = self.residuals(of: index, views[index], stretch: exp(unknowns[0])) else { return nil }
        residuals += own
      }
      return residuals
    }

    private func residuals(of photo: Int, _ view: SheetView, stretch: Double) -> [Double]? {
      var residuals: [Double] = []
      for (place, pixel) in corners[photo] {
        guard let computed = view.pixel(of: [place.x, place.y * stretch, 0]) else { return nil }
        residuals += [pixel.x - computed.x, pixel.y - computed.y]
      }
      return residuals
    }

    /// The priors as rows of one unknown: its index, what it should be, its standard deviation.
    private var priors: [(index: Int, value: Double, sigma: Double)] {
      var priors: [(index: Int, value: Double, sigma: Double)] = [(0, 0, SheetFit.priors.stretch)]
      for group in 0..<groupCount {
        let at = first(ofGroup: group)
        priors.append((at, log(0.8 * longer(group)), SheetFit.priors.focal))
        priors.append((at + 1, 0, SheetFit.priors.distortion))
        for axis in [at + 2, at + 3] { priors.append((axis, 0, SheetFit.priors.axis)) }
      }
      return priors
    }

    /// The sum of squares; a residual of ``SheetFit/leastSigma`` counts one.
    private func cost(_ unknowns: [Double]) -> Double {
      guard let residuals = residuals(unknowns) else { return .infinity }
      let seen = residuals.reduce(0) { $0 + $1 * $1 } / (SheetFit.leastSigma * SheetFit.leastSigma)
      return priors.reduce(seen) { sum, prior in
        let off = (unknowns[prior.index] - prior.value) / prior.sigma
        return sum + off * off
      }
    }

    /// The normal equations of a step, in units of a pixel's residual.
    ///
    /// - Parameter damping: what is added to the diagonal, relative.
    func equations(_ unknowns: [Double], damping: Double = 0) -> LeastSquares? {
      var normal = [Double](repeating: 0, count: count * count)
      var right = [Double](repeating: 0, count: count)
      let (views, stretch) = (views(unknowns), exp(unknowns[0]))
      for photo in photos.indices {
        guard let base = residuals(of: photo, views[photo], stretch: stretch) else { return nil }
        let (group, at) = (first(ofGroup: groups[photo]), first(of: photo))
        let own = [0] + Array(group..<(group + 4)) + Array(at..<(at + 6))
        var slopes: [[Double]] = []
        for unknown in own {
          let step = 1e-6 * max(1, abs(unknowns[unknown]))
          var moved = unknowns
          moved[unknown] += step
          guard
            let other = residuals(of: photo, self.views(moved)[photo], stretch: exp(moved[0]))
          else { return nil }
          slopes.append(zip(base, other).map { ($0 - $1) / step })
        }
        for (i, a) in own.enumerated() {
          right[a] += zip(slopes[i], base).reduce(0) { $0 + $1.0 * $1.1 }
          for (j, b) in own.enumerated() {
            normal[a * count + b] += zip(slopes[i], slopes[j]).reduce(0) { $0 + $1.0 * $1.1 }
          }
        }
      }
      let unit = SheetFit.leastSigma * SheetFit.leastSigma
      for (index, value, sigma) in priors {
        normal[index * count + index] += unit / (sigma * sigma)
        right[index] += unit / (sigma * sigma) * (value - unknowns[index])
      }
      for k in 0..<count { normal[k * count + k] *= 1 + damping }
      return LeastSquares(normal: normal, right: right)
    }

    /// The unknowns at the least sum of squares near a start.
    func minimum(from start: [Double]) -> (unknowns: [Double], cost: Double) {
      var (unknowns, cost, damping) = (start, cost(start), 1e-3)
      for _ in 0..<100 {
        guard let step = equations(unknowns, damping: damping)?.solved()?.solution else { break }
        let next = zip(unknowns, step).map { $0 + $1 }
        let lower = self.cost(next)
        if lower < cost {
          let isDone = cost - lower < 1e-9 * cost
          (unknowns, cost, damping) = (next, lower, max(damping / 10, 1e-12))
          if isDone { break }
        } else {
          damping *= 10
          if damping > 1e9 { break }
        }
      }
      return (unknowns, cost)
    }
  }
}

/// The projective map from a plane to an image, by the direct linear transform (Hartley & Zisserman 2004, 4.1).
struct Homography {
  private let columns: Matrix3

  /// The map that takes places to what is seen of them, in the focal length's unit; nil where they lie on a line.
  init?(_ seen: [(place: Vector2, pixel: Vector2)]) {
    let scale = seen.map { max(abs($0.place.x), abs($0.place.y)) }.max() ?? 0
    guard seen.count >= 4, scale > 0 else { return nil }
    var equations = LeastSquares(unknowns: 8)
    for (place, pixel) in seen {
      let (x, y) = (place.x / scale, place.y / scale)
      equations.add([x, y, 1, 0, 0, 0, -pixel.x * x, -pixel.x * y], value: pixel.x)
      equations.add([0, 0, 0, x, y, 1, -pixel.y * x, -pixel.y * y], value: pixel.y)
    }
    guard let h = equations.solved()?.solution else { return nil }
    columns = Matrix3(
      columns: Vector3(h[0], h[3], h[6]) / scale, Vector3(h[1], h[4], h[7]) / scale, Vector3(h[2], h[5], 1))
  }

  /// The camera's view of the plane (Zhang 2000); nil where it is degenerate.
  var pose: RigidTransform? {
    let length = (columns.c0.length + columns.c1.length) / 2
    guard length > 1e-12 else { return nil }
    let x = columns.c0.normalized
    let y = (columns.c1 - x * x.dot(columns.c1)).normalized
    guard x.isFinite, y.isFinite else { return nil }
    return RigidTransform(
      rotation: Matrix3(columns: x, y, x.cross(y)), translation: columns.c2 / length)
  }
}

/// A camera that looks at a sheet: a pinhole with square pixels and radial distortion of the first order, r (1 + k r²)
/// (Brown 1966).
///
/// The sheet's frame: x right and y down on the paper, z into it, the origin in its middle; lengths in units of a printed
/// millimetre across the paper.
struct SheetView {
  /// The focal length in pixels, and k.
  var focal: Double, distortion: Double
  /// The principal point in pixels.
  let centre: Vector2
  /// The camera's view of the sheet.
  var cameraFromSheet: RigidTransform

  /// The pixel at which a point of the sheet is seen; nil behind the camera.
  func pixel(of point: Vector3) -> Vector2? {
    let p = cameraFromSheet * point
    guard p.z > 1e-6 else { return nil }
    let flat = Vector2(p.x, p.y) / p.z
    return centre + flat * (focal * (1 + distortion * flat.dot(flat)))
  }

  /// The place on the sheet's plane that a pixel shows; nil where its ray misses it.
  func place(of pixel: Vector2) -> Vector2? {
    let seen = (pixel - centre) / focal
    var flat = seen
    for _ in 0..<20 { flat = seen / max(1 + distortion * flat.dot(flat), 0.2) }
    let sheetFromCamera = cameraFromSheet.inverse
    let ray = sheetFromCamera.rotation * Vector3(flat.x, flat.y, 1)
    guard ray.z > 1e-6 else { return nil }
    let point = sheetFromCamera.translation - ray * (sheetFromCamera.translation.z / ray.z)
    return [point.x, point.y]
  }
}

/// What a photo of a printed sheet shows: the marks in its corners, and the cap's markers.
public struct SheetPhoto: Sendable {
  /// The file's name, for messages.
  let name: String
  /// The paper and the sheet, from 0.
  let paper: Paper, sheet: Int
  /// The size of the image in which it was measured, in pixels.
  let width, height: Int
  /// The corners (pixels) of the marks, by the corner of the sheet, clockwise from the upper left one.
  let marks: [Int: [Vector2]]
  /// The cap's markers, each id once.
  let markers: [MarkerOutline]

  /// The largest photo that is read, in bytes.
  static let largestBytes = 64 << 20
  /// Larger images are halved until they are no larger: a sheet then has some ten pixels a millimetre, and the blur of
  /// an edge stays within what is looked at around it.
  static let largestSide = 4200

  /// Reads the bytes of a photo.
  ///
  /// - Throws: `CapCheckError` for what is no file of a photo.
  public static func bytes(_ file: URL) throws(CapCheckError) -> [UInt8] {
    do throws(InputFile.Fault) { return try InputFile.bytes(file.path, atMost: largestBytes) } catch {
      switch error {
      case .missing, .unreadable: throw .unreadable(file: file.relativePath, found: error.found)
      case .notRegular, .tooLarge:
        throw .noPhoto(file: file.relativePath, found: error.found, limitMiB: largestBytes >> 20)
      }
    }
  }
}

extension SheetPhoto {
  /// Looks for the marks and markers of a cap.
  ///
  /// - Parameter name: the file's, for messages.
  /// - Throws: `ImageError` for what is no photo, `MarkerError`, `CapCheckError.noMarks` where it shows no sheet.
  public init(_ bytes: [UInt8], name: String, cap: MarkerDictionary) throws {
    var image = try ImageFile.gray(Data(bytes), name: name)
    while max(image.width, image.height) > Self.largestSide { image = image.halved }
    try self.init(image, name: name, cap: cap)
  }

  /// Looks for the marks and markers of a cap in an image.
  init(_ image: GrayImage, name: String, cap: MarkerDictionary) throws {
    let reference = ReferenceMarks(beside: cap)
    let found = try Self.outlines(of: reference.dictionary, in: image, name)
    var sheets: [[Int]: [Int: [Vector2]]] = [:]
    for mark in found {
      guard let place = reference.place(of: mark.id) else { continue }
      sheets[[Paper.allCases.firstIndex(of: place.paper)!, place.sheet], default: [:]][place.corner] = mark.corners
    }
    let ranked = sheets.sorted { ($1.value.count, $0.key[0], $0.key[1]) < ($0.value.count, $1.key[0], $1.key[1]) }
    guard let (key, marks) = ranked.first, marks.count >= 3 else {
      throw CapCheckError.noMarks(file: name, found: ranked.first?.value.count ?? 0)
    }
    (self.name, self.marks, paper, sheet) = (name, marks, Paper.allCases[key[0]], key[1])
    (width, height) = (image.width, image.height)
    markers = try Self.outlines(of: cap, in: image, name)
  }

  /// The outlines of a dictionary's markers, of those ids that are seen once.
  private static func outlines(
    of dictionary: MarkerDictionary, in image: GrayImage, _ name: String
  ) throws -> [MarkerOutline] {
    let found = try MarkerDetector(dictionary: dictionary, markerSize: 1).outlines(in: image, frame: name)
    let counts = Dictionary(grouping: found, by: \.id).mapValues(\.count)
    return found.filter { counts[$0.id] == 1 }.sorted { $0.id < $1.id }
  }
}
