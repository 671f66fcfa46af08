import FlagResolver

extension ReaderRecord {
    /// The record as a file, with a line for each setting. Equal records have equal bytes.
    package var fileContent: [UInt8] {
        var writer = JSONWriter(.indented(by: 2))
        writer.beginObject()
        writer.write(key: "release")
        writer.write("\(release)")
        if let origin {
            writer.write(key: "from")
            writer.writeInline { $0.write(origin) }
        }
        writer.write(key: "complete")
        writer.write(statesComplete)
        writer.write(key: "rule")
        writer.write(rule)
        if let attestation {
            writer.write(key: "attested")
            writer.writeInline { $0.write(attestation) }
        }
        writer.write(key: "formatLevel")
        writer.write(formatLevel)
        if let bundled {
            writer.write(key: "bundled")
            writer.writeInline { $0.write(bundled) }
        }
        writer.write(key: "settings")
        writer.beginObject()
        for setting in settings {
            writer.write(key: setting.name)
            writer.writeInline { $0.write(setting.reads.all) }
        }
        writer.endObject()
        if !unseen.isEmpty {
            writer.write(key: "unseen")
            writer.beginArray()
            for text in unseen { writer.write(text) }
            writer.endArray()
        }
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

extension JSONWriter {
    /// Writes a value on one line.
    fileprivate mutating func writeInline(_ write: (inout JSONWriter) -> Void) {
        var line = JSONWriter()
        write(&line)
        self.write(raw: line.bytes)
    }

    fileprivate mutating func write(_ origin: ReaderRecord.Origin) {
        beginObject()
        if let tag = origin.tag {
            write(key: "tag")
            write(tag)
        }
        if let revision = origin.revision {
            write(key: "revision")
            write(revision)
        }
        endObject()
    }

    fileprivate mutating func write(_ attestation: ReaderRecord.Attestation) {
        beginObject()
        write(key: "by")
        write(attestation.person)
        write(key: "because")
        write(attestation.reason)
        endObject()
    }

    fileprivate mutating func write(_ bundled: ReaderRecord.Bundled) {
        beginObject()
        write(key: "path")
        write(bundled.path)
        write(key: "object")
        write(bundled.object)
        endObject()
    }

    /// One read as an object, several as an array.
    fileprivate mutating func write(_ reads: [TypedRead]) {
        if reads.count != 1 { beginArray() }
        for read in reads {
            beginObject()
            writeMembers(of: read.type)
            if let value = read.defaultValue {
                write(key: "default")
                write(value)
            }
            if let mention = read.mention {
                write(key: "mention")
                write(mention)
            }
            endObject()
        }
        if reads.count != 1 { endArray() }
    }

    private mutating func writeMembers(of type: ReaderType) {
        let wrapped = type.wrapped
        write(key: "type")
        write(wrapped.name)
        if type.isOptional {
            write(key: "optional")
            write(true)
        }
        switch wrapped {
        case .any, .boolean, .string, .optional: break
        case .integer(let integer):
            write(key: "swift")
            write(integer.rawValue)
        case .number(let number):
            write(key: "swift")
            write(number.rawValue)
        case .choice(let choice):
            write(key: "cases")
            beginArray()
            for text in choice.cases { write(text) }
            endArray()
            if choice.isOpen {
                write(key: "open")
                write(true)
            }
        case .array(let element): writeObject("elementType", of: element)
        case .dictionary(let value): writeObject("valueType", of: value)
        case .object(let members):
            write(key: "members")
            beginObject()
            for member in members { writeObject(member.name, of: member.type) }
            endObject()
        }
    }

    private mutating func writeObject(_ key: String, of type: ReaderType) {
        write(key: key)
        beginObject()
        writeMembers(of: type)
        endObject()
    }
}

extension ReaderType {
    /// The name in records, which is that of documents if there is one.
    package var name: String {
        switch self {
        case .any: "any"
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string, .choice: "string"
        case .array: "array"
        case .object, .dictionary: "object"
        case .optional(let wrapped): wrapped.name
        }
    }
}
