extension InspectorPage {
    /// Tabs, keyboard shortcuts, the list of documents, and changes of the document while the page is open.
    static let startScript = """
        const tabs = [...document.querySelectorAll("[role=tab]")];
        const panel = (tab) => byID(tab.getAttribute("aria-controls"));
        const load = { values: showValues, who: async () => { await offerValues(); await showUsers(); }, matrix: showMatrix,
          change: () => showChange() };
        const select = (tab, takesFocus) => {
          for (const one of tabs) {
            one.setAttribute("aria-selected", one === tab);
            one.tabIndex = one === tab ? 0 : -1;
            panel(one).hidden = one !== tab;
          }
          if (takesFocus) tab.focus();
          showProblem("");
          attempt(load[panel(tab).id]);
        };
        for (const [index, tab] of tabs.entries()) {
          tab.addEventListener("click", () => select(tab, false));
          tab.addEventListener("keydown", (event) => {
            const target = { ArrowRight: index + 1, ArrowLeft: index - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
            if (target !== undefined) { event.preventDefault(); select(tabs[target % tabs.length], true); }
          });
        }
        document.addEventListener("keydown", (event) => {
          if (event.key === "Escape" && !byID("detail").hidden && byID("detail").contains(document.activeElement)) closeDetail();
          const isTyping = event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
          if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
          const search = document.querySelector("section[role=tabpanel]:not([hidden]) input[type=search]");
          if (search) { event.preventDefault(); search.focus(); search.select(); }
        });
        for (const form of document.forms) form.addEventListener("submit", (event) => event.preventDefault());

        const link = (name, address, isCurrent) => {
          const result = make("a", breakable(shown(name)), { href: address });
          if (isCurrent) result.setAttribute("aria-current", "page");
          return [result, " "];
        };
        const showOverview = () => {
          const { source, documentVersion, etag, name } = overview;
          document.title = `${shown(name || source)} – Inspector`;
          byID("source").replaceChildren(make("strong", breakable(shown(source))),
            ...documentVersion === undefined ? [] : [" ", make("span", `version ${json(documentVersion)}`, { className: "chip" })],
            " ", make("span", `ETag ${shown(etag)}`, { className: "etag" }));
          showInputs();
          offerSettings();
        };
        const documents = async (root) => {
          const response = await fetch(`${root}readyz`, { cache: "no-store", credentials: "omit" });
          return parse(await response.text()).documents;
        };
        const showDocuments = async (root, current) => {
          const named = (await documents(root)).filter(({ name }) => name !== undefined);
          byID("documents").replaceChildren(...named.flatMap(({ name }) =>
            link(name, `${root}${encodeURIComponent(name)}/`, name === current)));
          byID("documents").hidden = named.length === 0;
        };
        const start = () => attempt(async () => {
          overview = await ask("v1/inspect");
          byID("access").hidden = true;
          if (overview === null) {
            byID("source").textContent = "Choose a document:";
            return showDocuments("", undefined);
          }
          byID("main").hidden = false;
          showOverview();
          if (overview.name !== "") await showDocuments("../", overview.name);
          await showValues();
          say("");
        });
        // A new document: the page asks again. The notice goes a moment after the document is shown, long enough to be read aloud.
        let noticeTimer;
        const look = async () => {
          if (!overview || document.hidden) return;
          try {
            const found = (await documents(overview.name === "" ? "" : "../"))
              .find(({ name }) => (name ?? "") === overview.name);
            if (!found?.etag || found.etag === overview.etag) return;
            clearTimeout(noticeTimer);
            say("The server has a new document.");
            await attempt(async () => {
              overview = await ask("v1/inspect");
              showOverview();
              await load[panel(tabs.find((tab) => tab.getAttribute("aria-selected") === "true")).id]();
            });
            noticeTimer = setTimeout(() => say(""), 3000);
          } catch {}
        };
        setInterval(look, 5000);
        start();

        """
}
