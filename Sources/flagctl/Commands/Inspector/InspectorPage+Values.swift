extension InspectorPage {
    /// The inputs for a context, and the values that it gets.
    static let valuesScript = #"""
        const fields = new Map();
        const pageSize = 100;
        let settings = [];
        let firstRow = 0;
        let selected;

        // The field for an input. It stays the same when the document changes, so that nobody loses what they type.
        const inputField = (key, id, label, values, hint, placeholder = "") => {
          if (!fields.has(key)) {
            const input = make("input", [], { id, placeholder, spellcheck: false, autocapitalize: "none" });
            const list = make("datalist", [], { id: `${id}-values` });
            const note = make("small", [], { id: `${id}-note` });
            input.setAttribute("list", list.id);
            fields.set(key, { input, list, note, element: make("div", [make("label", breakable(label), { htmlFor: id }), note, input, list],
              { className: "field" }) });
          }
          const { input, list, note, element } = fields.get(key);
          list.replaceChildren(...values.map((value) => make("option", [], { value })));
          note.textContent = hint;
          note.className = hint.length > 14 ? "long" : "";
          if (hint === "") input.removeAttribute("aria-describedby");
          else input.setAttribute("aria-describedby", note.id);
          return element;
        };
        const showInputs = () => {
          const { versions, attributes, testsTargetingKey, testsDate, allowsDate } = overview;
          const wanted = [
            inputField("version", "version", "App version", [...versions].reverse(), "", "such as 1.7.2"),
            ...attributes.map(({ name, type, values }) => inputField(`attribute ${name}`, `attribute-${fields.size}`, shown(name),
              type === "boolean" ? ["true", "false"] : values.map(entered), type ?? "")),
            inputField("key", "targetingKey", "User or device", [],
              testsTargetingKey ? "targetingKey" : "targetingKey, which this document does not use", "such as user-1"),
            ...allowsDate ? [inputField("date", "date", "Date", [], "", "2026-12-01T00:00:00Z")] : [],
            ...!allowsDate && testsDate
              ? [byID("now") ?? make("p", "Schedules at this moment. Other dates need --allow-date.", { id: "now" })] : [],
          ];
          const present = [...byID("inputs").children];
          if (wanted.length === present.length && wanted.every((one, index) => one === present[index])) return;
          const focused = document.activeElement;
          byID("inputs").replaceChildren(...wanted);
          if (wanted.some((one) => one.contains(focused))) focused.focus({ preventScroll: true });
        };
        const context = () => {
          const result = {};
          const put = (name, key, convert) => {
            const text = fields.get(key)?.input.value.trim() ?? "";
            if (text !== "") result[name] = convert(text);
          };
          for (const { name, type } of overview.attributes) {
            put(name, `attribute ${name}`, (text) => {
              const value = scalar(text);
              return ["string", "version"].includes(type) && typeof value !== "string" ? text : value;
            });
          }
          put("appVersion", "version", String);
          put("targetingKey", "key", String);
          if (overview.allowsDate) put("date", "date", String);
          return result;
        };

        const showValues = async () => {
          const asked = context();
          const answer = await ask("v1/resolve", { context: asked, explain: true });
          const { values, details, version } = answer.results[0];
          settings = overview.settings.map((name) => {
            const value = Object.hasOwn(values, name) ? values[name] : undefined;
            return { name, value, details: Object.hasOwn(details, name) ? details[name] : {},
              search: `${name}\n${value === undefined ? "" : json(value)}`.toLowerCase() };
          });
          const isInvalid = asked.appVersion !== undefined && version === undefined;
          fields.get("version").input.setAttribute("aria-invalid", isInvalid);
          showProblem(isInvalid ? `"${asked.appVersion}" is not a version, so the values are those without one.` : "");
          showRows();
          if (selected !== undefined) await showDetail(selected);
        };
        // Entries count from 1, as everywhere that people read.
        const entryName = (entry, name) => name === undefined ? `entry ${entry + 1}` : shown(name);
        const reason = ({ entry, name, reason }) => entry === undefined
          ? ({ STATIC: "default, for everybody", DEFAULT: "default", ERROR: "default; the context lacks what entries test" }[reason]
            ?? "not defined properly")
          : `${entryName(entry, name)}${reason === "SPLIT" ? " (rollout)" : ""}`;
        // Entries and defaults differ in the shape of their mark, the weight of their value, and words.
        const kind = ({ entry, reason }) => entry === undefined ? "default" : reason === "SPLIT" ? "decided rollout" : "decided";
        const matching = () => {
          const text = byID("filter").value.toLowerCase();
          const onlyDecided = byID("decided").checked;
          return settings.filter((one) => (!onlyDecided || one.details.entry !== undefined) && one.search.includes(text));
        };
        const settingName = (name) => name === "" ? make("em", "empty name") : breakable(clipped(shown(name)));
        const cell = (tag, role, content, className) => {
          const element = make(tag, content, { className });
          element.setAttribute("role", role);
          return element;
        };
        const showRows = () => {
          const found = matching();
          if (firstRow >= found.length) firstRow = 0;
          rewrite(byID("rows"), ...found.slice(firstRow, firstRow + pageSize).map((one) => {
            const button = make("button", settingName(one.name), { type: "button" });
            button.dataset.key = one.name;
            button.addEventListener("click", () => { selected = one.name; attempt(() => showDetail(one.name, true)); });
            const row = cell("tr", "row", [
              cell("th", "rowheader", button, "name"), cell("td", "cell", valueCode(one.value), "what"),
              cell("td", "cell", make("span", clipped(reason(one.details)), { className: "mark" }), "why"),
              cell("td", "cell", one.details.line === undefined ? "" : String(one.details.line), "line"),
            ], kind(one.details));
            row.setAttribute("aria-current", one.name === selected);
            return row;
          }));
          byID("none").hidden = found.length > 0;
          byID("count").textContent = found.length === settings.length ? plural(found.length, "setting")
            : `${found.length.toLocaleString("en")} of ${plural(settings.length, "setting")}`;
          showPages(byID("pages"), firstRow, pageSize, found.length, (first) => {
            firstRow = first;
            showRows();
            byID("search").scrollIntoView({ block: "start" });
          });
        };
        const showValuesLater = later(showValues);
        byID("context").addEventListener("input", showValuesLater);
        byID("context").addEventListener("reset", showValuesLater);
        byID("search").addEventListener("input", () => { firstRow = 0; showRows(); });

        """#
}
