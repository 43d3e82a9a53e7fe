import Testing

@testable import Phantom
