/// Twenty policies about the first settings of generated documents: five of each kind.
enum GeneratedPolicies {
    static var text: String {
        (0..<5).map { index in
            // Every fourth setting is Boolean.
            let flag = GeneratedDocument.name(of: 4 * index)
            let other = GeneratedDocument.name(of: 4 * index + 20)
            return """
                never-back-\(index): monotone \(flag): false -> true
                constant-\(index): constant for <0.5.0: \(other)
                changes-\(index): changes \(flag) only at 1.4.0, 2.0.0
                implied-\(index): for >=2.0.0: \(flag) == true => \(other) == true

                """
        }
        .joined()
    }
}
