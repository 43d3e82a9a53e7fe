import FusionBridge
public import Geometry
public import Images
import Platform
import Workers

/// One depth frame made ready for fusion: for every cell of the region a tangent plane, a weight and a colour.
///
/// It is made once and can be used by any number of passes. Cells near depth edges, seen too obliquely or outside the
/// region carry no surface, but their depth still marks empty space.
public struct DepthView: Sendable {
  /// The pose of the camera.
  public let scanFromCamera: RigidTransform

  /// The part of the image onto which the region projects, as a camera of its own whose pixels are the cells.
  let camera: Camera
  /// How pixels are binned into cells.
  let layout: CellLayout
  /// The cells' tangent planes in the camera frame, rows from top to bottom: unit normal towards the camera, and
  /// normal · point in metres; see ``EmptyCell`` for cells without one.
  private(set) var planes: [SIMD4<Float>] = []
  /// The confidence in a plane; 1 for a frontal view from 0.3 m. Negative where a cell only marks empty space.
  private(set) var weights: [Float] = []
  /// The depth beyond which a cell changes no voxel that projects onto it, neither as surface nor as empty space;
  /// -infinity for a cell that carries neither.
  private(set) var reaches: [Float] = []
  /// Blue, green, red and a mark (255: known, 0: unknown) from the highest byte down; empty without a colour image.
  var colors: [UInt32] = []
  private(set) var tiles: DepthTiles
  /// How far behind a plane voxels may take part, in metres.
  let truncation: Float

  /// Prepares a frame.
  ///
  /// - Parameters:
  ///   - depth: z in metres, NaN where invalid.
  ///   - camera: the depth image's camera.
  ///   - scanFromCamera: the camera's pose in the scan frame.
  ///   - color: the colour image of the same moment.
  ///   - correction: applied to every depth.
  ///   - options: region, incidence limit, truncation and noise; the size of its voxels decides whether 2 × 2 pixels
  ///     make a cell.
  public init(
    depth: DepthImage, camera: Camera, scanFromCamera: RigidTransform, color: ViewColor? = nil,
    correction: DepthCorrection = .none, options: FusionOptions, workers: Workers = Workers(count: 1)
  ) {
    let centre = scanFromCamera.inverse * options.region.centre
    let layout = CellLayout(options, range: centre.length, camera: camera)
    self.init(
      depth: depth, camera: camera, scanFromCamera: scanFromCamera, color: color, correction: correction,
      options: options, layout: layout, workers: workers)
  }

  init(
    depth: DepthImage, camera: Camera, scanFromCamera: RigidTransform, color: ViewColor?,
    correction: DepthCorrection, options: FusionOptions, layout: CellLayout, workers: Workers
  ) {
    let (depth, camera) = camera.lens == nil ? (depth, camera) : (depth.rectified(camera), camera.pinhole)
    (self.scanFromCamera, self.layout, truncation) = (scanFromCamera, layout, Float(options.truncation))
    let cameraFromScan = scanFromCamera.inverse
    let centre = cameraFromScan * options.region.centre
    let crop = ImageCrop(of: camera, width: depth.width, height: depth.height, around: centre, options.region.radius)
    self.camera = layout.camera(crop.camera(camera))
    tiles = DepthTiles(width: self.camera.width, height: self.camera.height)
    guard self.camera.width > 0, self.camera.height > 0 else { return }
    let limits = ViewLimits(options, cameraFromScan: cameraFromScan)
    let correction = CellCorrection(correction, crop, layout, width: depth.width, height: depth.height)
    fill(depth, crop, CellGeometry(self.camera, layout, correction, limits), workers)
    if let color { paint(from: color, crop, depth) }
  }

