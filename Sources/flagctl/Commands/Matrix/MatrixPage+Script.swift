extension MatrixPage {
    /// Shows the rows of a setting with very many groups of users only on request. Without scripts, they are all shown.
    static let foldingScript = """
        const foldRows = (page) => [...page.querySelectorAll("tr.fold")].map((fold) => {
          const rows = [];
          for (let row = fold.nextElementSibling; rows.length < Number(fold.dataset.count); row = row.nextElementSibling) rows.push(row);
          const button = document.createElement("button");
          button.type = "button";
          const show = (areShown) => {
            for (const row of rows) row.classList.toggle("folded", !areShown);
            button.textContent = areShown ? "hide them" : "show them";
            button.setAttribute("aria-expanded", areShown);
          };
          button.addEventListener("click", () => show(button.getAttribute("aria-expanded") !== "true"));
          fold.cells[0].append(" ", button);
          fold.hidden = false;
          show(false);
          return { fold, rows };
        });

        """

    /// Filters the rows, and answers what a version and a user get. A transposed table has no rows for settings,
    /// and so no filter and no answers.
    ///
    /// The order of versions and the conditions are those of the analysis; `.ci/check-matrix-page.py` compares the answers
    /// with those of `resolve`.
    static let script = """
        const byID = (id) => document.getElementById(id);
        const rows = [...document.querySelectorAll("section table:not(.transposed) tbody tr:not(.fold)")];
        const folds = foldRows(document);
        const conditions = new Map(rows.map((row) => [row, JSON.parse(row.dataset.conditions ?? "null")]));
        if (rows.length === 0) byID("questions").hidden = true;

        // The attributes that some row tests, and whether a date matters.
        const names = new Set();
        let hasDates = false;
        for (const cases of conditions.values()) {
          for (const item of cases ?? []) {
            for (const name of Object.keys(item.when ?? {})) names.add(name);
            hasDates ||= "from" in item || "until" in item;
          }
        }
        const inputs = new Map();
        for (const name of [...names].sort().concat(hasDates ? [" date"] : [])) {
          const label = document.createElement("label");
          const input = document.createElement("input");
          input.size = 12;
          if (name === " date") input.placeholder = "2026-12-01T00:00:00Z";
          label.append(`${name.trim()} `, input);
          byID("users").append(label);
          inputs.set(name, input);
        }

        // A version as numbers and the parts of a pre-release; null if a text is not a version.
        const parsed = (text) => {
          const found = /^[vV]?(\\d+(?:\\.\\d+)*)(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?$/.exec(text.trim());
          return found && { numbers: found[1].split(".").map(BigInt), rest: found[2]?.split(".") ?? null };
        };
        const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
        const compare = (a, b) => {
          for (let index = 0; index < Math.max(a.numbers.length, b.numbers.length); index += 1) {
            const sign = order(a.numbers[index] ?? 0n, b.numbers[index] ?? 0n);
            if (sign !== 0) return sign;
          }
          if (!a.rest || !b.rest) return (a.rest ? 0 : 1) - (b.rest ? 0 : 1);
          for (let index = 0; index < Math.min(a.rest.length, b.rest.length); index += 1) {
            const [one, other] = [a.rest[index], b.rest[index]];
            const areNumbers = [one, other].map((part) => /^\\d+$/.test(part));
            const sign = areNumbers[0] && areNumbers[1] ? order(BigInt(one), BigInt(other))
              : areNumbers[0] !== areNumbers[1] ? (areNumbers[0] ? -1 : 1) : order(one, other);
            if (sign !== 0) return sign;
          }
          return order(a.rest.length, b.rest.length);
        };
        const satisfies = (version, bound) => {
          const [, sign, text] = /^(>=|<=|>|<|!=|)(.+)$/.exec(bound);
          const result = compare(version, parsed(text));
          return { ">=": result >= 0, "<=": result <= 0, ">": result > 0, "<": result < 0, "!=": result !== 0, "": result === 0 }[sign];
        };
        const contains = (requirement, version) => requirement.split("||").some((part) =>
          part.trim().split(/\\s+/).every((bound) => bound === "*" || satisfies(version, bound)));

        // Whether a value of an attribute, undefined if it is absent, satisfies a condition of an entry.
        const holds = (condition, value) => {
          if (Array.isArray(condition)) return condition.some((one) => holds(one, value));
          if (condition === null || typeof condition !== "object") return value === condition;
          return Object.entries(condition).every(([test, operand]) => {
            if (test === "absent") return (value === undefined) === operand;
            if (value === undefined) return false;
            if (test === "startsWith") return typeof value === "string" && [operand].flat().some((head) => value.startsWith(head));
            if (test === "version") {
              const version = typeof value === "string" ? parsed(value) : null;
              return version !== null && [operand].flat().some((requirement) => contains(requirement, version));
            }
            if (test === "not") {
              const types = new Set([operand].flat().map((one) => typeof one === "object" ? "string" : typeof one));
              return types.has(typeof value) && !holds(operand, value);
            }
            if (typeof value !== "number") return false;
            return { "<": value < operand, "<=": value <= operand, ">": value > operand, ">=": value >= operand }[test];
          });
        };
        const value = (text) => {
          try { const json = JSON.parse(text); if (json !== null && typeof json !== "object") return json; } catch {}
          return text === "" ? undefined : text;
        };
        // Rollouts do not count: the names of the rows state them.
        const applies = (row, version) => {
          const cases = conditions.get(row);
          if (!cases) return true;
          return cases.some((item) => Object.entries(item).every(([member, condition]) => {
            if (member === "when") {
              return Object.entries(condition).every(([name, one]) => holds(one, value(inputs.get(name).value.trim())));
            }
            if (member === "appVersion") return [condition].flat().some((one) => contains(one, version));
            if (member === "rollout") return true;
            const now = Date.parse(inputs.get(" date").value);
            return !Number.isNaN(now) && (member === "from" ? now >= Date.parse(condition) : now < Date.parse(condition));
          }));
        };

        // The cell of a row for a version; undefined if the version is in no column.
        const cell = (row, version) => {
          const columns = [...row.closest("table").tHead.rows[0].cells].slice(1);
          const wanted = columns.findIndex(({ dataset }) => (dataset.lower ? satisfies(version, dataset.lower) : true)
            && (dataset.upper ? satisfies(version, dataset.upper) : true));
          let end = 0;
          return wanted < 0 ? undefined : [...row.cells].slice(1).find((one) => (end += one.colSpan) > wanted);
        };

        const update = () => {
          const text = byID("filter").value.toLowerCase();
          const onlyChanges = byID("changes").checked;
          const version = parsed(byID("version").value);
          let count = 0;
          byID("answer").tBodies[0].replaceChildren();
          for (const row of rows) {
            for (const one of row.querySelectorAll(".asked")) one.classList.remove("asked");
            row.hidden = !row.cells[0].textContent.toLowerCase().includes(text)
              || (onlyChanges && row.querySelector(".constant") !== null);
            if (!row.hidden) count += 1;
            if (row.hidden || !version || !applies(row, version)) continue;
            const found = cell(row, version);
            found?.classList.add("asked");
            const answer = byID("answer").tBodies[0].insertRow();
            answer.append(row.cells[0].cloneNode(true));
            answer.insertCell().append(found ? found.firstElementChild.cloneNode(true) : "not shown");
          }
          for (const fold of folds) fold.fold.hidden = fold.rows.every((row) => row.hidden);
          byID("answer").hidden = !version;
          byID("shown").textContent = text || onlyChanges ? `${count} of ${rows.length} rows` : "";
          byID("version").setAttribute("aria-invalid", byID("version").value.trim() !== "" && !version);
        };
        byID("questions").addEventListener("input", update);
        byID("questions").addEventListener("submit", (event) => event.preventDefault());

        """
}
