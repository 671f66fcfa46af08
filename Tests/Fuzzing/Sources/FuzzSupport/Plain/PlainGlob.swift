/// A pattern for paths, matched by a table of all prefixes of pattern and text.
public struct PlainGlob {
    /// One item of a component's pattern.
    private enum Item {
        case anyText
        case anyCharacter
        case character(Unicode.Scalar)
        case characters(isNegated: Bool, [ClosedRange<UInt32>])
    }

    /// A component of a pattern; `nil` stands for any number of folders.
    private let components: [String?]
    private let isAbsolute: Bool

    public init(_ text: String) {
        isAbsolute = text.unicodeScalars.first == "/"
        let parts = Self.names(text)
        components = parts.map { $0 == "**" ? nil : $0 } + (parts.last == "**" ? ["*"] : [])
    }

    /// Whether the pattern matches a path.
    public func matches(_ path: String) -> Bool {
        guard (path.unicodeScalars.first == "/") == isAbsolute else { return false }
        return Self.matches(components, Self.names(path)) { component, name in
            guard let component else { return Self.isHidden(name) ? .no : .many }
            return (!Self.isHidden(name) || Self.isHidden(component)) && Self.matches(component, name) ? .one : .no
        } isEmpty: {
            $0 == nil
        }
    }

    /// The names of a path without those that stand for the same folder.
    public static func names(_ path: String) -> [String] {
        path.unicodeScalars.split(separator: "/").map(String.init).filter { $0 != "." }
    }

    private static func isHidden(_ name: String) -> Bool { name.unicodeScalars.first == "." }

    private static func matches(_ pattern: String, _ name: String) -> Bool {
        matches(items(Array(pattern.unicodeScalars)), Array(name.unicodeScalars)) { item, scalar in
            switch item {
            case .anyText: .many
            case .anyCharacter: .one
            case .character(let other): scalar == other ? .one : .no
            case .characters(let isNegated, let ranges):
                ranges.contains { $0.contains(scalar.value) } != isNegated ? .one : .no
            }
        } isEmpty: {
            if case .anyText = $0 { true } else { false }
        }
    }

    /// What an item of a pattern does with an element: not match it, match it, or match it and perhaps further ones.
    private enum Match {
        case no, one, many
    }

    /// - Parameter isEmpty: Whether an item also matches nothing.
    private static func matches<Item, Element>(
        _ items: [Item], _ elements: [Element], _ match: (Item, Element) -> Match, isEmpty: (Item) -> Bool
    ) -> Bool {
        // Whether the items from one index on match the elements from another one on.
        var table = [[Bool]](
            repeating: [Bool](repeating: false, count: elements.count + 1), count: items.count + 1)
        table[items.count][elements.count] = true
        for index in items.indices.reversed() {
            for start in (0...elements.count).reversed() {
                if isEmpty(items[index]), table[index + 1][start] { table[index][start] = true }
                guard start < elements.count else { continue }
                switch match(items[index], elements[start]) {
                case .no: break
                case .one: if table[index + 1][start + 1] { table[index][start] = true }
                case .many: if table[index][start + 1] { table[index][start] = true }
                }
            }
        }
        return table[0][0]
    }

    private static func items(_ pattern: [Unicode.Scalar]) -> [Item] {
        var items: [Item] = []
        var rest = pattern[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*": items.append(.anyText)
            case "?": items.append(.anyCharacter)
            case "\\": items.append(.character(rest.popFirst() ?? "\\"))
            case "[":
                if let (item, end) = characters(rest) {
                    items.append(item)
                    rest = rest[end...]
                } else {
                    items.append(.character("["))
                }
            default: items.append(.character(scalar))
            }
        }
        return items
    }

    /// The characters between brackets, and the index after the closing one; `nil` if there is none.
    private static func characters(_ text: ArraySlice<Unicode.Scalar>) -> (Item, Int)? {
        var rest = text
        let isNegated = rest.first == "!" || rest.first == "^"
        if isNegated { rest.removeFirst() }
        var ranges: [ClosedRange<UInt32>] = []
        var isFirst = true
        while let scalar = rest.popFirst() {
            if scalar == "]", !isFirst { return (.characters(isNegated: isNegated, ranges), rest.startIndex) }
            isFirst = false
            if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
                rest = rest.dropFirst(2)
                if scalar.value <= end.value { ranges.append(scalar.value...end.value) }
            } else {
                ranges.append(scalar.value...scalar.value)
            }
        }
        return nil
    }
}
