#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSONDecoder {
    /// A decoder for the JSON of real backends, set up for all their habits in one call.
    ///
    /// ```swift
    /// let issues = SettingIssueCollector()
    /// let decoder = JSONDecoder.tolerant(appVersion: "1.4.0", issues: issues)
    /// let hotel = try decoder.decode(Hotel.self, reconciling: data)
    /// ```
    ///
    /// It is a plain `JSONDecoder` with these settings, each of which can be set alone:
    ///
    /// 1. `keyConversion` is ``KeyConversion/lowerCamelCase``;
    /// 2. `dateDecodingStrategy` is `flexible`;
    /// 3. ``lenientScalars`` is true: Booleans and numbers of models with ``TolerantCodingKey`` are read as ``Lenient``
    ///    reads them;
    /// 4. ``appVersion`` and ``settingIssues`` are as given.
    ///
    /// Aliases, families, ``OptionalValue`` and ``Lossy`` are matters of the models, and work with any decoder.
    ///
    /// - Parameters:
    ///   - appVersion: The version for which settings are resolved; `nil` if there are none.
    ///   - issues: Where everything is collected that was wrong and tolerated.
    public static func tolerant(appVersion: String? = nil, issues: SettingIssueCollector? = nil) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyConversion = .lowerCamelCase
        decoder.dateDecodingStrategy = .flexible
        decoder.lenientScalars = true
        decoder.appVersion = appVersion
        decoder.settingIssues = issues
        return decoder
    }

    /// Whether scalars of models with ``TolerantCodingKey`` are read as ``Lenient`` reads them.
    ///
    /// Other models are not affected: there, properties say ``Lenient`` one by one.
    public var lenientScalars: Bool {
        get { userInfo[.lenientScalars] as? Bool ?? false }
        set { userInfo[.lenientScalars] = newValue }
    }
}
