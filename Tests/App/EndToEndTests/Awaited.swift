import Foundation

/// Asks again and again until there is an answer.
///
/// - Throws: ``Late`` where there is none after a time in which every run of the program ends, even beside others.
func awaited<Answer>(_ answer: () throws -> Answer?) throws -> Answer {
  let end = ContinuousClock.now + .seconds(Running.patience)
  repeat {
    if let found = try answer() { return found }
    usleep(20_000)
  } while ContinuousClock.now < end
  throw Late()
}

/// What was awaited did not come.
struct Late: Error {}
