internal import Diagnostics
import Images
internal import LibDeflate
public import Platform

/// Reads and decodes one stored image after the other, in memory that is reused.
///
/// Only one thread at a time may use a reader.
struct ImageReader: ~Copyable {
  private let folder: URL
  private let container: (any ImageContainer)?
  private var items: (any ImageContainerReader)?
  private let memory = CodecMemory()
  private var file = FileBytes()
  private var unpacked = FileBytes()

  init(folder: URL, container: (any ImageContainer)?) { (self.folder, self.container) = (folder, container) }

  /// The bytes that were read last, as the recording stores them.
  var content: UnsafeRawBufferPointer { file.content }

  /// The kind and size of an image; `frame` is what an error calls its frame.
  mutating func header(_ image: StoredImage, frame: String) throws(RecordingError) -> ImageHeader {
    try read(image)
    if case .numbers(let numbers) = image.coding {
      try requireContent(numbers, image, frame)
      return numbers.header
    }
    do throws(ImageError) { return try ImageDecoder(file.content, image.name).header() } catch {
      throw RecordingError(error, frame: frame, file: image.name)
    }
  }

  /// Decodes a colour image as grey.
  mutating func gray(
    _ image: StoredImage, _ size: ImageSize, frame: String, into pixels: inout [UInt8]
  ) throws(RecordingError) {
    let content = try load(image, size, frame)
    try fill(&pixels, image, frame) { memory, pixels throws(ImageError) in
      guard case .numbers(let numbers) = image.coding else {
        let decoder = ImageDecoder(content, image.name)
        try decoder.requireColor(decoder.header())
        return try decoder.gray(memory, into: pixels)
      }
      for i in pixels.indices {
        let (r, g, b) = numbers.color(content, i)
        let luma: Int = 299 * Int(r) + 587 * Int(g) + 114 * Int(b)
        pixels[i] = UInt8((luma + 500) / 1000)
      }
    }
  }

