import FuzzSupport

/// A file of expectations, found by walking through boxes.
struct PlainExpectations {
    struct Case {
        let name: [UInt8]
        let versions: PlainRequirement
        /// The names of the settings that have an expected value.
        let settings: [[UInt8]]
    }

    let document: [UInt8]
    let cases: [Case]

    /// - Returns: `nil` if anything is wrong with the file.
    init?(_ root: PlainJSON) {
        guard root.hasOnly(["document", "expectations"]), let document = root.member("document")?.string,
            let elements = root.member("expectations")?.elements, !document.isEmpty, !elements.isEmpty
        else { return nil }
        let cases = elements.compactMap { Case($0) }
        // Readers of a report cannot distinguish two spellings of one text.
        let names = Set(cases.map { String(decoding: $0.name, as: UTF8.self) })
        guard cases.count == elements.count, names.count == cases.count else { return nil }
        self.document = document
        self.cases = cases
    }
}

extension PlainExpectations.Case {
    fileprivate init?(_ json: PlainJSON) {
        guard json.hasOnly(["name", "version", "for", "expect"]), let name = json.member("name")?.string,
            name.contains(where: { $0 != UInt8(ascii: " ") }), let settings = json.member("expect")?.members,
            !settings.isEmpty
        else { return nil }
        let versions: PlainRequirement?
        switch (json.member("version"), json.member("for")) {
        case (let version?, nil):
            versions = version.string.flatMap { PlainVersion($0) }.flatMap { PlainRequirement("=\($0.text)".utf8) }
        case (nil, let requirement?): versions = requirement.string.flatMap { PlainRequirement($0) }
        default: versions = nil
        }
        guard let versions else { return nil }
        self.name = name
        self.versions = versions
        self.settings = settings.map(\.name)
    }
}

extension PlainJSON {
    /// Whether the value is an object with no members but these and those that begin with `$`.
    fileprivate func hasOnly(_ names: [String]) -> Bool {
        members?.allSatisfy { member in
            member.name.first == UInt8(ascii: "$") || names.contains { member.name.elementsEqual($0.utf8) }
        } ?? false
    }
}
