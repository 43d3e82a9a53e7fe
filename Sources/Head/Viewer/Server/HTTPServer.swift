package import Diagnostics
import Foundation
internal import LibMicrohttpd
import Synchronization

/// What answers requests.
package protocol ViewResponding: Sendable {
  var language: Language { get }
  var guardian: RequestGuard { get }
  /// The answer to a request with its body.
  func answer(_ request: ViewRequest) async -> ViewAnswer
}

extension ViewResponding {
  /// Why a request is refused that is known by its head; nil where it is let in.
  package func refusal(of request: ViewRequest) -> ViewAnswer? {
    do {
      _ = try guardian.path(of: request)
      return request.isTooLarge ? .refused(.tooLarge, language) : nil
    } catch { return .refused(error, language) }
  }
}

/// HTTP/1.1 on a listening socket, spoken by GNU libmicrohttpd on a thread of its own.
///
/// Requests under way wait in the library while a task finds their answer; no thread is held meanwhile.
final class HTTPServer: @unchecked Sendable {
  private struct Load {
    /// Requests of which the head was read and the answer is not out.
    var underWay = 0
    var isEnding = false
  }

  private let listening: Int32
  private let responder: any ViewResponding
  private let load = Mutex(Load())
  /// Set once, by ``init``.
  private var daemon: OpaquePointer?

  /// Serves from now on; nil where the system has no thread for it.
  init?(listening: Int32, _ responder: some ViewResponding) {
    (self.listening, self.responder) = (listening, responder)
    let context = Unmanaged.passRetained(self)
    daemon = serve_http(
      listening,
      { context, connection, target, method, _, part, size, exchange in
        let server = Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
        let part = UnsafeRawBufferPointer(start: part, count: size!.pointee)
        // All of it is taken.
        size!.pointee = 0
        return server.handle(connection!, target!, method!, part, exchange!)
      },
      { context, _, exchange, _ in
        let server = Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
        server.complete(exchange!)
      }, context.toOpaque())
    if daemon == nil {
      context.release()
      return nil
    }
  }

  /// Takes no further requests, and returns when all answers are out, at the latest after the given time.
  func end(within grace: Duration) async {
    MHD_quiesce_daemon(daemon)
    load.withLock { $0.isEnding = true }
    let last = ContinuousClock.now + grace
    while load.withLock({ $0.underWay }) > 0 {
      // The library can't be stopped while requests wait in it: it ends with the program then.
      if .now > last { return }
      try? await Task.sleep(for: .milliseconds(10))
    }
    MHD_stop_daemon(daemon)
    close(listening)
    Unmanaged.passUnretained(self).release()
  }

  /// The library calls this when a head was read, for each part of a body, when a request is complete, and once more when its
  /// answer was found.
  private func handle(
    _ connection: OpaquePointer, _ target: UnsafePointer<CChar>, _ method: UnsafePointer<CChar>,
    _ part: UnsafeRawBufferPointer, _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    guard let known = place.pointee else {
      let begins = load.withLock { load in
        if !load.isEnding { load.underWay += 1 }
        return !load.isEnding
      }
      guard begins else { return .NO }
      let exchange = Exchange(connection, String(cString: target), String(cString: method))
      place.pointee = Unmanaged.passRetained(exchange).toOpaque()
      // What is refused by its head is not read any further.
      if let refusal = responder.refusal(of: exchange.request) { return exchange.queue(refusal) }
      return .YES
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    // Where it can't be queued, the connection is closed.
    if let answer = exchange.answer { return exchange.queue(answer) }
    if !part.isEmpty {
      exchange.request.append(part)
      return .YES
    }
    MHD_suspend_connection(connection)
    Task { [responder] in
      exchange.answer = await responder.answer(exchange.request)
      MHD_resume_connection(exchange.connection)
    }
    return .YES
  }

  private func complete(_ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
    guard let known = place.pointee else { return }
    Unmanaged<Exchange>.fromOpaque(known).release()
    place.pointee = nil
    load.withLock { $0.underWay -= 1 }
  }
}

/// A request and its way back. The library's thread has it until the request is complete, the answering task from then on.
private final class Exchange: @unchecked Sendable {
  let connection: OpaquePointer
  var request: ViewRequest
  /// The answer, once it is found.
  var answer: ViewAnswer?

  init(_ connection: OpaquePointer, _ target: String, _ method: String) {
    self.connection = connection
    request = ViewRequest(
      method: method, target: target,
      query: Dictionary(Self.values(.GET_ARGUMENT_KIND, of: connection)) { first, _ in first },
      fields: Self.values(.HEADER_KIND, of: connection).map { (name: $0, value: $1) })
  }

  /// Hands an answer to the library, which sends it; `.NO` where there is no memory for it.
  func queue(_ answer: ViewAnswer) -> MHD_Result {
    let response = answer.content.withUnsafeBytes {
      // The library copies what it is given, and does not write to it.
      MHD_create_response_from_buffer($0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    for (name, value) in answer.head { MHD_add_response_header(response, name, value) }
    return MHD_queue_response(connection, UInt32(answer.status), response)
  }

  /// The values of a kind in the order in which they came.
  private static func values(_ kind: MHD_ValueKind, of connection: OpaquePointer) -> [(String, String)] {
    var all: [(String, String)] = []
    withUnsafeMutablePointer(to: &all) { all in
      _ = MHD_get_connection_values(
        connection, kind,
        { all, _, name, value in
          all!.assumingMemoryBound(to: [(String, String)].self).pointee
            .append((name.map { String(cString: $0) } ?? "", value.map { String(cString: $0) } ?? ""))
          return .YES
        }, all)
    }
    return all
  }
}
