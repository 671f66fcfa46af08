import FlagResolver

extension JSONType where Value == ResolutionReason {
    static var reason: JSONType { word.described(as: "Why the setting has the value, in the words of OpenFeature.") }
}
