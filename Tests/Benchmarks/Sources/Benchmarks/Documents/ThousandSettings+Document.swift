extension ThousandSettings {
    /// The document that the thousand settings are decoded from, with four entries each.
    static func document() -> [UInt8] {
        var random = MersenneTwister(seed: 3)
        let groups = (0..<10).map { group in
            let settings = ["flag", "number", "text", "object"].flatMap { kind in
                (0..<25).map { "\"\(kind)\($0)\": \(setting(of: kind, &random))" }
            }
            return "\"group\(group)\": {\(settings.joined(separator: ", "))}"
        }
        return Array("{\(groups.joined(separator: ", "))}".utf8)
    }

    private static func setting(of kind: String, _ random: inout MersenneTwister) -> String {
        let defaultValue = value(of: kind, &random)
        var entries: [String] = []
        for _ in 0..<4 {
            let version = "\(random.integer(in: 1...9)).\(random.integer(in: 0...9)).\(random.integer(in: 0...9))"
            let isExact = random.fraction() < 0.6
            let requirement = isExact ? version : ">=\(version) <9.9.9"
            entries.append(#"{"appVersion": "\#(requirement)", "value": \#(value(of: kind, &random))}"#)
        }
        return #"{"defaultValue": \#(defaultValue), "valuesByVersion": [\#(entries.joined(separator: ", "))]}"#
    }

    private static func value(of kind: String, _ random: inout MersenneTwister) -> String {
        switch kind {
        case "flag": "\(random.fraction() < 0.5)"
        case "number": "\(random.integer(in: 0...1000))"
        case "text": "\"s\(random.integer(in: 0...9999))\""
        default: #"{"color": \#(random.integer(in: 0...9)), "names": ["x", "y"]}"#
        }
    }
}
