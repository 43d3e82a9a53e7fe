import ArgumentParser

/// The size of an image on the command line: `640x480`.
struct PixelSize: ExpressibleByArgument {
  let width, height: Int

  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0 else { return nil }
    (self.width, self.height) = (width, height)
  }
}
