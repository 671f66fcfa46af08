import FlagResolver

/// Members and containers in one call, for reports whose schemas others define: SARIF and GitLab's Code Quality. The outputs
/// of `flagctl` itself are written by their descriptions, ``JSONObject``.
extension JSONWriter {
    mutating func write(key: String, _ value: String) {
        write(key: key)
        write(value)
    }

    mutating func write(key: String, _ value: Int) {
        write(key: key)
        write(value)
    }

    mutating func write(key: String, _ value: Bool) {
        write(key: key)
        write(value)
    }

    /// Writes an object, whose members the block writes.
    mutating func writeObject(_ writeMembers: (inout JSONWriter) -> Void) {
        beginObject()
        writeMembers(&self)
        endObject()
    }

    mutating func writeObject(key: String, _ writeMembers: (inout JSONWriter) -> Void) {
        write(key: key)
        writeObject(writeMembers)
    }

    /// Writes a member whose value is an array, whose elements the block writes.
    mutating func writeArray(key: String, _ writeElements: (inout JSONWriter) -> Void) {
        write(key: key)
        beginArray()
        writeElements(&self)
        endArray()
    }

    /// Writes a member whose value is an array with an object for each element, whose members the block writes.
    mutating func writeObjects<Elements: Sequence>(
        key: String, for elements: Elements, _ writeMembers: (inout JSONWriter, Elements.Element) -> Void
    ) {
        writeArray(key: key) { writer in
            for element in elements { writer.writeObject { writeMembers(&$0, element) } }
        }
    }
}
