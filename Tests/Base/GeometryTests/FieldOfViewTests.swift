import Geometry
import Testing

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
