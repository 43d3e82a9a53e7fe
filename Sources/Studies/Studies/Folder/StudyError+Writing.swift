internal import Diagnostics
internal import Files

extension StudyError {
  /// Why a file of a study could not be written.
  init(writing error: any Error, _ path: String) {
    switch error as? OutputError {
    case .cannotWrite(_, let reason): self = .cannotWrite(path: path, reason: reason)
    case .some(let error): self = .cannotWrite(path: path, reason: error.message.problem)
    case .none: self = .cannotWrite(path: path, reason: .phrase("writing_failed"))
    }
  }
}
