public import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSONDecoder {
    /// Creates a decoder for the JSON of backends, with every tolerance switched on.
    ///
    /// ```swift
    /// let issues = SettingIssueCollector()
    /// let decoder = JSONDecoder.tolerant(appVersion: "1.4.0", issues: issues)
    /// let hotel = try decoder.decode(Hotel.self, resolvingConflictsIn: data)
    /// ```
    ///
    /// It is an ordinary `JSONDecoder` with these settings:
    ///
    /// 1. `keyConversion` is ``KeyConversion/lowerCamelCase``.
    /// 2. `dateDecodingStrategy` is `flexible`.
    /// 3. `lenientScalars` is true: models with ``TolerantCodingKey`` read Booleans and numbers as ``Lenient`` does.
    /// 4. `appVersion` and `settingIssues` have the given values.
    ///
    /// Aliases, families, ``OptionalValue`` and ``Lossy`` belong to the models, and work with any decoder.
    ///
    /// - Parameters:
    ///   - appVersion: The version for which settings are resolved; `nil` if the models have none.
    ///   - issues: The collector of everything that was wrong and tolerated.
    public static func tolerant(appVersion: String? = nil, issues: SettingIssueCollector? = nil) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyConversion = .lowerCamelCase
        decoder.dateDecodingStrategy = .flexible
        decoder.lenientScalars = true
        decoder.appVersion = appVersion
        decoder.settingIssues = issues
        return decoder
    }
}
