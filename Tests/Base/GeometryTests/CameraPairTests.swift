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
    let apart = CameraPair(
      color: pair.color, depth: pair.depth,
      colorFromDepth: RigidTransform(rotation: .rotation([0, 0.02, 0]), translation: [0.02, 0, 0]))
    let through = apart.depth.project(apart.colorFromDepth.inverse * point)
    #expect(
      (apart.depthPlace(of: apart.color.project(point), at: point)
        - DepthCorrection.normalized(through, width: 640, height: 480)).length < 1e-12)
  }
}
