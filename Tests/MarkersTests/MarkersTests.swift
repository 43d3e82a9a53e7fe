import Testing

@testable import Markers
