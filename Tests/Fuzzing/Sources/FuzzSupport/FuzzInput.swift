/// The bytes that libFuzzer hands over, and the parts that a target divides them into.
public struct FuzzInput {
    /// All bytes.
    public let bytes: [UInt8]

    /// The bytes at the pointer that libFuzzer gives.
    public init(_ start: UnsafePointer<UInt8>?, count: Int) {
        bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: max(0, count)))
    }

    /// The texts between slashes, which neither a version nor a requirement can contain.
    public func texts(atMost limit: Int) -> [String] {
        bytes.split(separator: UInt8(ascii: "/"), maxSplits: limit - 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The parts between lines of three hyphens.
    public var sections: [[UInt8]] {
        let separator = [UInt8]("\n---\n".utf8)
        var sections: [[UInt8]] = []
        var start = 0
        var offset = 0
        while offset + separator.count <= bytes.count {
            if bytes[offset..<(offset + separator.count)].elementsEqual(separator) {
                sections.append([UInt8](bytes[start..<offset]))
                offset += separator.count
                start = offset
            } else {
                offset += 1
            }
        }
        sections.append([UInt8](bytes[start...]))
        return sections
    }
}
