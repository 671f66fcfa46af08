extension InspectorPage {
    /// One setting: its value, why, and who else has which value.
    static let detailScript = #"""
        const verdicts = { wins: "wins", "also-matches": "also matches", "does-not-match": "does not match",
          "passed-over": "is of another type" };
        const table = (heads, rows) => make("table", [
          make("thead", make("tr", heads.map((text) => make("th", text, { scope: "col" })))), make("tbody", rows),
        ]);
        const cells = (...contents) => contents.map((content) => make("td", content));

        const showDetail = async (name, takesFocus = false) => {
          const { explanation, users, reaches, readers } = await ask("v1/inspect/setting", { setting: name, context: context() });
          const setting = settings.find((one) => one.name === name);
          if (!setting || selected !== name) return closeDetail();
          const close = make("button", "Close", { type: "button" });
          close.addEventListener("click", closeDetail);
          const parts = [make("h2", shown(name), { id: "detail-name" }), close, make("h3", "Value"),
            make("pre", shown(setting.value === undefined ? "no value" : JSON.stringify(setting.value, null, 2))
              .replaceAll("\\u{a}", "\n")),
            make("p", `because of ${reason(setting.details)}${setting.details.line ? `, line ${setting.details.line}` : ""}`)];
          for (const { message } of explanation.incomplete ?? []) parts.push(make("p", shown(message)));
          if (readers !== undefined) parts.push(make("p", shown(readers)));
          const place = (title, { appVersion, line }) =>
            [title, make("small", `${appVersion === undefined ? "" : `versions ${shown(appVersion)}, `}line ${line}`)];
          const entries = explanation.entries.map((entry) => make("tr", cells(
            place(entry.name === undefined ? `entry ${entry.entry}` : shown(entry.name), entry), valueCode(entry.value),
            entry.verdict === undefined ? "" : entry.unmet?.length
              ? [verdicts[entry.verdict], make("ul", entry.unmet.map((text) => make("li", shown(text))))] : verdicts[entry.verdict],
          ), { className: entry.verdict === "wins" ? "wins" : "" }));
          if (explanation.default) {
            parts.push(make("h3", "Entries, in the order in which they are tried"), table(["entry", "value", "here"],
              [...entries, make("tr", cells(place("default", explanation.default), valueCode(explanation.default.value), ""))]));
          }
          if (reaches) {
            parts.push(make("h3", "Whom each entry reaches: the first that matches wins"), table(["who", "value"],
              reaches.map((one) => make("tr", cells([shown(one.users), make("small", `${one.remark === undefined ? "" : `${shown(one.remark)}, `}`
                + `line ${one.line}`)], valueCode(one.value))))));
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
            const list = make("ul", groups.get(key).map((row) =>
              make("li", `${row.users ?? "everybody"}${row.rollout ? `, ${row.rollout}` : ""} (line ${row.line})`)));
            parts.push(make("h3", [key === own ? "For whom else this value holds: " : "Who gets ", valueCode(groups.get(key)[0].value)]),
              reaches ? make("details", [make("summary", plural(groups.get(key).length, "case")), list]) : list);
          }
          byID("detail").replaceChildren(...parts);
          byID("detail").hidden = false;
          for (const row of byID("rows").rows) {
            row.setAttribute("aria-current", row.cells[0].textContent === clipped(shown(name)));
          }
          if (takesFocus) byID("detail").focus();
        };
        const closeDetail = () => {
          const button = byID("rows").querySelector("tr[aria-current=true] button");
          selected = undefined;
          byID("detail").hidden = true;
          for (const row of byID("rows").rows) row.setAttribute("aria-current", "false");
          button?.focus();
        };

        """#
}
