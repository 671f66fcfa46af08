#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value that a ``SettingSource`` gives for a setting.
///
/// ```swift
/// ["payments": true, "maxItems": 20, "theme": SourceValue(Theme(name: "dark"))]
/// ```
public struct SourceValue: Hashable, Sendable {
    /// The value as JSON; why there is none otherwise.
    let json: Result<[UInt8], Problem>

    /// Why a value cannot be used.
    struct Problem: Error, Hashable, Sendable {
        let reason: String
    }

    /// A value as JSON writes it. A number such as NaN, which JSON does not have, is reported and not used.
    ///
    /// - Complexity: That of encoding the value.
    public init(_ value: some Encodable) {
        do {
            json = .success([UInt8](try JSONEncoder().encode(value)))
        } catch {
            json = .failure(Problem(reason: "JSON cannot contain it: \(error)"))
        }
    }

    /// A value that cannot be used.
    init(problem reason: String) {
        json = .failure(Problem(reason: reason))
    }

    /// A value that is given as JSON. A text that is not JSON is reported and not used.
    public init(json text: String) {
        json = .success(Array(text.utf8))
    }
}

extension SourceValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral
{
    /// A value of the type `Bool`.
    public init(booleanLiteral value: Bool) { self.init(value) }

    /// A value of the type `Int`.
    public init(integerLiteral value: Int) { self.init(value) }

    /// A value of the type `Double`.
    public init(floatLiteral value: Double) { self.init(value) }

    /// A value of the type `String`.
    public init(stringLiteral value: String) { self.init(value) }
}
