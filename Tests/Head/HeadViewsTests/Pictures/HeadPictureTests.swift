import Geometry
import Images
import Landmarks
import PointClouds
import Recordings
import TestSupport
import Testing

@testable import HeadViews

@Suite struct HeadPictureTests {
  private static let radius = 0.07
  /// About the origin.
  private static let ball = Result { try HeadScene.make(Mesh.globe(rings: 120, spokes: 240) { $0 * radius }) }

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

  /// Every sample sees the nearest of the triangles over it, found one by one in space.
  @Test(arguments: [HeadView.front, .top, .threeQuarter]) func samplesSeeTheNearestTriangle(_ side: HeadView) throws {
    var random = SeededGenerator(seed: 31)
    var mesh = Mesh()
    for number in 0..<40 {
      let corner = random.direction() * 0.05
      mesh.positions += [corner, corner + random.direction() * 0.03, corner + random.direction() * 0.02]
      mesh.triangles.append([Int32(3 * number), Int32(3 * number + 1), Int32(3 * number + 2)])
    }
    let scene = try HeadScene.make(mesh)
    let projection = HeadProjection(scene, side, width: 60, height: 45)
    let buffer = SurfaceRaster(scene, projection)
    let (origin, down) = (projection.place(.zero), projection.eye * -1)
    var seen = 0
    for y in 0..<buffer.height {
      for x in 0..<buffer.width {
        // The ray through the middle of the sample, from a plane through the origin.
        let middle = Vector2(Double(x) + 0.5, Double(y) + 0.5) / Double(SurfaceRaster.samples)
        let aside = (middle - origin.pixel) / projection.scale
        let start = side.axes.right * aside.x - side.axes.up * aside.y
        var nearest: (depth: Double, triangle: Int32, weights: Vector2)?
        var isNearAnEdge = false
        for (number, t) in scene.mesh.triangles.enumerated() {
          let (a, b, c) = (
            scene.mesh.positions[Int(t.x)], scene.mesh.positions[Int(t.y)], scene.mesh.positions[Int(t.z)]
          )
          let (ab, ac) = (b - a, c - a)
          let normal = ab.cross(ac)
          let along = (a - start).dot(normal) / down.dot(normal)
          let point = start + down * along - a
          let v = point.cross(ac).dot(normal) / normal.dot(normal)
          let w = ab.cross(point).dot(normal) / normal.dot(normal)
          let least = min(v, w, 1 - v - w)
          isNearAnEdge = isNearAnEdge || abs(least) < 1e-6
          if least > 0, along + origin.depth < nearest?.depth ?? .infinity {
            nearest = (along + origin.depth, Int32(number), [v, w])
          }
        }
        let at = y * buffer.width + x
        if isNearAnEdge { continue }
        #expect(buffer.triangles[at] == nearest?.triangle ?? -1, "\(x) \(y)")
        guard let nearest, buffer.triangles[at] >= 0 else { continue }
        seen += 1
        #expect(abs(Double(buffer.depths[at]) - nearest.depth) < 1e-6)
        #expect((Vector2(buffer.weights[at]) - nearest.weights).length < 1e-4)
      }
    }
    #expect(seen > 500)
  }