  /// Decodes a colour image.
  mutating func color(
    _ image: StoredImage, _ size: ImageSize, frame: String, into pixels: inout [UInt8]
  ) throws(RecordingError) {
    let content = try load(image, size, frame)
    try fill(&pixels, image, frame) { memory, pixels throws(ImageError) in
      guard case .numbers(let numbers) = image.coding else {
        let decoder = ImageDecoder(content, image.name)
        try decoder.requireColor(decoder.header())
        return try decoder.color(memory, into: pixels)
      }
      for i in 0..<(pixels.count / 3) {
        (pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]) = numbers.color(content, i)
      }
    }
  }

  /// Decodes a depth image to metres, NaN without depth.
  mutating func depth(
    _ image: StoredImage, _ size: ImageSize, _ scale: DepthScale, frame: String, into pixels: inout [Float]
  ) throws(RecordingError) {
    let content = try load(image, size, frame)
    try fill(&pixels, image, frame) { memory, pixels throws(ImageError) in
      guard case .numbers(let numbers) = image.coding else {
        return try scale.decode(ImageDecoder(content, image.name), memory, into: pixels)
      }
      scale.decode(numbers, content, into: pixels)
    }
  }

  /// Reads an image, checks its size and unpacks it.
  private mutating func load(
    _ image: StoredImage, _ size: ImageSize, _ frame: String
  ) throws(RecordingError) -> UnsafeRawBufferPointer {
    try read(image)
    let found: ImageSize
    switch image.coding {
    case .picture:
      do throws(ImageError) { found = ImageSize(try ImageDecoder(file.content, image.name).header()) } catch {
        throw RecordingError(error, frame: frame, file: image.name)
      }
    case .numbers(let numbers): found = numbers.size
    }
    guard found == size else {
      throw .badFrame(
        name: frame, file: image.name, expected: .phrase("size_of_first_frame", ["size": .text("\(size)")]),
        found: .text("\(found)"))
    }
    guard case .numbers(let numbers) = image.coding else { return file.content }
    return try unpack(numbers, image, frame)
  }

  /// The numbers of an image, as many bytes as they must have.
  private mutating func unpack(
    _ numbers: PixelNumbers, _ image: StoredImage, _ frame: String
  ) throws(RecordingError) -> UnsafeRawBufferPointer {
    try requireContent(numbers, image, frame)
    let packed = file.content
    switch numbers.packing {
    case .none: unpacked.clear()
    case .lzfse:
      unpacked.fill(numbers.byteCount) { (try? LZFSE.decode(packed, into: $0)) ?? 0 }
    case .zlib:
      unpacked.fill(numbers.byteCount) { Zlib.inflate(packed, into: $0) ?? 0 }
    }
    let content = numbers.packing == .none ? packed : unpacked.content
    guard content.count == numbers.byteCount else { throw Self.wrongCount(content.count, numbers, image, frame) }
    return content
  }

  /// Throws where the bytes that were read can't hold as many numbers as the image has: sizes may lie, and memory is taken
  /// for the pixels.
  private func requireContent(_ numbers: PixelNumbers, _ image: StoredImage, _ frame: String) throws(RecordingError) {
    let packed = file.content
    switch numbers.packing {
    case .none:
      guard packed.count == numbers.byteCount else { throw Self.wrongCount(packed.count, numbers, image, frame) }
    case .lzfse:
      let count = (try? LZFSE.contentSize(packed, limit: .max)) ?? 0
      guard count == numbers.byteCount else { throw Self.wrongCount(count, numbers, image, frame) }
    case .zlib:
      let most = packed.count * Zlib.mostPerByte
      guard numbers.byteCount <= most else { throw Self.wrongCount(most, numbers, image, frame) }
    }
  }

  private static func wrongCount(
    _ count: Int, _ numbers: PixelNumbers, _ image: StoredImage, _ frame: String
  ) -> RecordingError {
    .badFrame(
      name: frame, file: image.name, expected: .phrase("bytes_of_image", ["count": .count(numbers.byteCount)]),
      found: .count(count))
  }

  mutating func read(_ image: StoredImage) throws(RecordingError) {
    switch image.place {
    case .file(let path):
      try RecordingFolder.read(url(path), limit: RecordingFolder.imageLimit, name: image.name, into: &file)
    case .slice(let path, let offset, let count):
      try RecordingFolder.read(url(path), offset: offset, count: count, name: image.name, into: &file)
    case .item(let item):
      guard let container else { preconditionFailure("an item of no container") }
      if items == nil { items = try container.reader() }
      try items!.read(item, limit: image.coding.mostBytes, name: image.name, into: &file)
    }
  }

  private func url(_ path: String) -> URL { folder.appending(path: path, directoryHint: .notDirectory) }

  private borrowing func fill<Sample>(
    _ pixels: inout [Sample], _ image: StoredImage, _ frame: String,
    _ body: (borrowing CodecMemory, UnsafeMutableBufferPointer<Sample>) throws(ImageError) -> Void
  ) throws(RecordingError) {
    let result = pixels.withUnsafeMutableBufferPointer { pixels in
      Result { () throws(ImageError) in try body(memory, pixels) }
    }
    do throws(ImageError) { try result.get() } catch {
      throw RecordingError(error, frame: frame, file: image.name)
    }
  }
}

extension ImageCoding {
  /// The most bytes that an image takes where it is stored. Numbers that can't be packed grow a little.
  fileprivate var mostBytes: Int {
    switch self {
    case .picture: RecordingFolder.imageLimit
    case .numbers(let numbers): numbers.byteCount + numbers.byteCount / 8 + (1 << 16)
    }
  }
}

extension PixelNumbers {
  /// Red, green and blue of a pixel; floating-point colours are amounts of light.
  @inline(__always)
  fileprivate func color(_ bytes: UnsafeRawBufferPointer, _ pixel: Int) -> (UInt8, UInt8, UInt8) {
    let first = pixel * channels
    let one = level(bytes, first)
    guard channels >= 3 else { return (one, one, one) }
    let (two, three) = (level(bytes, first + 1), level(bytes, first + 2))
    return isBlueFirst ? (three, two, one) : (one, two, three)
  }

