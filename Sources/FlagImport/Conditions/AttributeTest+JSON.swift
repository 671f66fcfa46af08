import FlagResolver

extension AttributeTest {
    /// Writes the test as a condition of `when`. ``never`` has no condition.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .present:
            writer.beginObject()
            writer.write(key: "absent")
            writer.write(false)
            writer.endObject()
        case .strings(let test): test.write(to: &writer)
        case .numbers(let test): test.write(to: &writer)
        case .versions(let set):
            writer.beginObject()
            writer.write(key: "version")
            writer.write("\(set)")
            writer.endObject()
        case .never: writer.writeNull()
        }
    }
}

extension StringTest {
    fileprivate func write(to writer: inout JSONWriter) {
        if let only { return writer.writeOneOrMore(only) { $0.write($1) } }
        writer.beginObject()
        if let prefixes {
            writer.write(key: "startsWith")
            writer.writeOneOrMore(prefixes) { $0.write($1) }
        }
        if !except.isEmpty || !exceptPrefixes.isEmpty {
            writer.write(key: "not")
            if exceptPrefixes.isEmpty {
                writer.writeOneOrMore(except) { $0.write($1) }
            } else {
                if !except.isEmpty { writer.beginArray() }
                for string in except { writer.write(string) }
                writer.beginObject()
                writer.write(key: "startsWith")
                writer.writeOneOrMore(exceptPrefixes) { $0.write($1) }
                writer.endObject()
                if !except.isEmpty { writer.endArray() }
            }
        }
        writer.endObject()
    }
}

extension NumberTest {
    fileprivate func write(to writer: inout JSONWriter) {
        if let only { return writer.writeOneOrMore(only) { $0.write(raw: "\($1)") } }
        writer.beginObject()
        if let lower {
            writer.write(key: lower.isExcluded ? ">" : ">=")
            writer.write(raw: "\(lower.number)")
        }
        if let upper {
            writer.write(key: upper.isExcluded ? "<" : "<=")
            writer.write(raw: "\(upper.number)")
        }
        if !except.isEmpty {
            writer.write(key: "not")
            writer.writeOneOrMore(except) { $0.write(raw: "\($1)") }
        }
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes one element as it is, and several as an array.
    mutating func writeOneOrMore<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
        if let only = elements.first, elements.count == 1 { return write(&self, only) }
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }
}
