import Geometry
import Testing

@Suite struct CameraPairTests {
  private static let camera = Camera(width: 1440, height: 1080, fx: 1330, fy: 1330, cx: 722, cy: 541)

  @Test func oneCameraIsRecognised() {
    #expect(CameraPair(Self.camera).areOne)
    #expect(CameraPair(Self.camera).shareView)
    let small = CameraPair(color: Self.camera, depth: Self.camera.resized(width: 640, height: 480))
    #expect(!small.areOne)
    #expect(small.shareView)
    var other = small
    other.depth.fx *= 1.01
    #expect(!other.shareView)
    other = small
    other.depth.cx += 1.2
    #expect(!other.shareView)
    // Resized without regard to pixel centres.
    other = small
    (other.depth.cx, other.depth.cy) = (722 / 2.25, 541 / 2.25)
    #expect(other.shareView)
    other = small
    other.colorFromDepth.translation = [0.01, 0, 0]
    #expect(!other.shareView)
    other = small
    other.depth.lens = Lens(radial: [0.05])
    #expect(!other.shareView)
  }

  /// Half a pixel of the depth image is the limit, at its last column and row.
  @Test(arguments: [(0.4997, true), (0.5003, false)]) func viewsAreComparedUpToTheCorners(off: Double, isShared: Bool) {
    for (focal, principal, last) in [(\Camera.fx, \Camera.cx, 639.0), (\.fy, \.cy, 479)] {
      var pair = CameraPair(color: Self.camera, depth: Self.camera.resized(width: 640, height: 480))
      // The first line stays; what depth has in the last one is so much nearer to it in the colour image.
      pair.depth[keyPath: focal] /= 1 - off / last
      pair.depth[keyPath: principal] /= 1 - off / last
      #expect(pair.shareView == isShared, "\(last)")
    }
  }

  /// The same lens as two fits of one table give it, and another one.
  @Test func lensesAreComparedByWhatTheyDo() {
    let lens = Lens(radial: [0.05, -0.02, 0.003], centre: [0.01, -0.02])
    var pair = CameraPair(color: Self.camera, depth: Self.camera.resized(width: 640, height: 480))
    pair.color.lens = lens
    pair.depth.lens = lens
    #expect(pair.shareView)
    pair.depth.lens?.radial[1] += 1e-14
    pair.depth.lens?.centre.x += 1e-15
    #expect(pair.color.lens != pair.depth.lens)
    #expect(pair.shareView)
    pair.depth.lens?.radial[0] = 0.045
    #expect(!pair.shareView)
    pair.depth.lens = nil
    #expect(!pair.shareView)
    // An image that folds over shows no ray at its corner.
    (pair.color.lens, pair.depth.lens) = (Lens(radial: [-1.2]), Lens(radial: [-1.2, 1e-9]))
    #expect(!pair.shareView)
  }

  /// The same place whether it is reckoned in the colour image or through both cameras.
  @Test func depthIsLookedUpWhereItLies() {
    let pair = CameraPair(color: Self.camera, depth: Self.camera.resized(width: 640, height: 480))
    let point = Vector3(0.06, -0.04, 0.35)
    let place = pair.depthPlace(of: pair.color.project(point), at: point)
    let seen = pair.depth.project(point)
    #expect((place - DepthCorrection.normalized(seen, width: 640, height: 480)).length < 1e-12)
    // Intrinsics that were resized without regard to pixel centres show the same view all the same.
    var nearly = pair
    nearly.depth.cx += 0.3
    let pixel = pair.color.project(point)
    let own = DepthCorrection.normalized(pixel, width: pair.color.width, height: pair.color.height)
    #expect(nearly.depthPlace(of: pixel, at: point) == own)
    let apart = CameraPair(
      color: pair.color, depth: pair.depth,
      colorFromDepth: RigidTransform(rotation: .rotation([0, 0.02, 0]), translation: [0.02, 0, 0]))
    let through = apart.depth.project(apart.colorFromDepth.inverse * point)
    #expect(
      (apart.depthPlace(of: apart.color.project(point), at: point)
        - DepthCorrection.normalized(through, width: 640, height: 480)).length < 1e-12)
  }
}

@Suite struct FieldOfViewTests {
  private static func camera(_ lens: Lens?) -> Camera {
    Camera(width: 640, height: 480, fx: 600, fy: 598, cx: 322, cy: 238, lens: lens)
  }

  /// None, and lenses whose images fold over, all beyond the rim; the last ones come out again.
  static let lenses: [Lens?] = [
    nil, Lens(radial: [0.06, -0.02], tangential: [0.001, -0.002]), Lens(radial: [-0.3]),
    Lens(radial: [-0.3, 0.02], centre: [0.01, -0.02]),
  ]

