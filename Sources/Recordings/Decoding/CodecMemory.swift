internal import ImageBridge

/// The memory and handles of the image libraries, used by one call after the other.
struct CodecMemory: ~Copyable {
  let pointer: OpaquePointer

  init() {
    guard let made = image_memory_create() else { fatalError("no memory for an image decoder") }
    pointer = made
  }

  deinit { image_memory_destroy(pointer) }
}