  /// Finds the planes, some rows of cells at a time.
  private mutating func fill(
    _ depth: DepthImage, _ crop: ImageCrop, _ geometry: CellGeometry, _ workers: Workers
  ) {
    let (width, height, layout) = (geometry.width, geometry.height, layout)
    let count = width * height
    // Left as they are: the bands write every cell.
    var planes = [SIMD4<Float>](unsafeUninitializedCapacity: count) { _, made in made = count }
    var weights = [Float](unsafeUninitializedCapacity: count) { _, made in made = count }
    var reaches = [Float](unsafeUninitializedCapacity: count) { _, made in made = count }
    var tiles = tiles
    planes.withUnsafeMutableBufferPointer { planes in
      weights.withUnsafeMutableBufferPointer { weights in
        reaches.withUnsafeMutableBufferPointer { reaches in
          tiles.nearest.withUnsafeMutableBufferPointer { nearest in
            tiles.farthest.withUnsafeMutableBufferPointer { farthest in
              let out = CellOutput(
                planes: planes.baseAddress!, weights: weights.baseAddress!, reaches: reaches.baseAddress!,
                nearest: nearest.baseAddress!, farthest: farthest.baseAddress!)
              let bands = (height + CellBand.rows - 1) / CellBand.rows
              workers.forEach(bands, tool: { CellBand(layout, width: width) }) { band, number in
                let top = number * CellBand.rows
                band.read(depth, crop, top: top)
                band.gather(geometry.correction, top: top)
                band.findOpenSpace()
                band.dropEdges()
                band.average()
                band.write(out, geometry, top: top)
              }
            }
          }
        }
      }
    }
    (self.planes, self.weights, self.reaches, self.tiles) = (planes, weights, reaches, tiles)
  }
}

extension DepthView {
  /// Takes each cell's colour from where the colour image shows it.
  mutating func paint(from color: ViewColor, _ crop: ImageCrop, _ depth: DepthImage) {
    guard color.image.width > 0, color.image.height > 0 else { return }
    if let cameras = color.cameras { paint(from: color.image, cameras) } else { paint(from: color.image, crop, depth) }
  }

  /// Takes each cell's colour from the same place of an image of the same view.
  private mutating func paint(from image: ColorImage, _ crop: ImageCrop, _ depth: DepthImage) {
    let (width, height, n) = (camera.width, camera.height, layout.binning)
    let columns = (0..<width).map { Self.place($0 * n + crop.x, depth.width, image.width) }
    let weights = weights
    colors = Array(unsafeUninitializedCapacity: width * height) { out, count in
      image.pixels.withUnsafeBufferPointer { source in
        for y in 0..<height {
          let row = Self.place(y * n + crop.y, depth.height, image.height) * image.width
          for x in 0..<width {
            let at = 3 * (row + columns[x])
            let (r, g, b) = (UInt32(source[at]), UInt32(source[at + 1]), UInt32(source[at + 2]))
            out[y * width + x] = weights[y * width + x] > 0 ? b << 24 | g << 16 | r << 8 | 255 : 0
          }
        }
      }
      count = width * height
    }
  }

  /// Takes each cell's colour from where another camera sees it, unless something nearer hides it there.
  private mutating func paint(from image: ColorImage, _ cameras: CameraPair) {
    let (width, height) = (camera.width, camera.height)
    let field = FieldOfView(cameras.color)
    let seen = (0..<(width * height)).map { cell -> (index: Int, depth: Double)? in
      guard weights[cell] > 0, case let plane = planes[cell] else { return nil }
      let ray = camera.ray([Double(cell % width), Double(cell / width)])
      let along = Vector3(Double(plane.x), Double(plane.y), Double(plane.z)).dot(ray)
      let point = cameras.colorFromDepth * (ray * (Double(plane.w) / along))
      guard point.z > 0, field.contains(point) else { return nil }
      return image.index(of: cameras.color.project(point)).map { ($0, point.z) }
    }
    // Cells are wider than pixels of the image: what hides another one falls on the same block of pixels.
    let block = max(1, Int((cameras.color.fx / camera.fx).rounded(.up)))
    let across = image.width / block + 1
    let place = { (index: Int) in index / image.width / block * across + index % image.width / block }
    var nearest = [Double](repeating: .infinity, count: across * (image.height / block + 1))
    for case let (index, depth)? in seen { nearest[place(index)] = min(nearest[place(index)], depth) }
    colors = seen.map { seen in
      guard let (index, depth) = seen, depth < nearest[place(index)] + ViewColor.sameSurface else { return 0 }
      let pixel = image.pixels[(3 * index)..<(3 * index + 3)].map(UInt32.init)
      return pixel[2] << 24 | pixel[1] << 16 | pixel[0] << 8 | 255
    }
  }

  /// The pixel of one axis at the same place of an image of another size.
  private static func place(_ index: Int, _ from: Int, _ to: Int) -> Int {
    (2 * index + 1) * to / (2 * from)
  }
}

/// What a view shows of a block as a whole.
enum BlockSight {
  /// All of it lies well in front of what is seen.
  case empty
  /// Its voxels have to be examined one by one.
  case mixed
  /// All of it is behind what is seen, or out of sight.
  case hidden
}

