import Images

/// The rows and columns of depth images that only repeat the one before: what is left of an enlargement that copied
/// pixels. Noise and outlines can be told without them alone.
public struct CopiedLines: Sendable, Equatable {
  private let width, height: Int
  private let newColumns, newRows: [Int]
  /// How many columns an image has, and how many of them are new.
  public var columns: (all: Int, new: Int) { (width, newColumns.count) }
  /// How many rows an image has, and how many of them are new.
  public var rows: (all: Int, new: Int) { (height, newRows.count) }

  /// The share of copies from which an image counts as enlarged: by more than a ninth in its width or height.
  private static let least = 0.1
  /// Lines on which depth changes in fewer places of all images tell no copy: a far wall can be the same everywhere.
  private static let fewest = 10

  /// What images of one size have in common; nil where they were not enlarged.
  init?(_ images: [DepthImage]) {
    guard let (width, height) = images.first.map({ ($0.width, $0.height) }),
      images.allSatisfy({ ($0.width, $0.height) == (width, height) })
    else { return nil }
    newColumns = Self.new(images, count: width, stride: 1, length: height, along: width)
    newRows = Self.new(images, count: height, stride: width, length: width, along: 1)
    (self.width, self.height) = (width, height)
    guard
      Double(width - newColumns.count) > Self.least * Double(width)
        || Double(height - newRows.count) > Self.least * Double(height)
    else { return nil }
  }

  /// The lines that differ from the one before in any pixel of any image.
  private static func new(_ images: [DepthImage], count: Int, stride: Int, length: Int, along: Int) -> [Int] {
    (0..<count).filter { line in
      line == 0 || !isCopy(images, line * stride, before: (line - 1) * stride, length: length, along: along)
    }
  }

  private static func isCopy(
    _ images: [DepthImage], _ start: Int, before: Int, length: Int, along: Int
  ) -> Bool {
    var changes = 0
    for image in images {
      var last = Float.nan
      for k in 0..<length {
        let (pixel, other) = (image.pixels[start + k * along], image.pixels[before + k * along])
        guard pixel.bitPattern == other.bitPattern else { return false }
        // NaN fails both comparisons.
        if pixel < last || pixel > last { changes += 1 }
        last = pixel
      }
    }
    return changes >= fewest
  }

  /// How many columns and rows on the next pixel is that is no copy, at most where these are copied evenly.
  var spacing: (columns: Int, rows: Int) {
    let spacing = { (lines: (all: Int, new: Int)) in (lines.all + lines.new - 1) / max(1, lines.new) }
    return (spacing(columns), spacing(rows))
  }

  /// An image without its copies.
  func removed(from image: DepthImage) -> DepthImage {
    DepthImage(
      width: newColumns.count, height: newRows.count,
      pixels: newRows.flatMap { row in newColumns.map { image.pixels[row * image.width + $0] } })
  }
}
