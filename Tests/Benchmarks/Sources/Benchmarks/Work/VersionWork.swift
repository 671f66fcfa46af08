import FlagResolver

/// Versions and requirements, as ordinary as those in documents are.
enum VersionWork {
    static func measure(into report: inout Report) throws {
        let versions = try RotatingVersions.parsed()
        report.measure("compare two versions", on: "one", operations: versions.count - 1, most: 3) {
            var count = 0
            // An addition and no branch, which would be mispredicted half of the time.
            for index in 1..<versions.count { count &+= versions[index - 1] < versions[index] ? 1 : 0 }
            return count
        }

        let texts = RotatingVersions.texts
        try report.measure("parse a version", on: "one", operations: texts.count) {
            var count = 0
            for text in texts where try AppVersion(parsing: text).isPrerelease { count += 1 }
            return count
        }
        try measureRequirements("parse a requirement: 1.4.0", texts, into: &report)
        try measureRequirements("parse a requirement: >=1.4.0", texts.map { ">=" + $0 }, into: &report)
        let ranges = zip(versions, versions.dropFirst()).map { ">=\(min($0, $1)) <\(max($0, $1))" }
        try measureRequirements("parse a requirement: >=1.4.0 <2.0.0", ranges, into: &report)
    }

    private static func measureRequirements(_ work: String, _ texts: [String], into report: inout Report) throws {
        try report.measure(work, on: "one", operations: texts.count, most: 60) {
            var count = 0
            for text in texts where try VersionSet(parsing: text).isEmpty { count += 1 }
            return count
        }
    }
}
