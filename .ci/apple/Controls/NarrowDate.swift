// narrow: a conversion from floating point
public func wholeSeconds(_ time: Double) -> Int { Int(time.rounded(.down)) }
