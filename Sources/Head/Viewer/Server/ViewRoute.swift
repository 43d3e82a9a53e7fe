import Foundation

/// What can be asked for, by its path.
enum ViewRoute {
  case file(ViewAnswer)
  case words, state, head, frames, picks, probe, protocolChoice, save, walk
  case picture(String)
  case frame(Int)

  /// True for what changes or computes something from a body.
  var isChange: Bool {
    switch self {
    case .picks, .probe, .protocolChoice, .save: true
    default: false
    }
  }

  /// The route of a path within the page; nil where there is none.
  init?(_ path: [String]) {
    switch (path.count, path.first ?? "") {
    case (1, "words"): self = .words
    case (1, "state"): self = .state
    case (1, "head"): self = .head
    case (1, "frames"): self = .frames
    case (1, "picks"): self = .picks
    case (1, "probe"): self = .probe
    case (1, "protocol"): self = .protocolChoice
    case (1, "save"): self = .save
    case (1, "walk"): self = .walk
    case (1, let name):
      guard let file = PageFiles.file(name) else { return nil }
      self = .file(file)
    case (2, "pictures"):
      guard path[1].hasSuffix(".png") else { return nil }
      self = .picture(String(path[1].dropLast(4)))
    case (2, "frames"):
      guard path[1].hasSuffix(".jpg"), let index = Int(path[1].dropLast(4)), index >= 0 else { return nil }
      self = .frame(index)
    default: return nil
    }
  }
}