  @Test(arguments: lenses.indices) func holdsAllThatTheImageShows(index: Int) {
    let camera = Self.camera(Self.lenses[index])
    let field = FieldOfView(camera)
    for y in stride(from: -0.5, through: 479.5, by: 4) {
      for x in stride(from: -0.5, through: 639.5, by: 4) {
        #expect(field.contains(camera.ray([x, y]) * 0.3), "\(x), \(y)")
      }
    }
  }

  /// Of all directions before the camera that fall into the image, only those that it shows there.
  @Test(arguments: lenses.indices) func holdsNothingThatFoldsBack(index: Int) {
    let camera = Self.camera(Self.lenses[index])
    let field = FieldOfView(camera)
    var folded = 0
    for y in stride(from: -3.0, through: 3, by: 0.02) {
      for x in stride(from: -3.0, through: 3, by: 0.02) {
        let point = Vector3(x, y, 1)
        let pixel = camera.project(point)
        guard camera.contains(pixel) else { continue }
        let isShown = (camera.ray(pixel) - point).length < 1e-6
        folded += isShown ? 0 : 1
        #expect(field.contains(point) == isShown, "\(x), \(y)")
      }
    }
    #expect((folded > 0) == (index > 0))
  }

  /// Where the image itself folds over, what lies within the fold is seen.
  @Test func aFoldWithinTheImageLimitsIt() {
    let camera = Self.camera(Lens(radial: [-0.8]))
    let field = FieldOfView(camera)
    #expect(camera.ray([0, 0]).x.isNaN)
    #expect(field.contains(camera.ray([322, 10])))
    #expect(!field.contains([0.8, 0, 1]))
  }
}

@Suite struct LensTests {
  private static let lenses = [
    Lens(radial: [0.06, -0.02, 0.004], tangential: [0.0008, -0.0012]), Lens(radial: [-0.12, 0.03]),
    Lens(radial: [0.02, 0, 0, 0, 0.01], centre: [0.01, -0.02]), Lens(radial: []),
  ]

  /// The formula of OpenCV's documentation, term by term.
  @Test func bendsAsOpenCVDoes() {
    let lens = Lens(radial: [0.06, -0.02, 0.004], tangential: [0.0008, -0.0012])
    let (x, y) = (0.31, -0.27)
    let r2 = x * x + y * y
    let m = 1 + 0.06 * r2 - 0.02 * r2 * r2 + 0.004 * r2 * r2 * r2
    let expected = Vector2(
      x * m + 2 * 0.0008 * x * y - 0.0012 * (r2 + 2 * x * x), y * m + 0.0008 * (r2 + 2 * y * y) - 2 * 0.0012 * x * y)
    #expect((lens.distorted([x, y]) - expected).length < 1e-15)
  }

  /// Values of OpenCV's `projectPoints` and `undistortPoints` (make_lens_values.py).
  @Test(arguments: OpenCVLens.all) fileprivate func movesPlacesAsOpenCVDoes(opencv: OpenCVLens) {
    let k = opencv.coefficients
    let lens = Lens(radial: [k[0], k[1], k[4]], tangential: [k[2], k[3]])
    for (place, (distorted, undistorted)) in zip(OpenCVLens.places, zip(opencv.distorted, opencv.undistorted)) {
      #expect((lens.distorted(place) - distorted).length < 1e-12)
      #expect((lens.undistorted(place) - undistorted).length < 1e-9)
    }
  }

