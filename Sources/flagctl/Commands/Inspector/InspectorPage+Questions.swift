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
        // The question that was asked last; it is asked again of a new document.
        let asked;
        const showUsers = async () => {
          if (asked === undefined) return;
          showProblem("");
          const { users } = await ask("v1/inspect/users", { expression: asked });
          byID("who-answer").replaceChildren(users.length === 0 ? make("p", "Nobody.", { className: "empty" })
            : make("ul", users.map((text) => make("li", prose(text))), { className: "users card" }));
        };
        byID("question").addEventListener("submit", (event) => {
          event.preventDefault();
          asked = byID("expression").value;
          byID("who-answer").replaceChildren();
          attempt(showUsers);
        });

        // The tables are those of flagctl matrix, whose texts are escaped; the page could run no script in them.
        const policy = globalThis.trustedTypes?.createPolicy("matrix", { createHTML: (text) => text });
        const matrixSize = 50;
        let firstSetting = 0;
        let matrixText;
        const showMatrix = async () => {
          const { total, html, problems } = await ask("v1/inspect/matrix", { filter: byID("matrix-filter").value,
            changesOnly: byID("matrix-changes").checked, first: firstSetting, count: matrixSize });
          const part = byID("matrix-answer");
          if (html !== matrixText) {
            const page = new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html");
            // The place in a table, and the groups of users that are shown, stay.
            const places = [...part.querySelectorAll(".scroll")].map((one) => [one.scrollLeft, one.scrollTop]);
            const opened = new Set([...part.querySelectorAll("tr.fold button[aria-expanded=true]")].map((one) => one.dataset.key));
            for (const { firstChild: text } of page.body.querySelectorAll("tbody th")) text.replaceWith(...prose(text.textContent));
            const titles = new Map([...page.body.querySelectorAll("tr.fold")].map((row) => [row, row.cells[0].textContent]));
            for (const { fold } of foldRows(page.body)) {
              const button = fold.querySelector("button");
              button.dataset.key = `fold ${titles.get(fold)}`;
              if (opened.has(button.dataset.key)) button.click();
            }
            for (const [index, one] of [...page.body.querySelectorAll(".scroll")].entries()) one.dataset.key = `table ${index}`;
            rewrite(part, ...problems.map((text) => make("p", shown(text))), ...page.body.childNodes);
            for (const [index, one] of [...part.querySelectorAll(".scroll")].entries()) {
              [one.scrollLeft, one.scrollTop] = places[index] ?? [0, 0];
            }
            matrixText = html;
          }
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
        const changeItem = ({ users, before, after, cause, members }) => {
          const side = (word, value) => make("div", [make("span", word, { className: "word" }),
            value === undefined ? make("em", "absent") : valueCode(value, `value ${word}`)]);
          return make("li", [
            make("p", users === "*" ? "everybody" : prose(users), { className: "who" }),
            make("div", [side("before", before), side("after", after)], { className: "swap" }),
            make("p", [...members === undefined ? [] : [make("span", shown(members)), make("br")], ...prose(cause)],
              { className: "cause" }),
          ]);
        };
        const showChange = async (first = 0) => {
          const { isFirst, settings: changed, problems } = await ask("v1/inspect/change");
          byID("change-time").textContent = isFirst ? "The document has not changed since the server started."
            : `The document changed ${since(overview.secondsSinceChange ?? 0)}: ${changed.length === 0 ? "no setting has"
              : `${plural(changed.length, "setting")} ${changed.length === 1 ? "has" : "have"}`} another value.`;
          byID("change-answer").replaceChildren(...problems.map((text) => make("p", shown(text))),
            ...changed.slice(first, first + pageSize).map((one) => make("section", [
              make("h2", [...breakable(shown(one.name)),
                ...one.isAdded || one.isRemoved ? [make("span", one.isAdded ? "added" : "removed", { className: "chip" })] : []]),
              make("ul", one.changes.map(changeItem), { className: "changes" }),
            ], { className: "card" })));
          showPages(byID("change-pages"), first, pageSize, changed.length, (next) => attempt(() => showChange(next)));
        };

        """#
}
