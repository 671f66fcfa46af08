// availability: 'span' is only available in
public func count(_ bytes: [UInt8]) -> Int { bytes.span.count }
