import Testing

@testable import Files

/// The numbers that names bear.
@Suite struct NameNumberTests {
  @Test(
    arguments: [
      ("video_000000000012_keypoints.json", 12, [12]), ("7", 7, [7]), ("a90", 90, [90]), ("3a", 3, [3]),
      ("1700.25.jpg", 25, [1700, 25]), ("IMG_0042 (3)", 3, [42, 3]), ("none", nil, []), ("", nil, []),
      ("a/b:c", nil, []), ("x99999999999999999999", nil, [nil]), ("99999999999999999999 8", 8, [nil, 8]),
      ("ä10é", 10, [10]),
    ] as [(String, Int?, [Int?])])
  func theyAreFoundInOrder(_ name: String, _ last: Int?, _ all: [Int?]) {
    #expect(NameNumber.last(in: name) == last)
    #expect(NameNumber.all(in: name) == all)
  }
}
