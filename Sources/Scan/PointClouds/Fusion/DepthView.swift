import Geometry
import Images
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
    from == to ? index : min(to - 1, (2 * index + 1) * to / (2 * from))
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
  func update(_ block: UnsafeMutablePointer<Float>, _ corner: SIMD3<Float>, _ view: ViewGeometry) -> BlockSight {
    let (sight, deepest) = sight(corner, view)
    guard sight == .mixed else { return sight }
    planes.withUnsafeBufferPointer { planes in
      weights.withUnsafeBufferPointer { weights in
        reaches.withUnsafeBufferPointer { reaches in
          colors.withUnsafeBufferPointer { colors in
            // An empty array has an address too.
            let cells = ViewCells(
              planes: planes.baseAddress!, weights: weights.baseAddress!, reaches: reaches.baseAddress!,
              colors: colors.isEmpty ? nil : colors.baseAddress, deepest: deepest)
            cells.update(block, corner, view)
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
    let isWhole = left >= 1 && top >= 1 && right <= view.lastColumn - 1 && bottom <= view.lastRow - 1
    return (isWhole && farthest < near - view.clearance ? .empty : .mixed, far)
  }
}
