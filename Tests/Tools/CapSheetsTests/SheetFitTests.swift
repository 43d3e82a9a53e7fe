import Geometry
import Platform
import Testing

@testable import CapSheets
@testable import Markers

/// Cameras of photos whose marks are known exactly.
@Suite struct SheetFitTests {
  private static let dictionary = MarkerDictionary(name: "DICT_4X4_100")!
  private static let cap = Cap(dictionary: dictionary, markerSize: 0.016, ids: Set(0..<46))

  /// From which side, how far aslant (degrees), from how far.
  private static let places: [(side: Double, tilt: Double, distance: Double)] = [
    (0, 0, 300), (20, 30, 340), (140, 28, 330), (260, 32, 350),
  ]

  /// A camera with a focal length of 0.8 longer sides and its axis in the middle, as it is thought to be before any photo.
  private static func view(
    _ place: (side: Double, tilt: Double, distance: Double), width: Int = 1500, height: Int = 2000,
    focal: Double = 0.8, distortion: Double = 0
  ) -> SheetView {
    let axis = Vector3(cos(place.side * .pi / 180), sin(place.side * .pi / 180), 0)
    return SheetView(
      focal: focal * Double(max(width, height)), distortion: distortion,
      centre: Vector2(Double(width - 1), Double(height - 1)) / 2,
      cameraFromSheet: RigidTransform(
        rotation: .rotation([0, 0, 0.05]) * .rotation(axis * (place.tilt * .pi / 180)),
        translation: [3, -2, place.distance]))
  }

