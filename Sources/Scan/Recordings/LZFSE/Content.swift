/// The decoded bytes so far, in memory of fixed size: nothing is written outside of it.
struct Content {
  private let memory: UnsafeMutableRawPointer
  private let capacity: Int
  private(set) var count = 0

  init(_ output: UnsafeMutableRawBufferPointer) {
    // Empty memory may have no address; none of its bytes is touched.
    memory = output.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 16)!
    capacity = output.count
  }

  /// The bytes that there is memory for.
  var free: Int { capacity - count }

  /// Appends bytes; there must be memory for them.
  mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
    precondition(bytes.count <= free)
    UnsafeMutableRawBufferPointer(start: memory + count, count: bytes.count).copyBytes(from: bytes)
    count += bytes.count
  }

  /// Appends `length` bytes, of which `readable` may be read; there must be memory for `length` of them.
  @inline(__always)
  mutating func append(_ source: UnsafeRawPointer, length: Int, readable: Int) {
    precondition(length >= 0 && length <= free && length <= readable)
    let to = memory + count
    if length + 15 <= free, length + 15 <= readable {
      var i = 0
      while i < length {
        let words = (source + i).loadUnaligned(as: SIMD2<UInt64>.self)
        (to + i).storeBytes(of: words, as: SIMD2<UInt64>.self)
        i &+= 16
      }
    } else {
      to.copyMemory(from: source, byteCount: length)
    }
    count &+= length
  }

  /// Repeats the content that starts `distance` bytes before the end, byte after byte: a match may be longer than its
  /// distance. False where it starts before the content.
  @inline(__always)
  mutating func repeatContent(distance: Int, length: Int) -> Bool {
    precondition(length >= 0 && length <= free)
    guard distance >= 1, distance <= count else { return false }
    if length + 7 <= free, distance >= 8 {
      copyWords(from: distance, begin: 0, length: length)
    } else {
      repeatCarefully(distance: distance, length: length)
    }
    count &+= length
    return true
  }

  /// Short distances, and matches close to the end of the memory.
  @inline(never)
  private func repeatCarefully(distance: Int, length: Int) {
    let to = memory + count
    // The smallest multiple of the distance that a word fits in: what repeats with the distance repeats with it, too.
    let stride = distance * ((7 + distance) / distance)
    let bytes = length + 7 <= free ? min(stride, length) : length
    for i in 0..<bytes { to.storeBytes(of: (to + i - distance).load(as: UInt8.self), toByteOffset: i, as: UInt8.self) }
    if bytes < length { copyWords(from: stride, begin: bytes, length: length) }
  }

  /// Copies eight bytes at a time, up to seven more than wanted.
  @inline(__always)
  private func copyWords(from distance: Int, begin: Int, length: Int) {
    let to = memory + count
    var i = begin
    while i < length {
      let word = (to + i - distance).loadUnaligned(as: UInt64.self)
      (to + i).storeBytes(of: word, as: UInt64.self)
      i &+= 8
    }
  }
}
