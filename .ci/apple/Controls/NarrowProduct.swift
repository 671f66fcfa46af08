// narrow: a product with a large factor
public func seconds(days: Int) -> Int { days * 86_400 }
