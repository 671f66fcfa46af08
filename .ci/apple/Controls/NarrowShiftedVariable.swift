// narrow: a shift of UInt
public func mask(_ bits: UInt) -> UInt { 1 << bits }
