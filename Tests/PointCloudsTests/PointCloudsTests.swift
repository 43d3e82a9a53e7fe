import Testing

@testable import PointClouds
