// narrow: a conversion from Int64
public func seconds(_ duration: Duration) -> Int { Int(duration.components.seconds) }