  /// A box reaches beyond the picture where it is seen obliquely: it is cut at the last row or column, and seen up to there.
  @Test(arguments: [(40, 30), (30, 40)]) func whatIsLargerThanThePictureIsCut(_ width: Int, _ height: Int) throws {
    let half = 0.05
    var mesh = Mesh()
    for corner in 0..<8 {
      mesh.positions.append([
        corner & 1 == 0 ? -half : half, corner & 2 == 0 ? -half : half, corner & 4 == 0 ? -half : half,
      ])
    }
    let sides: [[Int32]] = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    mesh.triangles = sides.flatMap { side -> [SIMD3<Int32>] in
      [[side[0], side[1], side[2]], [side[0], side[2], side[3]]]
    }
    let side = HeadView.threeQuarter
    let projection = HeadProjection(try HeadScene.make(mesh), side, width: width, height: height)
    let buffer = SurfaceRaster(try HeadScene.make(mesh), projection)
    #expect(buffer.width == 2 * width && buffer.height == 2 * height)
    for y in 0..<buffer.height {
      for x in 0..<buffer.width {
        let middle = Vector2(Double(x) + 0.5, Double(y) + 0.5) / 2 - Vector2(Double(width), Double(height)) / 2
        let start = side.axes.right * (middle.x / projection.scale) - side.axes.up * (middle.y / projection.scale)
        // Where the line of sight is between each pair of sides.
        let spans = (0..<3).map { k -> (Double, Double) in
          let (a, b) = ((-half - start[k]) / -side.eye[k], (half - start[k]) / -side.eye[k])
          return (min(a, b), max(a, b))
        }
        let (near, far) = (spans.map(\.0).max()!, spans.map(\.1).min()!)
        let depth = Double(buffer.depths[y * buffer.width + x])
        if abs(far - near) < 1e-4 { continue }
        if near < far { #expect(abs(depth - near) < 1e-6, "\(x) \(y)") } else { #expect(!depth.isFinite, "\(x) \(y)") }
      }
    }
    // The farthest depth at a sample and its neighbours; none where a neighbour lies beside the picture.
    var atTheBorder = 0
    for y in stride(from: -2.0, through: Double(2 * height + 2), by: 0.5) {
      for x in stride(from: -2.0, through: Double(2 * width + 2), by: 0.5) {
        let isWithin = x > 1 && y > 1 && x < Double(2 * width - 1) && y < Double(2 * height - 1)
        var farthest = isWithin ? -Double.infinity : .infinity
        if isWithin {
          for row in (Int(y) - 1)...(Int(y) + 1) {
            for column in (Int(x) - 1)...(Int(x) + 1) {
              farthest = max(farthest, Double(buffer.depths[row * buffer.width + column]))
            }
          }
          if farthest.isFinite, x < 2 || y < 2 || x >= Double(2 * width - 2) || y >= Double(2 * height - 2) {
            atTheBorder += 1
          }
        }
        let found = buffer.depth(at: [x / 2, y / 2])
        if found != farthest { Issue.record("\(x) \(y): \(found), not \(farthest)") }
      }
    }
    #expect(atTheBorder > 10)
    #expect(buffer.depth(at: [.nan, 5]) == .infinity)
  }

  /// Light from the eye and half as much from above on a ball whose normals are known, on clay, colours and maps alike; a map has
  /// more light from all sides, and one that the scene lacks is clay.
  @Test(arguments: [HeadView.front, .left, .top]) func lightFallsFromTheEyeAndFromAbove(_ side: HeadView) throws {
    var scene = try Self.ball.get()
    scene.mesh.colors = scene.mesh.positions.map { _ in [200, 120, 40] }
    scene.add(.distance(scene.mesh.positions.map { _ in 0.002 }, limit: 0.005))
    let projection = HeadProjection(scene, side, width: 100, height: 80)
    let light = (side.eye + Vector3(0, 0, 0.5)).normalized
    // 2 of −5 to 5 is the eighth of eleven colours.
    for (paint, base, ambient, step) in [
      (SurfacePaint.clay, Vector3(240, 235, 228), 0.55, UInt8(3)), (.color, Vector3(200, 120, 40), 0.55, 8),
      (.map(.distance), Vector3(253, 184, 99), 0.75, 3),
      (.map(.coverage), Vector3(240, 235, 228), 0.75, 3),
    ] {
      let image = HeadPicture.render(scene, from: side, width: 100, height: 80, showing: paint).image
      for (dx, dy) in [(0.0, 0.0), (0.5, 0), (-0.5, 0.2), (0, 0.6), (0.2, -0.6), (0.4, 0.4)] {
        let away = side.axes.right * dx + side.axes.up * dy
        let normal = away + side.eye * (1 - away.dot(away)).squareRoot()
        let place = projection.place(normal * Self.radius).pixel
        let expected = base * (ambient + (1 - ambient) * max(0, normal.dot(light)))
        let shown = pixel(image, Int(place.x), Int(place.y))
        // A pixel covers 2 mm of the ball, and brightness has steps.
        for k in 0..<3 { #expect(abs(Double(shown[k]) - expected[k]) < 3.5 + Double(step) / 2, "\(paint) \(dx) \(dy)") }
        #expect(shown.x % step == 0 && shown.y % step == 0 && shown.z % step == 0, "\(paint)")
      }
      #expect(pixel(image, 2, 2) == [255, 255, 255])
    }
  }

  /// What lies up to 4 mm under the surface counts as on it; a diagonal is where its middle is.
  @Test func whatLiesUnderTheSurfaceIsHidden() throws {
    var scene = try Self.ball.get()
    scene.annotation.landmarks = [Self.radius - 0.0035, Self.radius - 0.0045, 0.08, -0.08].map {
      .init(.sellion, position: [0, $0, 0])
    }
    scene.annotation.diagonals = [
      .init(.diagonalLeftFront, front: [0.02, 0.09, 0], back: [-0.03, 0.09, 0.01]),
      .init(.diagonalRightFront, front: [0, 0.09, 0], back: [0, -0.01, 0]),
    ]
    let overlay = HeadPicture.render(scene, from: .front, width: 120, height: 120).overlay
    #expect(overlay.landmarks.map(\.isHidden) == [false, true, false, true])
    #expect(overlay.diagonals.map(\.isHidden) == [false, true])
  }

  /// The inside is hatched: stripes of a quarter of their distance, which is 8 pixels.
  @Test func theInsideIsHatched() throws {
    var scene = try Self.ball.get()
    scene.mesh.triangles = scene.mesh.triangles.map { [$0.x, $0.z, $0.y] }
    let image = HeadPicture.render(scene, from: .front, width: 100, height: 100).image
    for (x, y) in (40..<60).flatMap({ x in (40..<60).map { (x, $0) } }) {
      // Samples of a pixel: two in a row, and two below them.
      let stripe = [0, 1, 1, 2].map { (2 * (x + y) + $0) % 16 < 4 ? 1.0 : 0 }.reduce(0, +) / 4
      let shown = Vector3(118, 118, 122) * (1 - stripe) + Vector3(84, 84, 90) * stripe
      for k in 0..<3 { #expect(abs(Double(pixel(image, x, y)[k]) - shown[k]) <= 4, "\(x) \(y)") }
    }
  }

  /// What is drawn over the head lies where the projection has it.
  @Test func theOverlayLiesOnTheHead() throws {
    let scene = try TestHead.whole.get()
    for side in HeadView.allCases {
      let overlay = HeadPicture.render(scene, from: side, width: 150, height: 110).overlay
      let projection = HeadProjection(scene, side, width: 150, height: 110)
      let place = { (point: Vector3) in projection.place(point).pixel }
      for (shown, told) in zip(overlay.landmarks, scene.annotation.landmarks) {
        #expect(shown.at == place(told.position))
      }
      for (shown, told) in zip(overlay.diagonals, scene.annotation.diagonals) {
        #expect(shown.front == place(told.front) && shown.back == place(told.back))
        #expect(shown.isHidden == (side != .top))
      }
      #expect(overlay.markers[0].corners == TestHead.marker.map(place))
      // The outline is closed, in its order, each of its pieces once.
      let outline = scene.annotation.outline[0]
      let pieces = overlay.section.flatMap { zip($0.points, $0.points.dropFirst()).map { [$0, $1] } }
      #expect(pieces == zip(outline, outline.dropFirst() + outline.prefix(1)).map { [place($0), place($1)] })
      #expect(zip(overlay.section, overlay.section.dropFirst()).allSatisfy { $0.isHidden != $1.isHidden })
      #expect(abs(overlay.pixelsPerMillimetre * 1000 - projection.scale) < 1e-9)
    }
    for (perMillimetre, width, length) in [
      (1.0, 250.0, 50.0), (1, 249, 20), (1, 100, 20), (1, 99, 10), (2, 99, 5), (3, 45, 2), (30, 160, 1), (0, 100, 1),
    ] {
      let bar = HeadOverlay(pixelsPerMillimetre: perMillimetre, width: width).scaleBar
      #expect(bar.millimetres == length && bar.pixels == length * perMillimetre, "\(perMillimetre) \(width)")
    }
  }

  /// The box of the head fits into nine tenths of the picture from each side, and from one of them just so.
  @Test func theScaleIsTheLargestThatFits() throws {
    let scene = try TestHead.whole.get()
    for (width, height) in [(200, 150), (120, 300)] {
      let scale = HeadProjection(scene, .left, width: width, height: height).scale
      let (low, high) = scene.mesh.positions.reduce((scene.mesh.positions[0], scene.mesh.positions[0])) {
        (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
      }
      let size = high - low
      let filled = HeadView.allCases.flatMap { side in
        [
          (size * side.axes.right).length * scale / (0.9 * Double(width)),
          (size * side.axes.up).length * scale / (0.9 * Double(height)),
        ]
      }
      #expect(abs(filled.max()! - 1) < 1e-9)
      let middle = HeadProjection(scene, .back, width: width, height: height).place((low + high) / 2)
      #expect((middle.pixel - [Double(width) / 2, Double(height) / 2]).length < 1e-9 && abs(middle.depth) < 1e-12)
    }
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

  /// From 16 to 4096 pixels either way.
  @Test func otherSizesAreNoPictures() async throws {
    let image = HeadPicture.render(try Self.ball.get(), from: .front, width: 16, height: 17).image
    #expect(image.width == 16 && image.height == 17)
    for (width, height) in [(15, 100), (100, 4097)] {
      await #expect(processExitsWith: .failure) { [width = width as Int, height = height as Int] in
        _ = HeadPicture.render(try HeadScene.make(TestHead.mesh(rings: 4)), from: .front, width: width, height: height)
      }
    }
  }

  @Test func aPictureIsAPNGOfItself() throws {
    let picture = HeadPicture.render(try TestHead.whole.get(), from: .left, width: 360, height: 360)
    let png = try picture.png()
    #expect(try ImageFile.color(png) == picture.image)
    #expect(png.count < 60_000)
    #expect(try png == HeadPicture.render(TestHead.whole.get(), from: .left, width: 360, height: 360).png())
  }
}
