import Geometry
import Images
import Landmarks
import PointClouds
import Recordings
import Testing

@testable import HeadViews

@Suite struct HeadPictureTests {
  private static let radius = 0.07
  /// A closed ball about the origin.
  private static let ball = Result {
    var mesh = Mesh()
    let (rings, spokes) = (120, 240)
    for ring in 0...rings {
      for spoke in 0..<spokes {
        let (polar, azimuth) = (Double.pi * Double(ring) / Double(rings), 2 * .pi * Double(spoke) / Double(spokes))
        mesh.positions.append(
          Matrix3.rotation([0, 0, azimuth]) * (Matrix3.rotation([0, polar, 0]) * [0, 0, radius]))
      }
    }
    let at = { (ring: Int, spoke: Int) in Int32(ring * spokes + spoke % spokes) }
    for ring in 0..<rings {
      for spoke in 0..<spokes {
        mesh.triangles.append([at(ring, spoke), at(ring + 1, spoke), at(ring + 1, spoke + 1)])
        mesh.triangles.append([at(ring, spoke), at(ring + 1, spoke + 1), at(ring, spoke + 1)])
      }
    }
    return try HeadScene.make(mesh)
  }

  @Test(arguments: HeadView.allCases) func theSilhouetteOfABallIsADisc(_ side: HeadView) throws {
    let (radius, scene) = (Self.radius, try Self.ball.get())
    let projection = HeadProjection(scene, side, width: 200, height: 160)
    let buffer = SurfaceRaster(scene, projection)
    let samples = Double(SurfaceRaster.samples)
    let r = radius * projection.scale * samples
    var area = 0
    for y in 0..<buffer.height {
      for x in 0..<buffer.width {
        let from = Vector2(Double(x) + 0.5, Double(y) + 0.5) - Vector2(Double(buffer.width), Double(buffer.height)) / 2
        let depth = buffer.depths[y * buffer.width + x]
        if depth.isFinite { area += 1 }
        // Facets of 2.6 mm lie up to 0.02 mm within the ball; at the silhouette that is seen end on.
        if from.length > r + 0.01 { #expect(!depth.isFinite) }
        if from.length < r - 0.5 { #expect(depth.isFinite) }
        if from.length < 0.9 * r {
          let truth = -(r * r - from.length * from.length).squareRoot() / samples / projection.scale
          #expect(abs(Double(depth) - truth) < 0.0001)
        }
      }
    }
    #expect(abs(Double(area) - .pi * r * r) < 0.01 * .pi * r * r)
  }

  @Test func allSidesHaveOneScaleAndFit() throws {
    let scene = try TestHead.whole.get()
    let pictures = HeadView.allCases.map { HeadPicture.render(scene, from: $0, width: 180, height: 140) }
    #expect(Set(pictures.map(\.overlay.pixelsPerMillimetre)).count == 1)
    for picture in pictures {
      for x in 0..<180 { for y in [0, 139] { #expect(pixel(picture.image, x, y) == [255, 255, 255]) } }
      for y in 0..<140 { for x in [0, 179] { #expect(pixel(picture.image, x, y) == [255, 255, 255]) } }
    }
    let bar = pictures[0].overlay.scaleBar
    #expect(bar.pixels <= 36 && bar.pixels == bar.millimetres * pictures[0].overlay.pixelsPerMillimetre)
  }

  private func pixel(_ image: ColorImage, _ x: Int, _ y: Int) -> SIMD3<UInt8> {
    let at = 3 * (y * image.width + x)
    return [image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]]
  }

  @Test func landmarksBehindTheHeadAreHidden() throws {
    for seed in UInt64(1)...3 {
      var random = SeededGenerator(seed: seed)
      let headFromMesh = RigidTransform(
        rotation: .rotation(random.direction()), translation: random.normal3() * 0.1)
      let scene = try TestHead.scene(headFromMesh: headFromMesh)
      let hidden = { (side: HeadView) in
        Set(
          HeadPicture.render(scene, from: side, width: 120, height: 120).overlay.landmarks.filter(\.isHidden)
            .map(\.landmark.landmark))
      }
      #expect(hidden(.front).isEmpty, "seed \(seed)")
      #expect(hidden(.back) == [.sellion], "seed \(seed)")
      #expect(hidden(.left) == [.tragionRight], "seed \(seed)")
      #expect(hidden(.right) == [.tragionLeft], "seed \(seed)")
    }
  }

  @Test func leftAndRightAreTheHeadsOwn() throws {
    let scene = try TestHead.whole.get()
    let at = { (side: HeadView, landmark: Landmark) -> Vector2 in
      HeadPicture.render(scene, from: side, width: 120, height: 120).overlay.landmarks
        .first { $0.landmark.landmark == landmark }!.at
    }
    #expect(at(.front, .tragionLeft).x > at(.front, .tragionRight).x)
    #expect(at(.back, .tragionLeft).x < at(.back, .tragionRight).x)
    #expect(at(.top, .tragionLeft).x < at(.top, .tragionRight).x)
    #expect(at(.top, .sellion).y < at(.top, .tragionLeft).y)
    #expect(at(.left, .sellion).x < at(.left, .tragionLeft).x)
    #expect(at(.right, .sellion).x > at(.right, .tragionRight).x)
    #expect(at(.threeQuarter, .sellion).x < at(.threeQuarter, .tragionLeft).x)
    let marker = { (side: HeadView) in
      HeadPicture.render(scene, from: side, width: 120, height: 120).overlay.markers[0].isHidden
    }
    #expect(!marker(.right))
    #expect(marker(.left))
    #expect(marker(.back))
  }

  @Test func theSectionIsCutWhereItGoesBehindTheHead() throws {
    let overlay = HeadPicture.render(try TestHead.whole.get(), from: .front, width: 200, height: 200).overlay
    let length = { (isHidden: Bool) in
      overlay.section.filter { $0.isHidden == isHidden }.reduce(0.0) { sum, line in
        sum + zip(line.points, line.points.dropFirst()).reduce(0.0) { $0 + ($1.1 - $1.0).length }
      }
    }
    // Half of it lies on either side of the head; what is at the silhouette counts as seen.
    #expect(length(true) > 0.35 * (length(true) + length(false)))
    #expect(length(true) <= length(false))
    #expect(overlay.section.count <= 5)
    let top = HeadPicture.render(try TestHead.whole.get(), from: .top, width: 200, height: 200).overlay
    #expect(!top.section.contains { $0.isHidden })
  }

  @Test func theInsideIsDarkerThanTheOutside() throws {
    let scene = try TestHead.whole.get()
    // From below one would look into the head; here the head is turned over.
    var turned = scene.annotation
    turned.headFromMesh = RigidTransform(rotation: .rotation([.pi, 0, 0]), translation: .zero)
    let inside = HeadPicture.render(scene.annotated(turned), from: .top, width: 100, height: 100).image
    let outside = HeadPicture.render(scene, from: .top, width: 100, height: 100).image
    // Beside the opening at the crown, which is seen in the middle.
    for x in 60..<70 {
      #expect(pixel(inside, x, 50).x < 130)
      #expect(pixel(outside, x, 50).x > 150)
    }
  }

  @Test func mapsPaintTheirColors() throws {
    var scene = try TestHead.whole.get()
    scene.add(.distance(scene.mesh.positions.map { $0.x < 0 ? 0.01 : .nan }, limit: 0.005))
    let image = HeadPicture.render(scene, from: .front, width: 120, height: 120, showing: .map(.distance)).image
    let (left, right) = (pixel(image, 80, 60), pixel(image, 40, 60))
    #expect(left.x > left.z + 40)  // brown on the head's left, which is on the right of the picture
    #expect(right.x == right.z)  // grey where it is not known
  }

  @Test func aPictureIsAPNGOfItself() throws {
    let picture = HeadPicture.render(try TestHead.whole.get(), from: .left, width: 360, height: 360)
    let png = try picture.png()
    #expect(try ImageFile.color(png) == picture.image)
    #expect(png.count < 60_000)
    #expect(try png == HeadPicture.render(TestHead.whole.get(), from: .left, width: 360, height: 360).png())
  }
}