  @inline(__always)
  private func level(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt8 {
    guard sample == .float else { return bytes[index * sample.bytes + sample.bytes - 1] }
    let bits = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
    return LinearLight.level(Float(bitPattern: bits))
  }
}

/// Deflated bytes with zlib's frame (RFC 1950).
private enum Zlib {
  /// Deflate packs 258 bytes into two bits at best.
  static let mostPerByte = 1032

  /// How many bytes were unpacked; nil where they are damaged or too many.
  static func inflate(_ packed: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var count = 0
    let status = libdeflate_zlib_decompress(
      decompressor, packed.baseAddress, packed.count, output.baseAddress, output.count, &count)
    return status == LIBDEFLATE_SUCCESS ? count : nil
  }
}

/// The headers of a recording's first pair of images, which fix the sizes of all others.
struct FirstHeaders {
  let color, depth: ImageHeader
  /// How the colour image is turned for display, 1 … 8 (EXIF).
  let orientation: Int

  var sizes: ImageSizes { ImageSizes(color: ImageSize(color), depth: ImageSize(depth)) }

  init(_ pair: ImagePair, _ reader: inout ImageReader) throws(RecordingError) {
    color = try reader.header(pair.color.image, frame: pair.color.name)
    orientation = pair.color.image.coding == .picture ? ImageMetadata.orientation(reader.content) : 1
    depth = try reader.header(pair.depth.image, frame: pair.color.name)
    let bits = depth.isFloat ? [16, 32] : [16]
    guard depth.channels == 1, bits.contains(depth.bits) else {
      throw .badFrame(
        name: pair.color.name, file: pair.depth.image.name, expected: .phrase("depth_file"), found: depth.words)
    }
    let shown = ImageSize(width: color.height, height: color.width)
    guard orientation < 5 || sizes.color.hasShape(of: sizes.depth) || !shown.hasShape(of: sizes.depth) else {
      throw .turned(
        file: pair.color.image.name, color: "\(sizes.color)", depth: "\(sizes.depth)", orientation: orientation)
    }
  }

  /// Says that the colour images are shown in another way than they are stored.
  var turnFinding: Finding? {
    guard orientation != 1 else { return nil }
    var values: [String: FindingValue] = ["orientation": .count(orientation)]
    // The others are mirrored, too.
    if let degrees = [3: 180.0, 6: 90, 8: 270][orientation] {
      values["degrees"] = .number(degrees, decimals: 0, unit: "°")
    }
    return Finding(.recordingOrientation, values)
  }
}

extension FrameDecoder {
  /// A frame's colour image as a file that other programs read: its own bytes without comments and EXIF data where it is a
  /// JPEG or a PNG, once it was decoded without fault; else a PNG of its pixels.
  public mutating func colorFile(_ frame: RecordedFrame) throws -> (content: Data, ending: String) {
    if frame.colorImage.coding == .picture {
      var image = GrayImage(width: 0, height: 0, pixels: [])
      try gray(frame, into: &image)
      if let content = withFile({ ImageMetadata.stripped($0) }) {
        return (content, Self.isPNG(content) ? "png" : "jpg")
      }
    }
    var image = ColorImage(width: 0, height: 0, pixels: [])
    try color(frame, into: &image)
    return (try ImageFile.png(image), "png")
  }

  /// The bytes of the depth image that was decoded last, where it is a PNG of codes that count what is wanted and all of
  /// them are depth or 0; nil for any other. Other tools take 65535 for depth.
  public borrowing func depthFile(_ frame: RecordedFrame, codesPerMetre: Float) -> Data? {
    guard frame.depthImage.coding == .picture, frame.confidenceImage == nil, recording.droppedRamps == nil,
      recording.depthScale.codesPerMetre == codesPerMetre
    else { return nil }
    guard let content = withFile({ ImageMetadata.stripped($0) }), Self.isPNG(content),
      let codes = try? ImageFile.depthCodes(content)
    else { return nil }
    return codes.pixels.contains(.max) ? nil : content
  }

  private static func isPNG(_ content: Data) -> Bool { content.starts(with: [0x89, 0x50, 0x4E, 0x47]) }
}
