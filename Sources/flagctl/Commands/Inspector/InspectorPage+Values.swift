extension InspectorPage {
    /// The inputs for a context, and the values that it gets.
    static let valuesScript = #"""
        const inputs = new Map();
        const pageSize = 100;
        let settings = [];
        let firstRow = 0;
        let selected;

        const addInput = (id, label, values, placeholder = "") => {
          const former = inputs.get(id)?.value ?? "";
          const input = make("input", [], { id, value: former, placeholder, size: 14, spellcheck: false });
          const list = make("datalist", values.map((value) => make("option", [], { value })), { id: `${id}-values` });
          input.setAttribute("list", list.id);
          inputs.set(id, input);
          byID("inputs").append(make("label", [`${label} `, input]), list);
        };
        const showInputs = () => {
          const { versions, attributes, testsTargetingKey, testsDate, allowsDate } = overview;
          const values = new Map([...inputs].map(([id, input]) => [id, input.value]));
          byID("inputs").replaceChildren(make("legend", "Who asks"));
          addInput("version", "App version", [...versions].reverse(), "1.7.2");
          attributes.forEach((attribute, index) =>
            addInput(`attribute-${index}`, shown(attribute.name), attribute.values.map(entered), attribute.type ?? ""));
          addInput("targetingKey", testsTargetingKey ? "Key" : "Key (not tested)", [], "user-1");
          if (allowsDate) addInput("date", "Date", [], "2026-12-01T00:00:00Z");
          else if (testsDate) byID("inputs").append(make("span", "at this moment (other dates need --allow-date)"));
          for (const [id, input] of inputs) if (values.has(id)) input.value = values.get(id);
        };
        const context = () => {
          const result = {};
          const put = (name, id, convert) => {
            const text = inputs.get(id)?.value.trim() ?? "";
            if (text !== "") result[name] = convert(text);
          };
          overview.attributes.forEach((attribute, index) => put(attribute.name, `attribute-${index}`, (text) => {
            const value = scalar(text);
            return ["string", "version"].includes(attribute.type) && typeof value !== "string" ? text : value;
          }));
          put("appVersion", "version", String);
          put("targetingKey", "targetingKey", String);
          put("date", "date", String);
          return result;
        };

        const showValues = async () => {
          const asked = context();
          const answer = await ask("v1/resolve", { context: asked, explain: true });
          const { values, details, version } = answer.results[0];
          const has = (name) => Object.hasOwn(values, name);
          settings = overview.settings.map((name) => ({
            name, value: has(name) ? values[name] : undefined, details: has(name) ? details[name] : {},
            text: has(name) ? valueText(values[name]) : "no value",
          }));
          const isInvalid = asked.appVersion !== undefined && version === undefined;
          inputs.get("version").setAttribute("aria-invalid", isInvalid);
          showProblem(isInvalid ? `"${asked.appVersion}" is not a version, so the values are those without one.` : "");
          showRows();
          if (selected !== undefined) await showDetail(selected);
        };
        const reason = ({ entry, name, reason }) => entry === undefined
          ? ({ STATIC: "default, for everybody", DEFAULT: "default", ERROR: "default; the context lacks what entries test" }[reason]
            ?? "not defined properly")
          : `${name === undefined ? `entry ${entry}` : shown(name)}${reason === "SPLIT" ? " (rollout)" : ""}`;
        const matching = () => {
          const text = byID("filter").value.toLowerCase();
          const onlyDecided = byID("decided").checked;
          return settings.filter((one) => (!onlyDecided || one.details.entry !== undefined)
            && (one.name.toLowerCase().includes(text) || one.text.toLowerCase().includes(text)));
        };
        const showRows = () => {
          const found = matching();
          if (firstRow >= found.length) firstRow = 0;
          byID("rows").replaceChildren(...found.slice(firstRow, firstRow + pageSize).map((one) => {
            const button = make("button", clipped(shown(one.name)), { type: "button" });
            button.addEventListener("click", () => { selected = one.name; attempt(() => showDetail(one.name, true)); });
            const row = make("tr", [
              make("th", button, { scope: "row" }), make("td", code(clipped(one.text))), make("td", clipped(reason(one.details))),
              make("td", one.details.line === undefined ? "" : String(one.details.line)),
            ]);
            row.setAttribute("aria-current", one.name === selected);
            return row;
          }));
          byID("count").textContent = found.length === settings.length ? plural(found.length, "setting")
            : `${found.length.toLocaleString("en")} of ${plural(settings.length, "setting")}`;
          showPages(byID("pages"), firstRow, pageSize, found.length, (first) => {
            firstRow = first;
            showRows();
            document.querySelector("#values .scroll").scrollTop = 0;
          });
        };
        byID("context").addEventListener("input", later(showValues));
        byID("search").addEventListener("input", () => { firstRow = 0; showRows(); });

        """#
}
