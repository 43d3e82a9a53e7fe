import Geometry
import Images
internal import Files
public import Markers
public import Platform
import Recordings

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
