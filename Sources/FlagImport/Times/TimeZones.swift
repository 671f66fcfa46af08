import FlagResolver

/// The time zones that conditions name, each read once.
package final class TimeZones {
    private let file: (String) -> [UInt8]?
    private var known: [String: TimeZoneRules?] = [:]

    /// - Parameter file: The file of a zone in the time zone database, by its name; `nil` if there is none.
    package init(file: @escaping (String) -> [UInt8]?) {
        self.file = file
    }

    /// No zones but UTC.
    package convenience init() {
        self.init { _ in nil }
    }

    /// The rules of a zone such as `Europe/Berlin`; `nil` if the database does not have it.
    func rules(of name: String) -> TimeZoneRules? {
        if let rules = known[name] { return rules }
        let rules: TimeZoneRules? =
            Self.namesOfUTC.contains(name)
            ? .utc : Self.isName(name) ? file(name).flatMap { TimeZoneRules(file: $0) } : nil
        known[name] = .some(rules)
        return rules
    }

    private static let namesOfUTC: Set<String> = ["UTC", "GMT", "Etc/UTC", "Etc/GMT", "Z"]

    /// Whether a name can be that of a zone. It is a path in the database, and must not lead out of it.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 100
            && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "/_+-".utf8.contains($0) }
            && name.parts(separatedBy: "/").allSatisfy { !$0.isEmpty }
    }
}