  /// What a view shows of a sheet.
  ///
  /// - Parameters:
  ///   - stretch: how much longer all is down the paper.
  ///   - sides: what single markers have of their nominal sides.
  private static func photo(
    _ view: SheetView, width: Int = 1500, height: Int = 2000, stretch: Double = 1, sides: [Int: Double] = [:],
    off: (Int) -> Vector2 = { _ in .zero }
  ) throws -> SheetPhoto {
    let sheet = try #require(try CapSheets(of: Array(0..<46), on: cap, paper: .a4).sheets.first)
    let middle = Paper.a4.sizeMm / 2
    func pixels(_ centre: Vector2, _ side: Double) throws -> [Vector2] {
      let corners: [Vector2] = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]
      return try corners.map { corner in
        let place = centre - middle + corner * side
        return try #require(view.pixel(of: [place.x, place.y * stretch, 0]))
      }
    }
    var marks: [Int: [Vector2]] = [:]
    for (corner, origin) in ReferenceMarks.origins(on: .a4).enumerated() {
      marks[corner] = try pixels(origin + 6, 12).enumerated().map { $0.element + off(4 * corner + $0.offset) }
    }
    let markers = try sheet.pieces.flatMap(\.markers).map { marker in
      MarkerOutline(
        id: marker.id, corners: try pixels(marker.origin + 8, 16 * (sides[marker.id] ?? 1)), bulges: [0, 0, 0, 0])
    }
    return SheetPhoto(
      name: "a", paper: .a4, sheet: 0, width: width, height: height, marks: marks, markers: markers)
  }

  /// Where everything is as it is thought to be, nothing is left over: photos of one camera, and of two that hold it
  /// upright and across.
  @Test func exactMarksLeaveNothingOver() throws {
    var photos = try Self.places.map { try Self.photo(Self.view($0)) }
    var views = Self.places.map { Self.view($0) }
    for two in [false, true] {
      if two {
        views += Self.places.prefix(2).map { Self.view($0, width: 1800, height: 1200) }
        photos += try views.suffix(2).map { try Self.photo($0, width: 1800, height: 1200) }
      }
      let fit = try SheetFit(photos)
      #expect(fit.rms < 1e-5, "\(fit.rms)")
      #expect(abs(fit.stretch - 1) < 1e-7)
      #expect(fit.sigma == 0.15)
      #expect(fit.unknowns == 1 + 4 * (two ? 2 : 1) + 6 * photos.count)
      for (found, view) in zip(fit.views, views) {
        #expect(abs(found.focal / view.focal - 1) < 1e-6 && abs(found.distortion) < 1e-6)
        #expect((found.centre - view.centre).length < 1e-3)
        let off = found.cameraFromSheet.translation - view.cameraFromSheet.translation
        #expect(off.length < 1e-3)
      }
    }
  }

  /// Another lens and a print that is longer down the paper: what is thought before weighs little against four photos.
  @Test func lensAndStretchAreFound() throws {
    let views = Self.places.map { Self.view($0, focal: 0.95, distortion: -0.08) }
    let fit = try SheetFit(try views.map { try Self.photo($0, stretch: 1.012) })
    #expect(abs(fit.stretch - 1.012) < 5e-4, "\(fit.stretch)")
    #expect(abs(fit.views[0].focal / (0.95 * 2000) - 1) < 0.01 && abs(fit.views[0].distortion + 0.08) < 0.03)
    #expect(fit.rms < 0.05)
  }

  /// The same offset of ± 1 pixel at every corner: about that is left over, and it widens all deviations.
  @Test func noiseShowsInWhatIsLeftOver() throws {
    var random = SeededGenerator(seed: 8)
    let exact = try SheetFit(try Self.places.map { try Self.photo(Self.view($0)) })
    let photos = try Self.places.map { place in
      try Self.photo(Self.view(place), off: { _ in Vector2(random.normal(), random.normal()) })
    }
    let fit = try SheetFit(photos)
    // 128 numbers, 29 unknowns: the deviation is known to one part in √(2 · 99).
    #expect(abs(fit.sigma - 1) < 0.25, "\(fit.sigma)")
    #expect(abs(fit.rms / fit.sigma - (99.0 / 128).squareRoot()) < 1e-6)
    let widened = (fit.covariance[0][0] / exact.covariance[0][0]).squareRoot()
    #expect(abs(widened / (fit.sigma / 0.15) - 1) < 0.2, "\(widened)")
  }

  /// From straight above a flat sheet tells neither the focal length, which is confounded with the distance, nor the lens's axis,
  /// which is with the place: they are known as well as before.
  @Test func whatAPhotoDoesNotTellIsKnownAsBefore() throws {
    let fit = try SheetFit([try Self.photo(Self.view(Self.places[0]))])
    let deviations = (0..<5).map { fit.covariance[$0][$0].squareRoot() }
    #expect(abs(deviations[1] / 0.4 - 1) < 0.02, "\(deviations)")
    #expect(abs(deviations[3] / 0.005 - 1) < 0.02 && abs(deviations[4] / 0.005 - 1) < 0.02, "\(deviations)")
    // The stretch and the distortion are told by the marks.
    #expect(deviations[0] < 0.001 && deviations[2] < 0.01, "\(deviations)")
  }

  @Test func marksOfNoFlatSheetAreRefused() throws {
    var random = SeededGenerator(seed: 2)
    let photo = try Self.photo(
      Self.view(Self.places[0]), off: { _ in Vector2(random.normal(), random.normal()) * 40 })
    #expect(throws: CapCheckError.noFit) { try SheetFit([photo]) }
    #expect(throws: CapCheckError.noFit) { try PrintCheck([], of: Self.cap, knownMm: 180) }
  }

  /// A step of every unknown moves the fit, and the same step back restores it.
  @Test func aFitIsMovedByItsUnknowns() throws {
    let fit = try SheetFit([try Self.photo(Self.view(Self.places[1]))])
    #expect(fit.unknowns == 11)
    #expect(abs(fit.magnitude(of: 1) - log(1600)) < 1e-5)
    var step = [Double](repeating: 0, count: 11)
    (step[0], step[1], step[2], step[3], step[10]) = (0.02, 0.01, 0.03, 0.004, 5)
    let moved = fit.moved(by: step)
    #expect(abs(moved.stretch / fit.stretch - exp(0.02)) < 1e-12)
    #expect(abs(moved.views[0].focal / fit.views[0].focal - exp(0.01)) < 1e-12)
    #expect(abs(moved.views[0].distortion - fit.views[0].distortion - 0.03) < 1e-12)
    // Of 2000 pixels.
    #expect(abs(moved.views[0].centre.x - fit.views[0].centre.x - 8) < 1e-9)
    #expect(abs(moved.views[0].cameraFromSheet.translation.z - fit.views[0].cameraFromSheet.translation.z - 5) < 1e-9)
  }

  /// Sizes of an exact print: the median of its markers, by the length that the rule reads.
  @Test func aPrintIsMeasuredByItsRuler() throws {
    let photos = try Self.places.map { try Self.photo(Self.view($0), sides: [3: 1.02, 7: 0.97]) }
    let found = try PrintCheck(photos, of: Self.cap, knownMm: 181.8)
    #expect(found.paper == .a4 && found.photos == 4 && found.nominalMm == 16)
    #expect(abs(found.side.value - 16.16) < 1e-4 && abs(found.error.value - 0.01) < 1e-5)
    #expect(abs(found.error.sigma - found.side.sigma / 16) < 1e-12)
    #expect(found.missing.isEmpty && found.markers.count == 46)
    for marker in found.markers {
      let wanted = 16.16 * ([3: 1.02, 7: 0.97][marker.id] ?? 1)
      #expect(abs(marker.width.value - wanted) < 1e-3 && abs(marker.height.value - wanted) < 1e-3)
      #expect(marker.faults == ([3, 7].contains(marker.id) ? [.otherSize] : []), "\(marker.id)")
      #expect(marker.sightings == 4)
      #expect(abs(marker.bend?.value ?? .nan) < 1e-3)
    }
    // Ten per cent off is another ruler.
    _ = try PrintCheck(photos, of: Self.cap, knownMm: 197.9)
    #expect(throws: CapCheckError.wrongLength(foundMm: 198.1, expectedMm: 180)) {
      try PrintCheck(photos, of: Self.cap, knownMm: 198.1)
    }
    let more = Cap(dictionary: Self.dictionary, markerSize: 0.016, ids: Set(0..<48))
    #expect(try PrintCheck(photos, of: more, knownMm: 180).missing == [46, 47])
  }

  @Test func aPrintIsRefusedForItsReasons() throws {
    let photos = try Self.places.map { try Self.photo(Self.view($0)) }
    for (known, reasons) in [
      (180.0, [PrintCheck.Reason]()), (181.7, []), (181.9, [.size]), (178.3, []), (178.1, [.size]),
    ] {
      #expect(try PrintCheck(photos, of: Self.cap, knownMm: known).reasons == reasons, "\(known)")
    }
    let bad = try Self.places.map { try Self.photo(Self.view($0), sides: [3: 1.02]) }
    #expect(try PrintCheck(bad, of: Self.cap, knownMm: 180).reasons == [.markers])
  }

  /// The deviation of the usual side is that of the fit's unknowns, by the derivative along each column of the factor of their
  /// covariance, and of the reading and the corners.
  @Test(arguments: [([1], 46), ([1, 2], 46), ([0, 1, 2, 3], 46), ([0, 1, 2, 3], 1)])
  func theSizeHasItsDeviation(_ chosen: [Int], markers: Int) throws {
    let photos = try chosen.map { try Self.photo(Self.view(Self.places[$0])) }
    let fit = try SheetFit(photos)
    // Of one marker alone the corners count as much as the cameras.
    let cap = Cap(dictionary: Self.dictionary, markerSize: 0.016, ids: Set(0..<markers))
    let sightings = PrintCheck.sightings(photos, fit, cap)
    let shapes = PrintCheck.shapes(sightings, fit)
    let n = fit.unknowns
    // L Lᵀ = the covariance.
    var factor = fit.covariance
    for j in 0..<n {
      for i in j..<n {
        var rest = fit.covariance[i][j]
        for k in 0..<j { rest -= factor[i][k] * factor[j][k] }
        factor[i][j] = i == j ? rest.squareRoot() : rest / factor[j][j]
      }
    }
    var variance = 0.0
    for column in 0..<n {
      func side(_ share: Double) -> Double {
        let step = (0..<n).map { $0 < column ? 0 : share * factor[$0][column] }
        return PrintCheck.usualSide(PrintCheck.shapes(sightings, fit.moved(by: step)))
      }
      let slope = (log(side(1e-3)) - log(side(-1e-3))) / 2e-3
      variance += slope * slope
    }
    let own = shapes.map { $0.sigma / $0.width }.reduce(0, +) / Double(shapes.count)
    let expected = (variance + own * own / Double(shapes.count)).squareRoot()
    let usual = PrintCheck.usualSide(shapes, sightings, fit)
    #expect(abs(usual.value - 16) < 1e-3)
    // The logarithm and the ratio of two medians are not quite linear.
    #expect(abs(usual.sigma / expected - 1) < 0.1, "\(usual.sigma) \(expected)")
    let found = try PrintCheck(photos, of: cap, knownMm: 180)
    let reading = 0.1 / 180
    #expect(abs(found.side.sigma / (16 * (reading * reading + usual.sigma * usual.sigma).squareRoot()) - 1) < 1e-3)
  }

  /// A marker that lies beside the paper, and one of which the sheet has none, are left out.
  @Test func markersBesideTheSheetAreLeftOut() throws {
    let photo = try Self.photo(Self.view(Self.places[0]))
    let fit = try SheetFit([photo])
    let beside = { (id: Int, middle: Vector2) -> MarkerOutline in
      let pixels = [Vector2(-8, -8), Vector2(8, -8), Vector2(8, 8), Vector2(-8, 8)].map { corner in
        fit.views[0].pixel(of: [middle.x + corner.x, middle.y + corner.y, 0])!
      }
      return MarkerOutline(id: id, corners: pixels, bulges: [0, 0, 0, 0])
    }
    // Half of 210 × 297.
    let extra = [
      beside(46, [106, 0]), beside(47, [104, 0]), beside(48, [0, -150]), beside(49, [0, 147]), beside(90, .zero),
    ]
    let wide = SheetPhoto(
      name: "a", paper: .a4, sheet: 0, width: 1500, height: 2000, marks: photo.marks, markers: photo.markers + extra)
    let cap = Cap(dictionary: Self.dictionary, markerSize: 0.016, ids: Set(0..<50))
    let seen = PrintCheck.sightings([wide], fit, cap)
    #expect(Set(seen.keys) == Set(0..<46).union([47, 49]))
  }
}

