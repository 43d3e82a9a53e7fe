internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypesHTTP1

/// Connections of HTTP/1.1 that answer a request that does not tell clearly which server it is for with 400 (RFC 9112, 3.2).
struct CheckedHeads: ServerChildChannel {
  let inner: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    inner.setup(channel: channel, logger: logger).flatMapThrowing { value in
      // Behind the next handler the target's host is gone, and so is which of two hosts came first.
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(
        HeadCheck(), position: .before(pipeline.handler(type: HTTP1ToHTTPServerCodec.self)))
      return value
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async { await inner.handle(value: value, logger: logger) }
}

/// Takes for malformed what has no `Host`, or more than one, or a target on another host than that.
private final class HeadCheck: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private var isRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), !isRefused, !Self.isClear(head) {
      isRefused = true
      context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
    }
    // What follows on the connection may be a part of what was refused.
    if !isRefused { context.fireChannelRead(data) }
  }

  private static func isClear(_ head: HTTPRequestHead) -> Bool {
    let hosts = head.headers["Host"]
    guard hosts.count == 1 else { return false }
    return head.uri.hasPrefix("/") || head.uri.lowercased().hasPrefix("http://\(hosts[0].lowercased())/")
  }
}
