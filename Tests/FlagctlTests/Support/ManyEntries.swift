/// A document with one setting, whose entries test the platform, the system, the country, rings, rollouts and versions.
///
/// Few such entries make hundreds of cases. Many of them never win, and kill switches for single versions take a few users from
/// each, as in documents that have grown for years.
enum ManyEntries {
    private static let countries = ["DE", "AT", "CH", "FR", "IT", "ES", "NL", "BE", "PL", "GB", "US", "CA"]
    private static let platforms = ["ios", "macos", "watchos"]

    /// The document, with each entry on a line of its own. The first one is on line 4.
    static func document(count: Int) -> String {
        """
        {
        "$attributes": { "platform": { "type": "string", "values": ["ios", "macos", "watchos"] }, "osVersion": { "type": "version" } },
        "checkout": { "defaultValue": "legacy", "valuesByVersion": [
        \((0..<count).map { "{ \"name\": \"rule \($0 + 1)\", \(members(of: $0)) }" }.joined(separator: ",\n"))
        ] } }

        """
    }

    private static func country(_ index: Int) -> String { "\"\(countries[index % countries.count])\"" }

    /// The conditions and the value of an entry.
    private static func members(of index: Int) -> String {
        let platform = "\"\(platforms[index % 3])\""
        return switch index % 6 {
        case 0: #""appVersion": "\#(2 + index / 12).\#(index % 5).\#(index % 3)", "value": "off""#
        case 1:
            #""appVersion": ">=\#(1 + index / 10).\#(index % 7)", "#
                + #""when": { "country": \#(country(index)), "platform": \#(platform) }, "value": "modern""#
        case 2:
            #""appVersion": ">=\#(1 + index / 12).\#(index % 4)", "when": { "osVersion": { "version": ">=\#(14 + index % 5)" }, "#
                + #""country": [\#(country(index + 3)), \#(country(index + 7))] }, "#
                + #""rollout": { "percent": \#(5 * (1 + index % 7)), "salt": "checkout" }, "value": "compact""#
        case 3:
            #""when": { "platform": "\#(platforms[index / 6 % 3])", "osVersion": { "version": "<\#(13 + index % 4)" } }, "#
                + #""value": "legacy""#
        case 4:
            #""appVersion": ">=\#(2 + index / 15) <\#(3 + index / 15).\#(index % 5)", "#
                + #""when": { "country": { "not": [\#(country(index)), \#(country(index + 1))] } }, "#
                + #""rollout": { "percent": 10, "salt": "trial" }, "value": "trial""#
        default:
            #""appVersion": ">=\#(1 + index / 11).\#(index % 9)", "#
                + #""when": { "ring": "\#(index.isMultiple(of: 2) ? "internal" : "beta")" }, "value": "modern""#
        }
    }
}
