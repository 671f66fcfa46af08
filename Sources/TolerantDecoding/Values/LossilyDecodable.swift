/// A collection that can be read without those of its elements which cannot; ``Lossy`` reads it so.
///
/// Arrays, sets and dictionaries are; so are optionals of them.
public protocol LossilyDecodable: Decodable {
    /// Decodes the elements that can be read, and reports the others.
    ///
    /// - Throws: `DecodingError` for anything but a collection; in strict mode, for an element that cannot be read.
    init(lossily decoder: any Decoder) throws
}

extension Array: LossilyDecodable where Element: Decodable {
    /// Decodes the elements that can be read, in their order.
    public init(lossily decoder: any Decoder) throws {
        self = try LossyElements(decoder).elements()
    }
}

extension Set: LossilyDecodable where Element: Decodable {
    /// Decodes the elements that can be read.
    public init(lossily decoder: any Decoder) throws {
        self = Set(try LossyElements<Element>(decoder).elements())
    }
}

extension Dictionary: LossilyDecodable where Key: CodingKeyRepresentable & Decodable, Value: Decodable {
    /// Decodes the members that can be read.
    public init(lossily decoder: any Decoder) throws {
        self.init(try LossyElements<Value>(decoder).members(keyedBy: Key.self)) { first, _ in first }
    }
}

extension Optional: LossilyDecodable where Wrapped: LossilyDecodable {
    /// Decodes null as `nil`, and anything else lossily.
    public init(lossily decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decodeNil() ? nil : Wrapped(lossily: decoder)
    }
}

/// Reads the elements of a collection, and reports those that cannot be read.
private struct LossyElements<Element: Decodable> {
    private let decoder: any Decoder

    init(_ decoder: any Decoder) {
        self.decoder = decoder
    }

    func elements() throws -> [Element] {
        var elements: [Element] = []
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            let key = PositionKey(container.currentIndex)
            if let element = try read(container.decode(LossyElement<Element>.self), at: key) {
                elements.append(element)
            }
        }
        return elements
    }

    /// Members are read as a dictionary, because only of dictionaries a decoder leaves the keys as they are.
    func members<Key: CodingKeyRepresentable>(keyedBy type: Key.Type) throws -> [(Key, Element)] {
        let members = try decoder.singleValueContainer().decode([String: LossyElement<Element>].self)
        return try members.sorted { $0.key < $1.key }.compactMap { text, member in
            guard let element = try read(member, at: DynamicKey(text)) else { return nil }
            guard let key = Key(codingKey: Self.codingKey(text)) else {
                let reason = "its key is no \(type)"
                try report(.droppedElement(type: "\(Element.self)", place: nil, reason: reason), at: DynamicKey(text))
                return nil
            }
            return (key, element)
        }
    }

    /// A key that is an integer, where the text is exactly the text of one: keys that are integers ask for that.
    private static func codingKey(_ text: String) -> DynamicKey {
        guard let number = Int(text), String(number) == text else { return DynamicKey(text) }
        return DynamicKey(number)
    }

    private func read(_ element: LossyElement<Element>, at key: any CodingKey) throws -> Element? {
        switch element.result {
        case .success(let element):
            return element
        case .failure(let failure):
            let reporter = IssueReporter(decoder.userInfo)
            guard !reporter.isStrict else { throw failure.error }
            try reporter.report(failure.problem(decoding: Element.self, at: path(to: key)), at: path(to: key))
            return nil
        }
    }

    private func report(_ problem: SettingProblem, at key: any CodingKey) throws {
        try IssueReporter(decoder.userInfo).report(problem, at: path(to: key))
    }

    private func path(to key: any CodingKey) -> [any CodingKey] {
        decoder.codingPath + [key]
    }
}

/// An element, or why it is none. Decoding it never fails, so that a collection moves on past it.
private struct LossyElement<Element: Decodable>: Decodable {
    struct Failure: Error {
        let error: any Error

        /// The problem with an element: what is wrong with it, and where, if that is somewhere inside.
        func problem(decoding type: Element.Type, at path: [any CodingKey]) -> SettingProblem {
            let context = (error as? DecodingError)?.context
            let place = context.map { CodingPath.text($0.codingPath) }
            return .droppedElement(
                type: "\(type)",
                place: place == CodingPath.text(path) ? nil : place,
                reason: context?.debugDescription ?? "\(error)"
            )
        }
    }

    let result: Result<Element, Failure>

    init(from decoder: any Decoder) {
        do {
            result = .success(try decoder.singleValueContainer().decode(Element.self))
        } catch {
            result = .failure(Failure(error: error))
        }
    }
}
