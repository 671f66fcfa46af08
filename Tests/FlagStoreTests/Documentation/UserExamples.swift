import FlagResolver
import FlagStore
import FlagStoreTesting
import Testing

/// The code of the article *Resolving settings for users*, compiled and run.
struct UserExamples {
    private struct Account {
        let id: String
    }

    private static let document = #"""
        {"express": {"defaultValue": false, "valuesByVersion": [
            {"when": {"country": "AT", "plan": "pro", "targetingKey": "user-3"}, "value": true}]}}
        """#

    @Test func `A login and a logout change the values`() {
        let account = Account(id: "user-3")
        var configuration = StoreConfiguration()
        configuration.bundledDocument = Array(Self.document.utf8)
        configuration.commonAttributes = Set(CommonAttribute.allCases)

        var context = EvaluationContext(appVersion: "1.4.0", targetingKey: account.id)
        context["plan"] = "pro"
        let store = SettingsStore(context: context, configuration)

        let express = SettingKey("express", default: false)
        store.updateContext { context in
            context.targetingKey = account.id
            context["country"] = "AT"
        }
        #expect(store[express])
        store.updateContext { context in
            context.targetingKey = nil
            context["country"] = nil
        }
        #expect(!store[express])
    }
}
