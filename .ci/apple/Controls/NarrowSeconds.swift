// narrow: a duration of Int
public func age(_ seconds: Int) -> Duration { .seconds(seconds) }