extension DepthView {
  /// The view's pose and camera relative to a grid of voxels, whose truncation may not be larger than the view's.
  func geometry(_ options: FusionOptions, _ directory: BlockDirectory) -> ViewGeometry {
    precondition(Float(options.truncation) <= truncation, "a view made for a shorter truncation")
    return ViewGeometry(camera, scanFromCamera: scanFromCamera, options, directory)
  }

  /// Adds this view to the voxels of a block whose first voxel lies at `corner` (camera frame).
  ///
  /// - Parameter isWide: whether with AVX2; tests alone choose.
  func update(
    _ block: UnsafeMutablePointer<Float>, _ corner: SIMD3<Float>, _ view: ViewGeometry,
    isWide: Bool = fusion_can_be_wide() != 0
  ) -> BlockSight {
    let (sight, deepest) = sight(corner, view)
    guard sight == .mixed else { return sight }
    planes.withUnsafeBufferPointer { planes in
      weights.withUnsafeBufferPointer { weights in
        reaches.withUnsafeBufferPointer { reaches in
          colors.withUnsafeBufferPointer { colors in
            // An empty array has an address too.
            var cells = FusionCells(
              planes: UnsafeRawPointer(planes.baseAddress!).assumingMemoryBound(to: Float.self),
              weights: weights.baseAddress, reaches: reaches.baseAddress,
              colors: colors.isEmpty ? nil : colors.baseAddress, deepest: deepest)
            var kernel = view.kernel
            fusion_update(block, FusionVector(corner), &cells, &kernel, isWide ? 1 : 0)
          }
        }
      }
    }
    return .mixed
  }

  /// Compares a block's range of depth with that of the tiles it covers, and returns how deep this view reaches there;
  /// no voxel that could change is skipped.
  func sight(_ corner: SIMD3<Float>, _ view: ViewGeometry) -> (BlockSight, deepest: Float) {
    let z = corner.z + view.cornersZ
    let (nearest, farthest) = (z.least, z.greatest)
    guard nearest > 0.02 else { return (.hidden, 0) }
    let inverse = 1 / z
    let u = view.fx * (corner.x + view.cornersX) * inverse + view.cx
    let v = view.fy * (corner.y + view.cornersY) * inverse + view.cy
    let (left, right, top, bottom) = (u.least, u.greatest, v.least, v.greatest)
    guard right >= 0, bottom >= 0, left <= view.lastColumn, top <= view.lastRow else { return (.hidden, 0) }
    let (near, far) = tiles.range(
      columns: max(0, left)...min(right, view.lastColumn), rows: max(0, top)...min(bottom, view.lastRow))
    if nearest > far { return (.hidden, far) }
    // At the left and at the top too much of the windows lies outside for a nearest depth; at the other sides a row of pixels
    // may be left over that makes up for it.
    let isWhole = right <= view.lastColumn - 1 && bottom <= view.lastRow - 1
    return (isWhole && farthest < near - view.clearance ? .empty : .mixed, far)
  }
}

/// The colour image of a depth view.
public struct ViewColor: Sendable {
  let image: ColorImage
  /// The cameras of both; nil where the image shows the same view as the depth image, at its size or another.
  let cameras: CameraPair?

  /// What lies farther behind the nearest thing than this is hidden by it, metres.
  static let sameSurface = 0.01

  /// An image that shows the same view as the depth image, of any size.
  public init(_ image: ColorImage) { (self.image, cameras) = (image, nil) }

  /// An image and the cameras of the frame.
  public init(_ image: ColorImage, _ cameras: CameraPair) {
    self.image = image
    self.cameras = cameras.shareView && cameras.depth.lens == nil ? nil : cameras
  }
}

/// The range of depth in squares of cells: it decides about whole blocks before any voxel is touched.
struct DepthTiles: Sendable {
  /// Cells along a tile's side.
  static let side = 4
  let columns: Int
  /// The nearest depth of any cell; -infinity where a cell has none.
  var nearest: [Float]
  /// The depth beyond which no cell changes a voxel that projects onto it; see ``DepthView/reaches``.
  var farthest: [Float]

  init(width: Int, height: Int) {
    columns = Self.columns(width)
    let count = columns * Self.columns(height)
    nearest = Array(repeating: .infinity, count: count)
    farthest = Array(repeating: -.infinity, count: count)
  }

  /// Tiles along an axis.
  static func columns(_ cells: Int) -> Int { (cells + side - 1) / side }

