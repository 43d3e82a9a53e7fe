import Testing

@testable import Movement

/// The inputs of networks in files that are made field by field.
@Suite struct ONNXShapesTests {
  private func inputs(_ bytes: some Sequence<UInt8>) -> [[Int?]]? { ONNXShapes(Array(bytes))?.inputs }

  private func file(_ shapes: [Int?]...) -> [UInt8] {
    TinyModel.file(shapes.flatMap { TinyModel.field(11, TinyModel.value("input", $0)) })
  }

  @Test func weightsAreNoInputs() {
    let weight = TinyModel.field(5, TinyModel.field(8, "w")) + TinyModel.field(11, TinyModel.value("w", [7, 3]))
    let graph = weight + TinyModel.field(11, TinyModel.value("input", [1, 3, nil, 64]))
    #expect(inputs(TinyModel.file(graph)) == [[1, 3, nil, 64]])
    #expect(inputs(file([5], [nil, 6])) == [[5], [nil, 6]])
  }

  /// Fields of eight and of four bytes are passed over where all of them are there.
  @Test func otherFieldsAreWhole() {
    let whole = file([1, 3, 64, 48])
    let eight = TinyModel.variable(9 << 3 | 1) + [UInt8](repeating: 0xFF, count: 8)
    let four = TinyModel.variable(9 << 3 | 5) + [UInt8](repeating: 0xFF, count: 4)
    let text = TinyModel.field(9, "four")
    for more in [eight, four, text, eight + text + four] {
      #expect(inputs(whole + more) == [[1, 3, 64, 48]])
      #expect(inputs(more + whole) == [[1, 3, 64, 48]])
      #expect(inputs(whole + more.dropLast()) == nil)
    }
  }

  @Test func aShapeHasSixteenDimensionsAtMost() {
    #expect(inputs(file([Int?](repeating: 2, count: 16))) == [[Int?](repeating: 2, count: 16)])
    #expect(inputs(file([Int?](repeating: 2, count: 17))) == nil)
    // A field of a shape that is no dimension is passed over.
    let shape = TinyModel.field(2, 5) + TinyModel.field(1, TinyModel.field(1, 9))
    let input = TinyModel.field(2, TinyModel.field(1, TinyModel.field(2, shape)))
    #expect(inputs(TinyModel.file(TinyModel.field(11, input))) == [[9]])
  }
}
