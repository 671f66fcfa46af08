// A debug menu for testers, to copy into an app for iOS or macOS. `Docs/Store.md` of version-flags describes overrides.

import FlagStore
import Foundation
import SwiftUI

/// All settings of a store: their values, where they come from, and their overrides.
///
/// It survives a restart with `configuration.keepsOverrides = true`.
struct DebugMenu: View {
    let store: SettingsStore

    /// How long an override is in effect.
    var duration: TimeInterval = 24 * 60 * 60

    @State private var settings: [SettingSummary] = []
    @State private var problems: [String] = []
    @State private var importedText = ""

    var body: some View {
        List {
            Section {
                ForEach(problems, id: \.self) { problem in
                    Text(problem).foregroundStyle(.red)
                }
            }
            Section {
                ForEach(settings) { setting in
                    SettingRow(
                        setting: setting,
                        override: { text in override(setting.name, with: text) },
                        reset: {
                            store.removeOverride(of: setting.name)
                            show()
                        })
                }
            }
            Section {
                // For another device, or for `flagctl explain --context`.
                ShareLink("Share overrides", item: store.exportedOverrides)
                TextField("Paste shared overrides", text: $importedText).onSubmit { importOverrides() }
                Button("Remove all overrides", role: .destructive) {
                    store.removeAllOverrides()
                    show()
                }
            }
        }
        .task {
            show()
            for await _ in store.updates { show() }
        }
    }

    private func override(_ name: String, with text: String) {
        do {
            try store.override(name, withText: text, until: Date(timeIntervalSinceNow: duration))
            problems = []
        } catch {
            problems = [error.description]
        }
        show()
    }

    private func importOverrides() {
        do {
            problems = try store.importOverrides(importedText).map(\.description)
        } catch {
            problems = [error.description]
        }
        show()
    }

    /// Shows the current settings. An override by the same value is no update, but changes the layer.
    private func show() {
        settings = store.settings
    }
}

/// One setting: a picker if its values are known, otherwise a text field.
private struct SettingRow: View {
    let setting: SettingSummary
    let override: @MainActor (String) -> Void
    let reset: @MainActor () -> Void

    @State private var text = ""

    var body: some View {
        VStack(alignment: .leading) {
            HStack {
                Text(setting.name)
                Spacer()
                if setting.isOverridden {
                    Text("Overridden").font(.caption).foregroundStyle(.orange)
                    if let end = setting.overriddenUntil {
                        Text(end, style: .relative).font(.caption)
                    }
                    Button("Reset", action: reset)
                }
            }
            Text("\(setting.value) (\(setting.layer.rawValue), \(setting.entryName))").font(.caption)
            if !setting.choices.isEmpty {
                Picker("Value", selection: choice) {
                    ForEach(choices, id: \.self) { choice in Text(choice) }
                }
            } else if let current = setting.text {
                TextField(current, text: $text).onSubmit { override(text) }
            }
        }
    }

    private var choice: Binding<String> {
        Binding(get: { setting.text ?? "" }, set: { @MainActor text in override(text) })
    }

    /// The known values, and the current one: a document may have a value that this version of the app does not know.
    private var choices: [String] {
        let current = [setting.text].compactMap { $0 }.filter { !setting.choices.contains($0) }
        return setting.choices + current
    }
}

extension SettingsStore {
    /// A binding for a view of one setting, such as a toggle: setting it overrides the document.
    ///
    /// The view is updated if it also observes the setting, for example by `ObservableSettings`.
    @MainActor
    func binding<Value: SettingValue>(for key: SettingKey<Value>) -> Binding<Value> {
        Binding(get: { self[key] }, set: { self.override(key, with: $0) })
    }
}
