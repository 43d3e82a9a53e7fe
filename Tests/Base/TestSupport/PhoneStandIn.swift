import Foundation

/// A stand-in of usbmuxd with one phone on a cable: a Unix socket at which each connection to the phone carries the next of
/// some streams of bytes and is closed behind it. What comes later is refused, as by a phone whose app does not stream.
public final class PhoneStandIn: @unchecked Sendable {
  /// What `USBMUXD_SOCKET_ADDRESS` must be.
  public var address: String { "UNIX:" + path }

  private let folder: TemporaryFolder
  private let path: String
  private let listening: Int32
  private let lock = NSLock()
  private var streams: [[Data]]
  private var isPluggedIn: Bool
  private let pause: UInt32

  struct NoSocket: Error {}

  /// - Parameters:
  ///   - streams: the pieces of each stream.
  ///   - pause: between two pieces, in microseconds.
  ///   - isPluggedIn: whether the phone is there from the beginning.
  public init(_ streams: [[Data]], pause: UInt32 = 0, isPluggedIn: Bool = true) throws {
    folder = try TemporaryFolder()
    path = folder.url.appendingPathComponent("mux").path
    (self.streams, self.pause, self.isPluggedIn) = (streams, pause, isPluggedIn)
    listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listening, $0, size) == 0 }
    }
    guard isBound, listen(listening, 8) == 0 else { throw NoSocket() }
    Thread { [listening, weak self] in
      while case let connection = accept(listening, nil, nil), connection >= 0 {
        self?.answer(connection)
        close(connection)
      }
    }.start()
  }

  deinit {
    shutdown(listening, Int32(SHUT_RDWR))
    close(listening)
  }

  /// Puts the phone's cable in.
  public func plugIn() { lock.withLock { isPluggedIn = true } }

  /// How many streams have not been asked for yet.
  public var remaining: Int { lock.withLock { streams.count } }

  private func answer(_ connection: Int32) {
    while let (request, tag) = packet(connection) {
      if request.contains("ListDevices") {
        send(connection, lock.withLock { isPluggedIn } ? Self.phone : Self.nobody, tag)
      } else {
        let stream = lock.withLock { streams.isEmpty ? nil : streams.removeFirst() }
        send(connection, Self.result(stream == nil ? 3 : 0), tag)
        for piece in stream ?? [] {
          guard send(connection, piece) else { return }
          usleep(pause)
        }
        return
      }
    }
  }

  /// The text of a request, and its tag: four little-endian numbers (length, version, message, tag), then a property list.
  private func packet(_ connection: Int32) -> (text: String, tag: UInt32)? {
    guard let head = bytes(connection, 16) else { return nil }
    let numbers = head.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    guard let text = bytes(connection, Int(numbers[0]) - 16) else { return nil }
    return (String(decoding: text, as: UTF8.self), numbers[3])
  }

  private func bytes(_ connection: Int32, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes { recv(connection, $0.baseAddress! + done, count - done, 0) }
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }

  @discardableResult private func send(_ connection: Int32, _ content: Data) -> Bool {
    var done = 0
    return content.withUnsafeBytes { bytes in
      while done < bytes.count {
        let sent = Foundation.send(
          connection, bytes.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
        guard sent > 0 else { return false }
        done += sent
      }
      return true
    }
  }

  private func send(_ connection: Int32, _ list: String, _ tag: UInt32) {
    let text = Data(
      ("<?xml version=\"1.0\" encoding=\"UTF-8\"?><!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
        + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\"><plist version=\"1.0\">\(list)</plist>").utf8)
    let head = [UInt32(16 + text.count), 1, 8, tag].map { $0.littleEndian }
    send(connection, head.withUnsafeBytes { Data($0) } + text)
  }

  private static func result(_ number: Int) -> String {
    "<dict><key>MessageType</key><string>Result</string><key>Number</key><integer>\(number)</integer></dict>"
  }

  private static let nobody = "<dict><key>DeviceList</key><array></array></dict>"
  private static let phone =
    "<dict><key>DeviceList</key><array><dict><key>DeviceID</key><integer>7</integer>"
    + "<key>MessageType</key><string>Attached</string><key>Properties</key><dict>"
    + "<key>ConnectionType</key><string>USB</string><key>DeviceID</key><integer>7</integer>"
    + "<key>LocationID</key><integer>1</integer><key>ProductID</key><integer>4776</integer>"
    + "<key>SerialNumber</key><string>00008030-000000000000002E</string></dict></dict></array></dict>"
}

/// A message of Record3D's stream over USB.
public enum PhoneMessage {
  /// The head that announces a body of some bytes.
  public static func head(_ count: Int) -> Data {
    [0, 0, 0, UInt32(count)].reduce(Data()) { data, number in
      data + withUnsafeBytes(of: number.bigEndian) { Data($0) }
    }
  }

  /// A frame: head and body.
  ///
  /// - Parameters:
  ///   - sizes: widths and heights of colour and depth.
  ///   - camera: fx, fy, cx, cy of the colour image.
  ///   - pose: quaternion x y z w, and position.
  ///   - depth: metres.
  ///   - confidence: a level for each pixel; nil without LiDAR.
  public static func frame(
    sizes: (color: (Int, Int), depth: (Int, Int)), camera: [Float], pose: [Float] = [0, 0, 0, 1, 0, 0, 0], jpeg: Data,
    depth: [Float], confidence: [UInt8]? = nil
  ) -> Data {
    let packed = stored(depth.withUnsafeBytes { Data($0) })
    let levels = confidence.map { stored(Data($0)) } ?? Data()
    let third = confidence == nil ? (0, 0) : sizes.depth
    let counts = [
      sizes.color.0, sizes.color.1, sizes.depth.0, sizes.depth.1, third.0, third.1, jpeg.count, packed.count,
      levels.count,
      0, confidence == nil ? 0 : 1,
    ].map { UInt32($0).littleEndian }
    let body =
      counts.withUnsafeBytes { Data($0) } + (camera + pose).withUnsafeBytes { Data($0) } + jpeg + packed + levels
    return head(body.count) + body
  }

  /// LZFSE that stores bytes as they are.
  public static func stored(_ content: Data) -> Data {
    Data("bvx-".utf8) + withUnsafeBytes(of: UInt32(content.count).littleEndian) { Data($0) } + content
      + Data("bvx$".utf8)
  }
}
