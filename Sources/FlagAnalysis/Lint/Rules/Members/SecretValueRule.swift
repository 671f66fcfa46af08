import FlagResolver

extension RuleCode {
    package static let secretValue = RuleCode(rawValue: "secret-value")
}

/// A credential as a value.
struct SecretValueRule: Rule {
    let code = RuleCode.secretValue
    let severity = Severity.warning
    let meaning =
        "A value has the form of a credential, such as a private key, an access token or a URL with a password: everybody who has "
        + "the app can read it."
    let advice =
        "Revoke the credential and remove it from the document and its history; give apps only what everybody may know."

    let bad: RuleExamples = [
        RuleExample(#"{ "bucket": { "user": «"AKIAIOSFODNN7EXAMPLE"» } }"#),
        RuleExample(#"{ "mirror": { "defaultValue": { "url": «"https://shop:s3cret@mirror.example.com/"» } } }"#),
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "mirror": "https://mirror.example.com:8443/@team",
              "checkoutKey": "pk_live_aBcDeFgHiJkLmNoPqRsTuVwX",
              "tokenKind": "ghp_"
            }
            """#)
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        for index in document.settings.indices {
            for value in document.settings.valueNodes(of: index) {
                for node in document.tree.strings(in: value) {
                    guard let kind = CredentialForm.name(ofCredentialAt: node, in: document.tree) else { continue }
                    report.add(
                        "the value looks like \(kind), which everybody who has the app can read", by: self,
                        at: document.span(of: node), about: .setting(index),
                        help: "revoke it, and remove it from the document and its history")
                }
            }
        }
    }
}

/// The forms of credentials that services document, so that leaked ones can be found.
private enum CredentialForm {
    /// A prefix, the number of characters that must follow it at least, and the name with its article.
    ///
    /// Publishable keys, such as those of Stripe with `pk_` or of Firebase with `AIza`, are made for apps and not listed.
    private static let prefixes: [(prefix: String, minimum: Int, name: String)] = [
        ("AKIA", 16, "an access key of AWS"), ("ASIA", 16, "an access key of AWS"),
        ("ghp_", 36, "a token of GitHub"), ("gho_", 36, "a token of GitHub"), ("ghu_", 36, "a token of GitHub"),
        ("ghs_", 36, "a token of GitHub"), ("ghr_", 36, "a token of GitHub"),
        ("github_pat_", 40, "a token of GitHub"), ("glpat-", 20, "a token of GitLab"),
        ("xoxb-", 20, "a token of Slack"), ("xoxp-", 20, "a token of Slack"), ("xoxa-", 20, "a token of Slack"),
        ("sk_live_", 20, "a secret key of Stripe"), ("rk_live_", 20, "a secret key of Stripe"),
        ("sk-ant-", 20, "a secret key of Anthropic"), ("sk-proj-", 20, "a secret key of OpenAI"),
        ("npm_", 36, "a token of npm"), ("SG.", 60, "a secret key of SendGrid"),
        ("https://hooks.slack.com/services/", 20, "a webhook of Slack"),
    ]

    private static let firstBytes = Set(prefixes.compactMap(\.prefix.utf8.first))
    private static let shortestLength = 16

    /// What a string looks like; `nil` unless it has the form of a credential.
    static func name(ofCredentialAt node: Int, in tree: JSONTree) -> String? {
        guard tree.nodes[node].span.count >= shortestLength, let text = tree.stringBytes(at: node),
            let first = text.first
        else { return nil }
        if firstBytes.contains(first) {
            for (prefix, minimum, name) in prefixes
            where text.starts(with: prefix.utf8) && isToken(text.dropFirst(prefix.utf8.count), atLeast: minimum) {
                return name
            }
        }
        if first == UInt8(ascii: "-"), isPrivateKey(text) { return "a private key" }
        if isWebToken(text) { return "a signed JSON Web Token" }
        return hasPassword(text) ? "a URL with a password" : nil
    }

    private static func isToken(_ text: ArraySlice<UInt8>, atLeast count: Int) -> Bool {
        text.count >= count && text.allSatisfy { $0.isNameCharacter || $0 == UInt8(ascii: "/") }
    }

    /// `-----BEGIN RSA PRIVATE KEY-----`
    private static func isPrivateKey(_ text: [UInt8]) -> Bool {
        guard let line = text.split(whereSeparator: { $0 < 0x20 }).first else { return false }
        return line.starts(with: "-----BEGIN ".utf8)
            && String(decoding: line, as: UTF8.self).contains(bytesOf: "PRIVATE KEY-----")
    }

    /// Three parts in the URL alphabet of Base64, of which the first two are JSON objects: `{"` is written `eyJ`.
    private static func isWebToken(_ text: [UInt8]) -> Bool {
        guard text.starts(with: "eyJ".utf8) else { return false }
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 3 && parts[1].starts(with: "eyJ".utf8) && parts[2].count >= shortestLength
            && parts.allSatisfy { part in part.allSatisfy { $0.isNameCharacter } }
    }

    /// `scheme://user:password@host`, where the password is not a placeholder such as `{password}` or `$PASSWORD`.
    private static func hasPassword(_ text: [UInt8]) -> Bool {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), text[colon...].starts(with: "://".utf8), colon > 0,
            text[..<colon].allSatisfy({ $0.isNameCharacter || $0 == UInt8(ascii: "+") })
        else { return false }
        let authority = text[(colon + 3)...].prefix { !"/?#".utf8.contains($0) }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let user = authority[..<at]
        guard let separator = user.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let password = user[(separator + 1)...]
        return !password.isEmpty && !password.contains { "{}$<>%*".utf8.contains($0) }
    }
}
