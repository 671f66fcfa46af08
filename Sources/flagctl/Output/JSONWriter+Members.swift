import FlagResolver

/// What reports are made of: members with their values in one call, and containers that end where their block does.
extension JSONWriter {
    @inline(__always)
    mutating func write(key: String, _ value: String) {
        write(key: key)
        write(value)
    }

    @inline(__always)
    mutating func write(key: String, _ value: Int) {
        write(key: key)
        write(value)
    }

    @inline(__always)
    mutating func write(key: String, _ value: Bool) {
        write(key: key)
        write(value)
    }

    /// Writes a member whose value is a string, given as the UTF-8 bytes of its content.
    @inline(__always)
    mutating func write(key: String, string: [UInt8]) {
        write(key: key)
        write(string: string)
    }

    @inline(__always)
    mutating func write(key: String, string: ArraySlice<UInt8>) {
        write(key: key, string: Array(string))
    }

    /// Writes a member whose value is a node of a tree.
    @inline(__always)
    mutating func write(key: String, _ node: Int, of tree: JSONTree) {
        write(key: key)
        write(node, of: tree)
    }

    /// Writes an object, whose members the block writes.
    @inline(__always)
    mutating func writeObject(_ writeMembers: (inout JSONWriter) -> Void) {
        beginObject()
        writeMembers(&self)
        endObject()
    }

    @inline(__always)
    mutating func writeObject(key: String, _ writeMembers: (inout JSONWriter) -> Void) {
        write(key: key)
        writeObject(writeMembers)
    }

    /// Writes a member whose value is an array, whose elements the block writes.
    @inline(__always)
    mutating func writeArray(key: String, _ writeElements: (inout JSONWriter) -> Void) {
        write(key: key)
        beginArray()
        writeElements(&self)
        endArray()
    }

    /// Writes a member whose value is an array with an object for each element, whose members the block writes.
    @inline(__always)
    mutating func writeObjects<Elements: Sequence>(
        key: String, for elements: Elements, _ writeMembers: (inout JSONWriter, Elements.Element) -> Void
    ) {
        writeArray(key: key) { writer in
            for element in elements { writer.writeObject { writeMembers(&$0, element) } }
        }
    }
}

extension JSONWriter {
    /// Writes the members that every document begins with: its schema, and what could not be read or checked.
    mutating func write(headOf name: String, _ failures: RunFailures) {
        write(key: "schema", OutputSchema.format(name))
        failures.write(to: &self)
    }
}

extension TextBuffer {
    /// Writes an object on a line of its own, whose members the block writes.
    mutating func writeLine(_ writeMembers: (inout JSONWriter) -> Void) {
        writeJSON { $0.writeObject(writeMembers) }
        endLine()
    }

    /// Writes the one document of an output on one line: the members that all have, and those that the block writes.
    mutating func writeDocument(
        _ name: String, _ failures: RunFailures = RunFailures(), _ writeMembers: (inout JSONWriter) -> Void
    ) {
        writeLine { writer in
            writer.write(headOf: name, failures)
            writeMembers(&writer)
        }
    }
}
