/// A field of the head of a request or a response.
package struct HeaderField: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the field has a name, which is given in lower case.
    func isNamed(_ name: StaticString) -> Bool {
        guard self.name.utf8.count == name.utf8CodeUnitCount else { return false }
        return name.withUTF8Buffer { expected in
            var index = 0
            for byte in self.name.utf8 {
                guard unsafe Self.lowercased(byte) == expected[index] else { return false }
                index += 1
            }
            return true
        }
    }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
