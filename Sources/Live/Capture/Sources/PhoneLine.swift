internal import LibUsbmuxd
import Platform

/// A connection to the port of a phone on a cable at which Record3D streams.
final class PhoneLine {
  private let socket: Int32

  private static let port: UInt16 = 1337
  /// The longest wait for bytes, in milliseconds.
  private static let moment: Int32 = 200
  /// Memory is taken as bytes come, not as a message announces them.
  private static let chunk = 256 << 10

  /// Why no phone streams.
  enum Fault: Error {
    case noService, noPhone, noStream

    var news: SourceNews {
      switch self {
      case .noService: .noService
      case .noPhone: .noPhone
      case .noStream: .noStream
      }
    }
  }

  private init(_ socket: Int32) { self.socket = socket }

  deinit { usbmuxd_disconnect(socket) }

  /// Connects to the first phone that streams.
  static func call() -> Result<PhoneLine, Fault> {
    var list: UnsafeMutablePointer<usbmuxd_device_info_t>?
    let count = usbmuxd_get_device_list(&list)
    guard count >= 0 else { return .failure(.noService) }
    defer { usbmuxd_device_list_free(&list) }
    let phones = UnsafeBufferPointer(start: list, count: Int(count)).filter { $0.conn_type == CONNECTION_TYPE_USB }
    guard !phones.isEmpty else { return .failure(.noPhone) }
    for phone in phones {
      let socket = usbmuxd_connect(phone.handle, port)
      if socket >= 0 { return .success(PhoneLine(socket)) }
    }
    return .failure(.noStream)
  }

  /// Receives bytes that follow, up to a count in all.
  ///
  /// - Returns: whether bytes came; nil where the connection has ended.
  func receive(_ bytes: inout Data, upTo count: Int) -> Bool? {
    var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, Self.moment) > 0 else { return false }
    let wanted = min(count - bytes.count, Self.chunk)
    var got = 0
    let more = [UInt8](unsafeUninitializedCapacity: wanted) { memory, count in
      got = recv(socket, memory.baseAddress, wanted, 0)
      count = max(0, got)
    }
    if got < 0, errno == EINTR || errno == EAGAIN { return false }
    guard got > 0 else { return nil }
    bytes.append(contentsOf: more)
    return true
  }
}
