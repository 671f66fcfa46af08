extension InspectorPage {
    /// Who satisfies an expression, the values for all versions, and the last change.
    static let questionsScript = #"""
        const offerSettings = () => {
          const text = byID("who-setting").value.toLowerCase();
          const found = overview.settings.filter((name) => name.toLowerCase().includes(text)).slice(0, 100);
          byID("who-settings").replaceChildren(...found.map((value) => make("option", [], { value })));
        };
        const offerValues = async () => {
          offerSettings();
          const setting = byID("who-setting").value;
          byID("who-values").replaceChildren();
          if (!overview.settings.includes(setting)) return;
          const { users } = await ask("v1/inspect/setting", { setting });
          const values = new Set(users.map(({ value }) => value).filter((value) => value === null || typeof value !== "object"
            || JSON.isRawJSON?.(value)).map((value) => value === null ? "null" : entered(value)));
          byID("who-values").replaceChildren(...[...values].map((value) => make("option", [], { value })));
        };
        const compose = () => {
          const value = byID("who-value").value.trim();
          if (byID("who-setting").value === "" || value === "") return;
          const literal = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$|^null$/.test(value) ? value : json(scalar(value));
          byID("expression").value = `${json(byID("who-setting").value)} ${byID("who-sign").value} ${literal}`;
        };
        const offerLater = later(offerValues);
        for (const id of ["who-setting", "who-sign", "who-value"]) byID(id).addEventListener("input", compose);
        byID("who-setting").addEventListener("input", offerLater);
        const showUsers = async () => {
          showProblem("");
          byID("who-answer").replaceChildren();
          const { users } = await ask("v1/inspect/users", { expression: byID("expression").value });
          byID("who-answer").replaceChildren(users.length === 0 ? make("p", "Nobody.")
            : make("ul", users.map((text) => make("li", shown(text)))));
        };
        byID("question").addEventListener("submit", (event) => { event.preventDefault(); attempt(showUsers); });

        // The tables are those of flagctl matrix, whose texts are escaped; the page could run no script in them.
        const policy = globalThis.trustedTypes?.createPolicy("matrix", { createHTML: (text) => text });
        const matrixSize = 50;
        let firstSetting = 0;
        const showMatrix = async () => {
          const { total, html, problems } = await ask("v1/inspect/matrix", { filter: byID("matrix-filter").value,
            changesOnly: byID("matrix-changes").checked, first: firstSetting, count: matrixSize });
          const page = new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html");
          byID("matrix-answer").replaceChildren(...problems.map((text) => make("p", shown(text))), ...page.body.childNodes);
          foldRows(byID("matrix-answer"));
          byID("matrix-count").textContent = plural(total, "setting");
          showPages(byID("matrix-pages"), firstSetting, matrixSize, total, (first) => {
            firstSetting = first;
            attempt(showMatrix);
          });
        };
        const showMatrixLater = later(showMatrix);
        byID("matrix-search").addEventListener("input", () => { firstSetting = 0; showMatrixLater(); });

        const since = (seconds) => {
          const [count, word] = [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]]
            .map(([size, name]) => [Math.floor(seconds / size), name]).find(([number]) => number > 0) ?? [0, "second"];
          return `${plural(count, word)} ago`;
        };
        const showChange = async (first = 0) => {
          const { isFirst, settings: changed, problems } = await ask("v1/inspect/change");
          byID("change-time").textContent = isFirst ? "The document has not changed since the server started."
            : `The document changed ${since(overview.secondsSinceChange ?? 0)}: ${changed.length === 0 ? "no setting has"
              : `${plural(changed.length, "setting")} ${changed.length === 1 ? "has" : "have"}`} another value.`;
          byID("change-answer").replaceChildren(...problems.map((text) => make("p", shown(text))),
            ...changed.slice(first, first + pageSize).map((one) => make("section", [
              make("h2", `${shown(one.name)}${one.isAdded ? " (added)" : one.isRemoved ? " (removed)" : ""}`),
              table(["who", "before", "after", "cause"], one.changes.map(({ users, before, after, cause, members }) => make("tr", cells(
                users === "*" ? "everybody" : shown(users), before === undefined ? "absent" : valueCode(before),
                after === undefined ? "absent" : members === undefined ? valueCode(after) : [valueCode(after), make("p", shown(members))],
                shown(cause))))),
            ])));
          showPages(byID("change-pages"), first, pageSize, changed.length, (next) => attempt(() => showChange(next)));
        };

        """#
}
