import FlagImport
import FlagResolver
import TestSupport
import Testing

struct FirebaseConditionTests {
    @Test(
        arguments: [
            ("device.os == 'ios'", #"when: { "platform": "ios" }"#),
            ("device.os != 'android'", #"when: { "platform": { "not": "android" } }"#),
            ("device.country in ['DE', 'AT']", #"when: { "country": ["DE", "AT"] }"#),
            ("device.language in ['de']", #"when: { "language": "de" }"#),
            ("app.version.>=(['2.1.0'])", #"appVersion: ">=2.1.0""#),
            ("app.version.<(['2.1'])", #"appVersion: "<2.1.0""#),
            ("app.version.==(['2.1.0'])", #"appVersion: "2.1.0""#),
            ("app.version.!=(['2.1.0'])", #"appVersion: "!=2.1.0""#),
            ("app.version.exactlyMatches(['2.1.0', '2.2'])", #"appVersion: "2.1.0 || 2.2.0""#),
            ("app.version.>=(['2.0.0']) && app.version.<(['3.0.0'])", #"appVersion: ">=2.0.0 <3.0.0""#),
            ("app.build.>(['532'])", #"when: { "build": { "version": ">532.0.0" } }"#),
            (
                "dateTime >= dateTime('2026-06-01T00:00:00', 'America/Los_Angeles')",
                #"from: "2026-06-01T07:00:00Z""#
            ),
            ("dateTime >= dateTime('2026-06-01T00:00:00')", #"from: "2026-06-01T00:00:00Z""#),
            ("dateTime < dateTime('2026-12-01T12:00:00', 'Europe/Berlin')", #"until: "2026-12-01T11:00:00Z""#),
            ("dateTime > dateTime('2026-06-01T00:00:00')", #"from: "2026-06-01T00:00:00.000000001Z""#),
            ("dateTime <= dateTime('2026-06-01T00:00:00')", #"until: "2026-06-01T00:00:00.000000001Z""#),
            (
                "dateTime >= dateTime('2026-06-01T00:00:00') && dateTime < dateTime('2026-07-01T00:00:00')",
                #"from: "2026-06-01T00:00:00Z", until: "2026-07-01T00:00:00Z""#
            ),
            ("app.userProperty['role'].exactlyMatches(['staff'])", #"when: { "role": "staff" }"#),
            ("app.userProperty['age'] >= 21", #"when: { "age": { ">=": 21 } }"#),
            ("app.userProperty['age'] != -.50", #"when: { "age": { "not": -0.5 } }"#),
            ("app.userProperty['age'] > 5 && app.userProperty['age'] <= 9", #"when: { "age": { ">": 5, "<=": 9 } }"#),
            ("app.customSignal['level'] == 3", #"when: { "level": 3 }"#),
            ("version(app.customSignal['client']) >= '1.2.0'", #"when: { "client": { "version": ">=1.2.0" } }"#),
            ("app.firebaseInstallationId in ['a', 'b']", #"when: { "targetingKey": ["a", "b"] }"#),
            ("firebaseInstallationId in ['a']", #"when: { "targetingKey": "a" }"#),
            ("true && device.os == 'ios'", #"when: { "platform": "ios" }"#),
            (
                "device.country in ['DE', 'AT', 'CH'] && device.country in ['CH', 'AT', 'US']",
                #"when: { "country": ["AT", "CH"] }"#
            ),
            // Blanks and quotes do not matter.
            (
                "  device.os==\"ios\"&&app.version.>=( [ '2.0.0' ] ) ",
                #"appVersion: ">=2.0.0", when: { "platform": "ios" }"#
            ),
        ])
    func `a condition that a document can express is an entry, and exact`(_ expression: String, _ entry: String) throws
    {
        let template = try ImportedFile.withCondition(expression)
        expectEqual(template.source.problems, [])
        expectEqual(template.conditions(of: "p"), [entry])
        expectEqual(template.rows(of: "p"), [])
        expectEqual(template.statement.settings.map(\.isExact), [true])
    }

    @Test(
        arguments: [
            ("percent <= 10", #"rollout: { "percent": 10, "salt": "percent" }"#),
            ("percent('seed') <= 12.5", #"rollout: { "percent": 12.5, "salt": "seed" }"#),
            ("percent('seed') > 90", #"rollout: { "percent": [90, 100], "salt": "seed" }"#),
            ("percent('seed') between 10 and 25", #"rollout: { "percent": [10, 25], "salt": "seed" }"#),
            (
                "percent('seed') > 10 && percent('seed') <= 20",
                #"rollout: { "percent": [10, 20], "salt": "seed" }"#
            ),
        ])
    func `a percentage is a rollout, whose people nobody knows`(_ expression: String, _ entry: String) throws {
        let template = try ImportedFile.withCondition(expression)
        expectEqual(template.conditions(of: "p"), [entry])
        let rows = template.rows(of: "p")
        expectEqual(rows.count, 1)
        expect(rows.first?.hasPrefix("everybody: true or false → true for ") == true, "\(rows)")
    }

    @Test(
        arguments: [
            ("app.version.contains(['2.1'])", "everybody"), ("app.version.matches(['^2'])", "everybody"),
            ("app.version.>=(['2.1.0-rc.1'])", "everybody"), ("app.version.>=(['1.0', '2.0'])", "everybody"),
            ("app.version.between(['1.0', '2.0'])", "everybody"),
            ("app.build.notContains(['2'])", "build present"),
            ("app.userProperty['mail'].contains(['@example.com'])", "mail present"),
            ("app.userProperty['mail'].notContains(['@example.com'])", "mail present"),
            ("app.userProperty['mail'].matches(['^.*$'])", "mail present"),
            ("app.userProperty['mail'].exactlyMatches([''])", "mail present"),
            ("app.userProperty['mail'].exactlyMatches(['a\\\\b'])", "mail present"),
            ("app.userProperty['country'].exactlyMatches(['DE'])", "everybody"),
            ("app.userProperty['1st'].exactlyMatches(['DE'])", "everybody"),
            ("app.audiences.inAtLeastOne(['buyers']) && device.os == 'ios'", "platform ios"),
            ("app.firstOpenTimestamp >= ('2026-01-01T00:00:00')", "everybody"), ("app.id == '1:1:ios:a'", "everybody"),
            ("device.os in ['ios']", "everybody"), ("device.country == 'DE'", "everybody"),
            ("app.weather == 'rain'", "everybody"), ("percent <= 101", "everybody"),
            ("percent('a b') <= 10", "everybody"), ("percent <= 0.0001", "everybody"),
            ("dateTime >= dateTime('2026-06-01')", "everybody"),
            ("dateTime >= dateTime('2026-06-01T00:00:00', 'Mars/Base')", "everybody"),
            ("dateTime == dateTime('2026-06-01T00:00:00')", "everybody"),
        ])
    func `a condition that a document cannot express is no entry, and is stated within its bounds`(
        _ expression: String, _ users: String
    ) throws {
        let template = try ImportedFile.withCondition(expression)
        expectEqual(template.source.problems, [])
        expectEqual(template.conditions(of: "p"), [])
        expectEqual(template.rows(of: "p"), ["\(users): true or false → false"])
    }

    @Test(arguments: [
        "false", "percent <= 0", "device.os == 'ios' && device.os == 'android'", "percent between 5 and 5",
    ])
    func `a condition that never holds is no entry, and exact`(_ expression: String) throws {
        let template = try ImportedFile.withCondition(expression)
        expectEqual(template.conditions(of: "p"), [])
        expectEqual(template.statement.settings.map(\.isExact), [true])
        expectEqual(template.source.remarks.map(\.code), ["never-holds"])
    }

    @Test(
        arguments: [
            ("", "the expression is empty", "''"), ("device.os == 'ios' &&", "a condition is missing", "&&"),
            ("device.os == 'ios", "does not end", "'ios"),
            ("device.os == 'ios' || true", "joins conditions with \"&&\" only", "||"),
            ("!device.os == 'ios'", "has no negation", "!"), ("app.version.>=(['2'", "is not closed", "["),
            ("app.version.>=('2'])", "closes none", "]"), ("device.os == #", "unexpected character", "#"),
        ])
    func `a malformed expression is an error at its place`(_ expression: String, _ message: String, _ part: String)
        throws
    {
        let template = try ImportedFile.withCondition(expression)
        let problem = try #require(template.source.problems.first)
        expect(problem.code == .badExpression && problem.message.contains(message), "\(problem)")
        expectEqual(template.source.problems.count, 1)
        if !expression.isEmpty { expect(template.text(problem.span).hasPrefix(part)) }
        // The rest is imported, and whom the condition selects is not known.
        expectEqual(template.rows(of: "p"), ["everybody: true or false → false"])
    }

    @Test func `a place in an expression with escapes is exact`() throws {
        let template = try ImportedFile.firebase(
            #"""
            {"conditions": [{"name": "c",
              "expression": "app.userProperty[\u0027\u00e9\ud83d\ude00\"/'].exactlyMatches(['x']) && app.weather == 'rain'"}],
             "parameters": {"p": {"defaultValue": {"value": "1"}, "conditionalValues": {"c": {"value": "2"}}}}}
            """#)
        expectEqual(template.source.conditions[0].doubts.map { template.text($0.span) }.last, "app.weather == 'rain'")
        expectEqual(
            template.source.conditions[0].doubts.map { template.text($0.span) }.first,
            #"app.userProperty[\u0027\u00e9\ud83d\ude00\"/'].exactlyMatches(['x'])"#)
    }

    @Test func `the platform of an app can be given`() throws {
        var options = FirebaseOptions()
        options.platforms = [ExactText("1:1:ios:a"): "ios"]
        let template = try ImportedFile.withCondition("app.id == '1:1:ios:a'", options)
        expectEqual(template.conditions(of: "p"), [#"when: { "platform": "ios" }"#])
        expectEqual(template.statement.settings.map(\.isExact), [true])
    }

    @Test func `a document can be for one app`() throws {
        var options = FirebaseOptions()
        options.onlyApp = "1:1:ios:a"
        let own = try ImportedFile.withCondition("app.id == '1:1:ios:a' && device.os == 'ios'", options)
        expectEqual(own.conditions(of: "p"), [#"when: { "platform": "ios" }"#])
        let other = try ImportedFile.withCondition("app.id == '1:1:ios:b'", options)
        expectEqual(other.conditions(of: "p"), [])
        expect(own.statement.settings[0].isExact && other.statement.settings[0].isExact)
    }

    @Test(
        arguments: [
            ("2026-10-25T02:30:00", "from 2026-10-25T00:30:00Z until 2026-10-25T01:30:00Z"),
            ("2026-03-29T02:30:00", "from 2026-03-29T00:30:00Z until 2026-03-29T01:30:00Z"),
        ])
    func `a local time that clocks show twice or never is stated between both instants`(
        _ time: String, _ users: String
    ) throws {
        for sign in [">=", "<"] {
            let template = try ImportedFile.withCondition("dateTime \(sign) dateTime('\(time)', 'Europe/Berlin')")
            expectEqual(template.conditions(of: "p").count, 1)
            let now = sign == ">="
            expectEqual(template.rows(of: "p"), ["\(users): true or false → \(now)"])
        }
    }

    @Test func `one attribute has one type, and what tests it otherwise is stated`() throws {
        let template = try ImportedFile.firebase(
            """
            {"conditions": [{"name": "a", "expression": "app.userProperty['x'].exactlyMatches(['1'])"},
                            {"name": "b", "expression": "app.userProperty['x'] >= 1"},
                            {"name": "c", "expression": "app.customSignal['x'].exactlyMatches(['1'])"}],
             "parameters": {
               "p": {"defaultValue": {"value": "0"}, "conditionalValues": {"a": {"value": "1"}}},
               "q": {"defaultValue": {"value": "0"}, "conditionalValues": {"b": {"value": "1"}}},
               "r": {"defaultValue": {"value": "0"}, "conditionalValues": {"c": {"value": "1"}}}}}
            """)
        expectEqual(template.rows(of: "p"), [])
        expectEqual(template.rows(of: "q"), [#"x present: "1" or "0" → "0""#])
        expectEqual(template.rows(of: "r"), [#"everybody: "1" or "0" → "0""#])
        let reasons = template.source.conditions.flatMap { $0.doubts.map(\.reason) }
        expect(reasons[0].contains("test \"x\" as text"), "\(reasons)")
        expect(reasons[1].contains("app.userProperty and app.customSignal would both be"), "\(reasons)")
    }

    @Test func `an installation that a condition names is in the rollouts of its key`() throws {
        // Every condition gives "b", and the installations of the last one are in it whatever the others do.
        let template = try ImportedFile.firebase(
            """
            {"conditions": [{"name": "a", "expression": "percent between 0 and 90"},
                            {"name": "b", "expression": "app.firstOpenTimestamp >= ('2026-01-01T00:00:00')"},
                            {"name": "c", "expression": "app.firebaseInstallationId in ['k1', 'k2']"}],
             "parameters": {"p": {"defaultValue": {"value": "a"},
               "conditionalValues": {"a": {"value": "b"}, "b": {"value": "b"}, "c": {"value": "b"}}}}}
            """)
        let rows = template.rows(of: "p")
        expectEqual(rows.count, 1)
        expect(rows.first?.hasPrefix(#"targetingKey not k1 or k2: "b" or "a" → "#) == true, "\(rows)")
    }

    @Test func `equal parts that are not known are known to be equal`() throws {
        // Whoever is no buyer is no buyer in the second condition either, so its value is never reached.
        let template = try ImportedFile.firebase(
            """
            {"conditions": [{"name": "a", "expression": "app.audiences.inAtLeastOne(['buyers'])"},
                            {"name": "b", "expression": "app.audiences.inAtLeastOne(['buyers']) && device.os == 'ios'"},
                            {"name": "low", "expression": "percent('s') <= 10"},
                            {"name": "high", "expression": "percent('s') > 10"}],
             "parameters": {
               "p": {"defaultValue": {"value": "0"}, "conditionalValues": {"a": {"value": "0"}, "b": {"value": "1"}}},
               "q": {"defaultValue": {"value": "0"}, "conditionalValues": {"low": {"value": "1"}, "high": {"value": "1"}}}}}
            """)
        expectEqual(template.rows(of: "p"), [])
        // A user without a targeting key is in no rollout.
        expectEqual(template.rows(of: "q"), [#"targetingKey absent: "1" → "0""#])
    }
}
