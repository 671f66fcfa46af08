import FlagReaders
public import FlagResolver
public import FlagStore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What the code of a release reads: a record for `flagctl`, made by the code itself.
///
/// `flagctl` proves with such records what each release gets from a document, and what it can read. `flagctl readers record` finds
/// most of it in the source; a test of the app knows it exactly:
///
/// ```swift
/// @Test func `the record of this release is current`() throws {
///     var schema = ReaderSchema(release: "2.0.1")
///     schema.add(Flags.all)
///     schema.add(RemoteConfig.self)
///     try schema.write(to: "readers")
/// }
/// ```
///
/// 1. The type of a key, and of each member of a model, is found by decoding it once from values that are made up.
/// 2. A type that does not accept these values, such as an enum that is not `CaseIterable`, is recorded as not known: nothing is
///    then claimed about its values.
/// 3. A setting that is not added counts as not read. Add all keys and all models.
/// 4. The names are those of the coding keys. A model that reads keys which depend on the document, such as those of a numbered
///    family, makes the record incomplete, and the record says so: nothing is then claimed about settings that it does not have.
public struct ReaderSchema: Sendable {
    /// The version of the app.
    public let release: AppVersion
    private var settings: [ReaderRecord.Setting] = []
    /// What the record cannot have, in words.
    private var unseen: [String] = []

    /// Creates a record without settings.
    ///
    /// - Parameter release: The version of the app that has this code.
    public init(release: AppVersion) {
        self.release = release
    }

    /// Adds keys, with their types and their defaults in code.
    ///
    /// - Parameter keys: Keys such as `Flags.all`.
    public mutating func add(_ keys: [any DeclaredSetting]) {
        for key in keys {
            // Every key is one.
            guard let key = key as? any TypedKey else { continue }
            add(Self.read(of: key), named: key.name)
        }
    }

    /// Adds the settings of a model that is decoded from a document, or from a group of it.
    ///
    /// A `PropertySetting` is a setting, and so is any other member that is not an object with settings inside.
    ///
    /// - Parameters:
    ///   - model: The type of the model.
    ///   - group: The name of the group that it is decoded from; empty for the whole document.
    public mutating func add<Model: Decodable>(_ model: Model.Type, group: String = "") {
        add(TypeProbe.of(model), named: group, readBy: String(describing: model))
    }

    private mutating func add(_ probe: TypeProbe, named name: String, readBy model: String) {
        guard !probe.isSetting, name.isEmpty || Self.hasSettings(probe) else {
            return add(TypedRead(type: probe.type, defaultValue: nil), named: name)
        }
        if probe.readsUnnamedMembers {
            let place = name.isEmpty ? "the document" : "the group \(name)"
            let text = "\(model): keys of \(place) that it finds when it decodes, such as a numbered family"
            if !unseen.contains(text) { unseen.append(text) }
        }
        for member in probe.members {
            add(member.probe, named: name.isEmpty ? member.name : "\(name).\(member.name)", readBy: model)
        }
    }

    private static func hasSettings(_ probe: TypeProbe) -> Bool {
        probe.members.contains { $0.probe.isSetting || hasSettings($0.probe) }
    }

    private mutating func add(_ read: TypedRead, named name: String) {
        guard let index = settings.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            settings.append(ReaderRecord.Setting(name: name, reads: TypedReads([read])))
            return
        }
        let known = settings[index].reads.all
        if !known.contains(read) {
            settings[index] = ReaderRecord.Setting(name: name, reads: TypedReads(known + [read]))
        }
    }

    private static func read<Key: TypedKey>(of key: Key) -> TypedRead {
        TypedRead(type: TypeProbe.of(Key.Value.self).type, defaultValue: json(of: key.defaultValue))
    }

    /// A value as JSON; `nil` if its type cannot be encoded.
    private static func json<Value>(of value: Value) -> JSONValue? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var text: Data?
        if (value as? any OptionalValue)?.isNil == true {
            text = Data("null".utf8)
        } else if let value = value as? any Encodable {
            text = try? encoder.encode(value)
        } else if let raw = (value as? any RawRepresentable)?.rawValue as? String {
            text = try? encoder.encode(raw)
        }
        return text.flatMap { try? JSONTree(parsing: [UInt8]($0)) }.map { $0[0] }
    }

    /// The record as JSON. The same settings give the same bytes.
    public var json: Data { Data(record.fileContent) }

    private var record: ReaderRecord {
        ReaderRecord(release: release, isComplete: unseen.isEmpty, settings: settings, unseen: unseen)
    }

    /// Writes the record to a folder, as `2.0.1.reader.json`.
    ///
    /// - Parameter folder: The path of the folder, which must exist.
    /// - Throws: An error of the file system.
    public func write(to folder: String) throws {
        let name = ReaderRecord.fileName(for: release)
        try json.write(to: URL(fileURLWithPath: folder).appendingPathComponent(name), options: .atomic)
    }
}

/// An optional value of any type: a cast to `Encodable` would look into it.
private protocol OptionalValue {
    var isNil: Bool { get }
}

extension Optional: OptionalValue {
    fileprivate var isNil: Bool { if case .none = self { true } else { false } }
}
