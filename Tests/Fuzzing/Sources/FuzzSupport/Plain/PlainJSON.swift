/// A JSON value as plainly as can be: a tree of boxes, sharing no code with the library.
public struct PlainJSON {
    public indirect enum Content {
        case null
        case bool(Bool)
        case number(PlainNumber)
        /// The unescaped bytes.
        case string([UInt8])
        case array([PlainJSON])
        case object([Member])
    }

    public struct Member {
        /// The unescaped bytes, and the key as it is written.
        public let name: [UInt8]
        public let nameText: ArraySlice<UInt8>
        public let value: PlainJSON
    }

    /// Why a text is refused, as far as the reader tells.
    public enum Refusal: Error {
        case syntax
        case duplicateKey
        case depth
    }

    public let content: Content
    /// The value as it is written, without blanks around it.
    public let text: ArraySlice<UInt8>

    init(_ content: Content, text: ArraySlice<UInt8>) {
        self.content = content
        self.text = text
    }

    /// The members of an object; `nil` for any other value.
    public var members: [Member]? {
        if case .object(let members) = content { members } else { nil }
    }

    /// The value of a member of an object.
    public func member(_ name: String) -> PlainJSON? {
        members?.first { $0.name.elementsEqual(name.utf8) }?.value
    }

    /// The elements of an array; `nil` for any other value.
    public var elements: [PlainJSON]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    /// The bytes of a string; `nil` for any other value.
    public var string: [UInt8]? {
        if case .string(let bytes) = content { bytes } else { nil }
    }

    /// The value of a number; `nil` for any other value.
    public var number: PlainNumber? {
        if case .number(let number) = content { number } else { nil }
    }

    public var isNull: Bool {
        if case .null = content { true } else { false }
    }

    /// Whether a condition holds for all numbers in the value.
    public func allNumbers(satisfy condition: (PlainNumber) -> Bool) -> Bool {
        switch content {
        case .number(let number): condition(number)
        case .array(let elements): elements.allSatisfy { $0.allNumbers(satisfy: condition) }
        case .object(let members): members.allSatisfy { $0.value.allNumbers(satisfy: condition) }
        case .null, .bool, .string: true
        }
    }
}

extension PlainJSON {
    /// The value with a merge patch applied, as the pseudocode of RFC 7396, section 2, says; written anew.
    public func merged(with patch: PlainJSON) -> PlainJSON {
        guard let changes = patch.members else { return patch }
        var members = self.members ?? []
        for change in changes {
            let place = members.firstIndex { $0.name == change.name }
            guard !change.value.isNull else {
                if let place { members.remove(at: place) }
                continue
            }
            let old = place.map { members[$0].value } ?? PlainJSON(.null, text: [])
            let new = Member(name: change.name, nameText: change.nameText, value: old.merged(with: change.value))
            if let place { members[place] = new } else { members.append(new) }
        }
        let texts = members.map { $0.nameText + [UInt8(ascii: ":")] + $0.value.text }
        let text = Array("{".utf8) + texts.joined(separator: [UInt8(ascii: ",")]) + Array("}".utf8)
        return PlainJSON(.object(members), text: text[...])
    }
}