  /// The nearest and the farthest depth in the tiles that cells lie in.
  func range(columns across: ClosedRange<Float>, rows: ClosedRange<Float>) -> (nearest: Float, farthest: Float) {
    let (first, last) = (Int(across.lowerBound) / Self.side, Int(across.upperBound + 0.5) / Self.side)
    var (near, far) = (Float.infinity, -Float.infinity)
    nearest.withUnsafeBufferPointer { nearest in
      farthest.withUnsafeBufferPointer { farthest in
        for row in (Int(rows.lowerBound) / Self.side)...(Int(rows.upperBound + 0.5) / Self.side) {
          for tile in (row * columns + first)...(row * columns + last) where tile < nearest.count {
            near = min(near, nearest[tile])
            far = max(far, farthest[tile])
          }
        }
      }
    }
    return (near, far)
  }
}

/// The rectangle of pixels that can see a sphere.
struct ImageCrop {
  var x = 0
  var y = 0
  var width: Int
  var height: Int

  /// The rectangle around a sphere's projection; the whole image where the camera is within or beside the sphere.
  init(of camera: Camera, width: Int, height: Int, around centre: Vector3, _ radius: Double) {
    (self.width, self.height) = (width, height)
    guard centre.z > 1.01 * radius else {
      if centre.length > radius, centre.z < 0, centre.z < -radius { (self.width, self.height) = (0, 0) }
      return
    }
    let (left, right) = Self.span(centre.x, centre.z, radius)
    let (top, bottom) = Self.span(centre.y, centre.z, radius)
    (x, self.width) = Self.pixels(camera.fx * left + camera.cx, camera.fx * right + camera.cx, width)
    (y, self.height) = Self.pixels(camera.fy * top + camera.cy, camera.fy * bottom + camera.cy, height)
  }

  /// The camera whose image is the rectangle.
  func camera(_ full: Camera) -> Camera {
    Camera(
      width: width, height: height, fx: full.fx, fy: full.fy, cx: full.cx - Double(x), cy: full.cy - Double(y))
  }

  /// Tangents of the directions between which a circle is seen.
  private static func span(_ across: Double, _ ahead: Double, _ radius: Double) -> (Double, Double) {
    let direction = atan2(across, ahead)
    let half = asin(min(1, radius / (across * across + ahead * ahead).squareRoot()))
    let limit = 1.5
    return (tan(max(direction - half, -limit)), tan(min(direction + half, limit)))
  }

  private static func pixels(_ low: Double, _ high: Double, _ count: Int) -> (start: Int, count: Int) {
    // Some pixels more, so that normals at the rim have neighbours.
    let first = Int(max(0, min(low - 8, Double(count))))
    let end = Int(max(0, min(high + 9, Double(count))))
    return (first, max(0, end - first))
  }
}

func cosine(_ angle: Double) -> Double { cos(angle) }

extension DepthImage {
  /// The image that the camera would have taken without its lens.
  ///
  /// Inverse depth, which is linear over a plane, is interpolated between four pixels; where one of them is invalid or on
  /// another surface, the nearest one counts.
  func rectified(_ camera: Camera) -> DepthImage {
    let pinhole = camera.pinhole
    var rectified = DepthImage(width: width, height: height, pixels: Array(repeating: .nan, count: pixels.count))
    for y in 0..<height {
      for x in 0..<width {
        let place = camera.project(pinhole.ray([Double(x), Double(y)]))
        guard place.x > -0.5, place.y > -0.5, place.x < Double(width) - 0.5, place.y < Double(height) - 0.5 else {
          continue
        }
        rectified.pixels[y * width + x] = depth(at: place)
      }
    }
    return rectified
  }

  /// The depth at a place within the image.
  private func depth(at place: Vector2) -> Float {
    let nearest = self[Int(place.x.rounded()), Int(place.y.rounded())]
    let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    let (a, b, c, d) = (self[x, y], self[x + 1, y], self[x, y + 1], self[x + 1, y + 1])
    let (low, high) = (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
    guard high - low < Self.sameSurface * low, !(a + b + c + d).isNaN else { return nearest }
    let (u, v) = (Float(place.x - Double(x)), Float(place.y - Double(y)))
    return 1 / ((1 / a * (1 - u) + 1 / b * u) * (1 - v) + (1 / c * (1 - u) + 1 / d * u) * v)
  }

  /// Depths of four neighbours within this share of each other are one surface's.
  private static let sameSurface: Float = 0.03
}
