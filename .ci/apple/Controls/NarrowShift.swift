// narrow: a shift of Int
public func longest() -> Int { 1 << 32 }
