/// An image as a recording stores it: where its bytes lie, and how they hold the pixels.
public struct StoredImage: Sendable, Equatable {
  /// What messages call it: its path within the recording.
  public let name: String
  let place: ImagePlace
  let coding: ImageCoding

  init(name: String, place: ImagePlace, coding: ImageCoding = .picture) {
    (self.name, self.place, self.coding) = (name, place, coding)
  }

  /// An image file of the recording's folder.
  init(file path: String, coding: ImageCoding = .picture) {
    self.init(name: path, place: .file(path), coding: coding)
  }
}

/// Where the bytes of an image lie.
enum ImagePlace: Sendable, Equatable {
  /// All of a file, by its path within the recording's folder.
  case file(String)
  /// A part of a file.
  case slice(String, offset: Int, count: Int)
  /// An item of the recording's container: an entry of an archive, a frame of a video.
  case item(Int)
}

/// How bytes hold an image.
enum ImageCoding: Sendable, Equatable {
  /// An image file that states its kind and size: JPEG or PNG for colour, PNG, TIFF or EXR for depth.
  case picture
  /// Numbers, one pixel after the other, rows from top to bottom.
  case numbers(PixelNumbers)
}
