import Diagnostics
import Studies

extension StudyStore {
  /// The store of a study as its files are by now; what should be known of it is told.
  static func opened(_ study: StudyFolder) throws -> StudyStore {
    let (store, remarks) = try current(of: study)
    Terminal.tell(remarks)
    return store
  }
}

extension Terminal {
  /// Tells what is said of a study as a whole.
  static func tell(_ remarks: [Finding]) {
    let language = Language.ofCall
    for remark in remarks {
      narrate(language("narration.note", ["text": .text(remark.text(language).printable(limit: 1000))]))
    }
  }
}
