import Foundation
import Testing

/// A terminal without a window: what a program writes to its inner end can be read from outside.
final class PseudoTerminal {
  /// The end that a program takes for a terminal.
  let inner: FileHandle
  private let outer: Int32

  /// Requests of Linux's <asm-generic/ioctls.h> that Swift does not import: unlock, open the inner end.
  private static let (setLock, openPeer) = (UInt(0x4004_5431), UInt(0x5441))

  init(columns: UInt16? = nil) throws {
    outer = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
    try #require(outer >= 0, "no pseudo-terminal to be had")
    var unlocked: Int32 = 0
    try #require(ioctl(outer, Self.setLock, &unlocked) == 0)
    let peer = ioctl(outer, Self.openPeer, O_RDWR | O_NOCTTY)
    try #require(peer >= 0)
    inner = FileHandle(fileDescriptor: peer, closeOnDealloc: true)
    guard let columns else { return }
    var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(peer, UInt(TIOCSWINSZ), &size) == 0)
  }

  deinit { close(outer) }

  /// Types a text, as a person at the terminal would.
  func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(outer, $0.baseAddress, $0.count) } }

  /// What was written since the last call.
  func drain() -> Data {
    var text = Data()
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(outer, &buffer, buffer.count), count > 0 { text += buffer.prefix(count) }
    return text
  }
}