/// A camera above a sheet.
@Suite struct SheetViewTests {
  /// What a pixel shows is seen there.
  @Test(arguments: [0.0, -0.12, 0.2]) func placesAndPixelsBelongTogether(distortion: Double) throws {
    let view = SheetView(
      focal: 1400, distortion: distortion, centre: [640, 500],
      cameraFromSheet: RigidTransform(rotation: .rotation([0.4, -0.3, 0.1]), translation: [12, -7, 310]))
    for place: Vector2 in [[0, 0], [60, -40], [-50, 70], [33, 90]] {
      let pixel = try #require(view.pixel(of: [place.x, place.y, 0]))
      let back = try #require(view.place(of: pixel))
      #expect((back - place).length < 1e-5, "\(place) \(back)")
    }
  }

  /// By hand: 30 and 40 of 200 before the camera, r² = 0.0625, so 1 − 0.00625 of 1000 · (0.15, 0.2).
  @Test func aPixelHasTheLensDistortion() throws {
    let view = SheetView(
      focal: 1000, distortion: -0.1, centre: [640, 500],
      cameraFromSheet: RigidTransform(rotation: .identity, translation: [0, 0, 200]))
    let pixel = try #require(view.pixel(of: [30, 40, 0]))
    #expect((pixel - Vector2(640 + 150 * 0.99375, 500 + 200 * 0.99375)).length < 1e-9)
    #expect(view.pixel(of: [0, 0, -201]) == nil, "behind the camera")
    // Nearer to the camera it is larger.
    let near = try #require(view.pixel(of: [30, 40, -100]))
    #expect(near.x > pixel.x && near.y > pixel.y)
  }

