import FlagResolver

extension JSONType where Value == ResolutionReason {
    static var reason: JSONType { word.described(as: "Why the setting has the value, as a reason of OpenFeature.") }
}
