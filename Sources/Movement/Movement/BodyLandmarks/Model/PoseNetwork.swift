internal import PoseBridge

/// A network of OpenCV's dnn in a process of its own; of one thread at a time.
struct PoseNetwork: ~Copyable {
  private let network: OpaquePointer

  /// Why OpenCV can't read or run it, in OpenCV's words.
  struct Fault: Error {
    let reason: String

    fileprivate init(_ error: PoseError) {
      reason = withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
  }

  /// An output: the extents of its dimensions and its values, the last dimension's next to each other.
  struct Output {
    let shape: [Int]
    let values: UnsafeBufferPointer<Float>
  }

  /// The network of an ONNX file's bytes.
  ///
  /// - Parameter mostBytes: the memory that it may take.
  init(_ bytes: [UInt8], mostBytes: Int) throws(Fault) {
    var error = PoseError()
    guard let network = pose_network_read(bytes, Int64(bytes.count), Int64(mostBytes), &error) else {
      throw Fault(error)
    }
    self.network = network
  }

  deinit { pose_network_free(network) }

  /// Runs the network on a picture and hands its outputs to `body`.
  ///
  /// - Parameter mostBytes: the memory that it may take.
  mutating func run<Value>(
    _ pixels: [UInt8], width: Int, height: Int, _ preparation: PosePreparation, mostBytes: Int,
    _ body: ([Output]) -> Value
  ) throws(Fault) -> Value {
    var (error, preparation) = (PoseError(), preparation)
    guard
      pose_network_run(network, pixels, Int32(width), Int32(height), &preparation, Int64(mostBytes), &error) == 0
    else { throw Fault(error) }
    let outputs = (0..<pose_network_output_count(network)).map { index in
      let output = pose_network_output(network, index)
      let shape = withUnsafeBytes(of: output.shape) { bytes in
        bytes.bindMemory(to: Int32.self).prefix(Int(output.dimensions)).map { Int($0) }
      }
      return Output(
        shape: shape, values: UnsafeBufferPointer(start: output.values, count: shape.reduce(1, *)))
    }
    return body(outputs)
  }
}