  /// A camera that looks along the sheet shows nothing of it above the horizon. The sheet's normal is (0, sin 1.4, cos 1.4) in its
  /// axes, 51 mm away: the ray through the upper edge, (0, −0.5, 1), goes away from it by −0.32 a step, that of the lower edge
  /// comes nearer by 0.66.
  @Test func aRayAboveTheHorizonMissesTheSheet() {
    let view = SheetView(
      focal: 1000, distortion: 0, centre: [500, 500],
      cameraFromSheet: RigidTransform(rotation: .rotation([-1.4, 0, 0]), translation: [0, 0, 300]))
    #expect(view.place(of: [500, 0]) == nil)
    #expect(view.place(of: [500, 1000]) != nil)
  }

  /// The pose that a plane's map tells.
  @Test func aHomographyTellsThePose() throws {
    let pose = RigidTransform(rotation: .rotation([0.3, -0.2, 0.5]), translation: [10, -20, 250])
    let places: [Vector2] = [[-80, -120], [90, -110], [85, 130], [-75, 125], [10, 5]]
    let seen = places.map { place -> (place: Vector2, pixel: Vector2) in
      let point = pose * Vector3(place.x, place.y, 0)
      return (place, Vector2(point.x, point.y) / point.z)
    }
    let found = try #require(Homography(seen)?.pose)
    #expect((found.translation - pose.translation).length < 1e-6)
    for point: Vector3 in [[1, 0, 0], [0, 1, 0], [0, 0, 1]] {
      #expect((found.rotation * point - pose.rotation * point).length < 1e-8)
    }
    #expect(Homography(Array(seen.prefix(3))) == nil)
    #expect(Homography(Array(seen.prefix(4))) != nil)
    #expect(Homography([(place: Vector2, pixel: Vector2)](repeating: (.zero, .zero), count: 5)) == nil)
  }
}
