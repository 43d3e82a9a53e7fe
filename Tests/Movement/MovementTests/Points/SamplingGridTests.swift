import Testing

@testable import Movement

/// Times laid on a grid of equal steps.
@Suite struct SamplingGridTests {
  @Test func unsteadyTimesAreLaidOnTheNearestPlaces() throws {
    // A median step of 1.1 s; the farthest, 0.8 s and 3 s, lie 0.27 of it from a place.
    let grid = try #require(SamplingGrid([5, 6, 7.2, 8, 11]))
    #expect(grid.places == [0, 1, 2, 3, 6])
    #expect(grid.count == 7)
    #expect(grid.start == 5)
    #expect(abs(grid.step - 1) < 1e-12, "6 s in six steps")
    #expect(SamplingGrid([5, 6, 7.2, 7.95, 11]) == nil, "0.32 of a step")
    #expect(SamplingGrid([0, 1, 1.1, 2, 3]) == nil, "two frames in one place")
  }

  @Test func thereAreNoMoreThanTwentyPlacesAFrame() {
    #expect(SamplingGrid([0, 1, 2, 3, 99])?.count == 100)
    #expect(SamplingGrid([0, 1, 2, 3, 100]) == nil)
  }

  @Test func absentFramesAreCounted() {
    #expect(SamplingGrid.absent(in: [0, 1, 2, 5, 6, 8]) == 3)
    #expect(SamplingGrid.absent(in: [0, 1, 2.4, 3]) == 0)
    #expect(SamplingGrid.absent(in: [0, 1, 2, 3, 1e9]) == 1_000_000)
    #expect(SamplingGrid.absent(in: [4]) == 0)
  }

  @Test func theStepIsTheMedianOfThose() {
    #expect(SamplingGrid.step(of: [3, 4, 6, 11]) == 2)
    #expect(SamplingGrid.step(of: [3, 3.000_001]) == 1e-4)
    #expect(SamplingGrid.step(of: [3]) == nil)
    #expect(SamplingGrid.step(of: [3, 3]) == nil)
    #expect(SamplingGrid.step(of: [0, 2]) == 2)
  }
}