  /// Taking a lens off what it did gives the place back, anywhere a phone's camera sees.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func isTakenOff(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for lens in Self.lenses {
      for _ in 0..<50 {
        let place = Vector2(1.4 * random.uniform() - 0.7, 1.1 * random.uniform() - 0.55)
        #expect((lens.undistorted(lens.distorted(place)) - place).length < 1e-10, "seed \(seed)")
      }
    }
  }

  @Test func derivativesAreThoseOfDifferences() {
    let step = 1e-6
    for lens in Self.lenses {
      for place in [Vector2(0.3, -0.2), [0, 0], [-0.5, 0.4]] {
        let (byX, byY) = lens.derivatives(place)
        let x = (lens.distorted(place + [step, 0]) - lens.distorted(place - [step, 0])) / (2 * step)
        let y = (lens.distorted(place + [0, step]) - lens.distorted(place - [0, step])) / (2 * step)
        #expect((byX - x).length < 1e-8, "\(place)")
        #expect((byY - y).length < 1e-8, "\(place)")
      }
    }
  }

  /// r (1 − 0.3 r²) grows up to r = 1/√0.9; farther out no ray is seen there.
  @Test func anImageThatFoldsOverHasAnEnd() {
    let lens = Lens(radial: [-0.3])
    let end = lens.distorted([1 / 0.9.squareRoot(), 0]).x
    #expect(lens.undistorted([end - 0.01, 0]).x < 1 / 0.9.squareRoot())
    #expect(lens.undistorted([end + 0.01, 0]).x.isNaN)
    #expect(lens.undistorted([2, 0]).x.isNaN)
  }

  @Test func aCameraLooksThroughItsLens() {
    var camera = Camera(width: 640, height: 480, fx: 500, fy: 505, cx: 318, cy: 243)
    #expect(camera.rectified([12, 400]) == [12, 400])
    let straight = camera.project([0.1, -0.05, 0.4])
    camera.lens = Lens(radial: [0.06])
    let point = Vector3(0.1, -0.05, 0.4)
    let pixel = camera.project(point)
    #expect((pixel - straight).length > 0.1)
    #expect((camera.ray(pixel) * 0.4 - point).length < 1e-12)
    #expect((camera.rectified(pixel) - straight).length < 1e-9)
  }

  /// Half a pixel beyond the centres of the outermost pixels.
  @Test func anImageReachesToTheEdgesOfItsPixels() {
    let camera = Camera(width: 64, height: 48, fx: 50, fy: 51, cx: 30, cy: 24)
    for pixel: Vector2 in [[-0.49, -0.49], [63.49, -0.49], [63.49, 47.49], [-0.49, 47.49], [20, 30]] {
      #expect(camera.contains(pixel), "\(pixel)")
    }
    for pixel: Vector2 in [[-0.51, 20], [63.51, 20], [20, -0.51], [20, 47.51], [-9, -9], [99, 99]] {
      #expect(!camera.contains(pixel), "\(pixel)")
    }
  }

  /// Scaling keeps the edges of the image where they are, half a pixel beyond the centres of the outermost pixels.
  @Test func anotherSizeShowsTheSame() {
    let camera = Camera(width: 640, height: 480, fx: 500, fy: 505, cx: 318, cy: 243, lens: Lens(radial: [0.03]))
    let large = camera.resized(width: 1440, height: 1080)
    let point = Vector3(0.07, 0.03, 0.3)
    #expect(((camera.project(point) + 0.5) * 2.25 - 0.5 - large.project(point)).length < 1e-9)
    #expect(large.resized(width: 640, height: 480) == camera)
  }
}

/// What OpenCV 5.0 makes of some places of the plane at depth 1.
private struct OpenCVLens: Sendable {
  let coefficients: [Double]
  let distorted, undistorted: [Vector2]

  static let places: [Vector2] = [[0.31, -0.27], [-0.42, 0.35], [0.05, 0.02], [0.6, 0.45]]

  static let all = [
    OpenCVLens(
      coefficients: [0.06, -0.02, 0.0008, -0.0012, 0.004],
      distorted: [
        [0.31240494704315996, -0.27213606355372], [-0.42784391670328387, 0.35647681725273656],
        [0.0500008115948778, 0.02000403663795112], [0.6157732734375, 0.462786205078125],
      ],
      undistorted: [
        [0.30765140850934225, -0.26791398622907087], [-0.4125269037744298, 0.3438291196199149],
        [0.04999918913534997, 0.01999596428302107], [0.5852715130654893, 0.43806832471684665],
      ]),
    OpenCVLens(
      coefficients: [-0.12, 0.03, 0, 0, 0],
      distorted: [
        [0.30397881730000004, -0.2647557441], [-0.406061139246, 0.338384282705],
        [0.049982612615000005, 0.019993045046], [0.5651953125, 0.423896484375],
      ],
      undistorted: [
        [0.31638945943670393, -0.2755650130577744], [-0.43543932697675897, 0.36286610581396583],
        [0.05001740554073854, 0.020006962216295415], [0.6415499653225823, 0.48116247399193685],
      ]),
    OpenCVLens(
      coefficients: [0.1, -0.25, -0.003, 0.002, 0.1],
      distorted: [
        [0.314399753579, -0.27404465634300007], [-0.42210914463209803, 0.351359087193415],
        [0.05002419499694499, 0.019998657998777997], [0.5979127734375, 0.44590333007812505],
      ],
      undistorted: [
        [0.3057146710847801, -0.2660636183332389], [-0.4178664859940884, 0.3486143718056697],
        [0.049975835484916485, 0.020001341171783198], [0.6024608741175846, 0.4544236290940205],
      ]),
  ]
}
