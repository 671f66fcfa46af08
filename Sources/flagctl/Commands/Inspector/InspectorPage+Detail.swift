extension InspectorPage {
    /// One setting: its value, why, and who else has which value.
    static let detailScript = #"""
        const verdicts = { wins: "wins", "also-matches": "also matches", "does-not-match": "does not match",
          "passed-over": "is of another type" };
        const entryItem = (title, value, place, verdict, unmet = []) => make("li", [
          make("div", [make("strong", breakable(title)),
            ...verdict === undefined ? [] : [make("span", verdicts[verdict], { className: "verdict" })]], { className: "head" }),
          make("div", [valueCode(value), make("small", place)], { className: "body" }),
          ...unmet.length === 0 ? [] : [make("ul", unmet.map((text) => make("li", prose(text))))],
        ], { className: verdict ?? "" });
        const place = ({ appVersion, line }) => `${appVersion === undefined ? "" : `versions ${shown(appVersion)}, `}line ${line}`;

        const showDetail = async (name, takesFocus = false) => {
          const { explanation, users, reaches, readers } = await ask("v1/inspect/setting", { setting: name, context: context() });
          const setting = settings.find((one) => one.name === name);
          if (!setting || selected !== name) return closeDetail();
          const part = byID("detail");
          const isSame = part.dataset.name === name && !part.hidden;
          const opened = new Set(isSame ? [...part.querySelectorAll("details[open]")].map((one) => one.dataset.value) : []);
          const close = make("button", "Close", { type: "button", className: "close" });
          close.dataset.key = "close";
          close.addEventListener("click", closeDetail);
          const value = make("pre", shown(setting.value === undefined ? "no value" : JSON.stringify(setting.value, null, 2))
            .replaceAll("\\u{a}", "\n"), { className: kind(setting.details), tabIndex: 0, role: "region", ariaLabel: "Value" });
          value.dataset.key = "value";
          const parts = [make("div", [make("h2", settingName(name), { id: "detail-name" }), close], { className: "title" }), value,
            make("p", make("span", `because of ${reason(setting.details)}${setting.details.line ? `, line ${setting.details.line}` : ""}`,
              { className: "mark" }), { className: kind(setting.details) })];
          for (const { message } of explanation.incomplete ?? []) parts.push(make("p", prose(message)));
          if (readers !== undefined) parts.push(make("p", prose(readers)));
          if (explanation.default) {
            parts.push(make("h3", "Entries, in the order in which they are tried"), make("ol", [
              ...explanation.entries.map((entry) =>
                entryItem(entryName(entry.entry, entry.name), entry.value, place(entry), entry.verdict, entry.unmet)),
              entryItem("default", explanation.default.value, place(explanation.default),
                setting.value !== undefined && setting.details.entry === undefined ? "wins" : undefined),
            ], { className: "entries" }));
            parts.at(-1).lastElementChild.classList.add("otherwise");
          }
          if (reaches) {
            parts.push(make("h3", "Whom each entry reaches: the first that matches wins"), make("ol", reaches.map((one) => make("li", [
              make("div", make("span", prose(one.users)), { className: "head" }),
              make("div", [valueCode(one.value),
                make("small", [...one.remark === undefined ? [] : [...prose(one.remark), ", "], `line ${one.line}`]),
              ], { className: "body" }),
            ])), { className: "entries reaches" }));
            parts.at(-1).lastElementChild.classList.add("otherwise");
          }
          // Who has this value comes first.
          const groups = new Map();
          for (const row of users) {
            const key = json(row.value);
            groups.set(key, [...(groups.get(key) ?? []), row]);
          }
          const own = setting.value === undefined ? undefined : json(setting.value);
          const order = [...groups.keys()].sort((one, other) => (other === own) - (one === own));
          for (const key of order) {
            const list = make("ul", groups.get(key).map((row) => make("li", [
              ...prose(`${row.users ?? "everybody"}${row.rollout ? `, ${row.rollout}` : ""}`), " ", make("small", `(line ${row.line})`),
            ])), { className: "users" });
            const title = key === own ? "For whom else this value holds: " : "Who gets ";
            parts.push(make("h3", [title, valueCode(groups.get(key)[0].value)]));
            if (!reaches) {
              parts.push(list);
              continue;
            }
            const summary = make("summary", plural(groups.get(key).length, "case"));
            summary.dataset.key = `cases ${key}`;
            const cases = make("details", [summary, list], { open: opened.has(key) });
            cases.dataset.value = key;
            parts.push(cases);
          }
          const { scrollTop } = part;
          rewrite(part, ...parts);
          part.hidden = false;
          part.dataset.name = name;
          part.scrollTop = isSame ? scrollTop : 0;
          markSelected();
          if (takesFocus) part.focus({ preventScroll: true });
        };
        const markSelected = () => {
          for (const row of byID("rows").rows) {
            row.setAttribute("aria-current", row.querySelector("button").dataset.key === selected);
          }
        };
        const closeDetail = () => {
          const button = byID("rows").querySelector("tr[aria-current=true] button");
          selected = undefined;
          const hadFocus = byID("detail").contains(document.activeElement);
          byID("detail").hidden = true;
          markSelected();
          if (hadFocus) (button ?? byID("filter")).focus();
        };

        """#
}
