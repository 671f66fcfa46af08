/// The style sheet and the script of every matrix page.
enum MatrixPage {
    /// The number of colours for values.
    static let colorCount = 6

    /// The contrast of all text is at least 4.5 to 1, in light and dark mode.
    /// Rules of tables hold only for those of values, because the inspector has others.
    static let style = """
        :root { color-scheme: light dark; --names: min(13rem, 34vw); --text: #1c2024; --soft: #5b6470; --page: #ffffff; --head: #f2f4f7;
          --line: #d5dae1; --v0: #eef1f5; --v1: #d3e9ff; --v2: #ffe3c2; --v3: #d6f2d8; --v4: #eadcff; --v5: #ffd9de; }
        @media (prefers-color-scheme: dark) { :root { --text: #e8ebef; --soft: #a3adba; --page: #14171b;
          --head: #1e232a; --line: #363d47; --v0: #262c34; --v1: #123d63; --v2: #5a3a10; --v3: #1b4a22; --v4: #42296b;
          --v5: #62212b; } }
        body { margin: 0; background: var(--page); color: var(--text);
          font: 15px/1.45 system-ui, -apple-system, "Segoe UI", sans-serif; }
        main { padding: 1.5rem 2rem 3rem; }
        h1 { font-size: 1.5rem; margin: 0 0 .75rem; }
        h2 { font: 600 1.05rem ui-monospace, SFMono-Regular, Menlo, monospace; margin: 1.75rem 0 .5rem; }
        input { font: inherit; padding: .3rem .5rem; border: 1px solid var(--soft); border-radius: .4rem;
          background: var(--page); color: inherit; }
        output, caption { color: var(--soft); }
        .incomplete { margin: 0 0 1rem; padding: 0 1rem; border: 3px solid #d0342c; border-radius: .5rem; }
        .scroll { overflow: auto; max-height: 85vh; border: 1px solid var(--line); border-radius: .5rem; }
        .scroll:focus-visible, input:focus-visible { outline: 3px solid #2f7fe0; outline-offset: 2px; }
        :where(.scroll table, #answer) { border-collapse: separate; border-spacing: 0; min-width: 100%; }
        caption { caption-side: bottom; text-align: left; padding: .5rem .75rem; }
        :where(.scroll, #answer) :is(th, td) { padding: .35rem .7rem; text-align: left; white-space: nowrap;
          border-bottom: 1px solid var(--line); border-right: 1px solid var(--line); }
        :where(.scroll, #answer) thead th { position: sticky; top: 0; z-index: 2; background: var(--head); font-weight: 600; }
        :where(.scroll, #answer) tbody th { position: sticky; left: 0; z-index: 1; background: var(--page); font-weight: 500; }
        :where(.scroll, #answer) tr > th:first-child { box-sizing: border-box; min-width: var(--names); max-width: var(--names);
          white-space: normal; overflow-wrap: anywhere; }
        :where(.scroll, #answer) thead th:first-child { left: 0; z-index: 3; }
        :where(.scroll, #answer) td { vertical-align: top; }
        :where(.scroll, #answer) td:hover { outline: 2px solid var(--soft); outline-offset: -2px; }
        code { font: .93em ui-monospace, SFMono-Regular, Menlo, monospace; }
        :where(.scroll, #answer) td code { position: sticky; left: calc(var(--names) + .7rem); display: inline-block; max-width: 18rem;
          overflow: hidden; text-overflow: ellipsis; vertical-align: top; }
        :where(.scroll, #answer) td:hover code { white-space: normal; overflow-wrap: anywhere; }
        .transposed td code { top: 2.6rem; }
        .asked { outline: 3px solid #2f7fe0; outline-offset: -3px; }
        form { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: baseline; }
        fieldset { display: contents; }
        #answer { margin: .75rem 0 0; min-width: 0; width: auto; }
        #answer td code { position: static; max-width: 60vw; white-space: normal; overflow-wrap: anywhere; }
        [hidden], .folded { display: none !important; }
        .fold button { font: inherit; font-size: .9em; padding: .1rem .5rem; border: 1px solid var(--soft); border-radius: .4rem;
          background: var(--head); color: inherit; cursor: pointer; }
        .constant { color: var(--soft); }
        summary { cursor: pointer; margin: .75rem 0 .25rem; }
        .shipped { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.25rem; margin: 0; }
        .shipped dt { font: .93em ui-monospace, SFMono-Regular, Menlo, monospace; }
        .shipped dd { margin: 0; overflow-wrap: anywhere; }
        .v0 { background: var(--v0); } .v1 { background: var(--v1); } .v2 { background: var(--v2); }
        .v3 { background: var(--v3); } .v4 { background: var(--v4); } .v5 { background: var(--v5); }
        @media (max-width: 40rem) { main { padding: 1rem .75rem 2rem; }
          :where(.scroll, #answer) :is(th, td) { padding: .35rem .5rem; } }
        @media print { :root { color-scheme: light; --text: #000000; --soft: #444444; --page: #ffffff; --head: #f2f4f7;
          --line: #999999; --v0: #eef1f5; --v1: #d3e9ff; --v2: #ffe3c2; --v3: #d6f2d8; --v4: #eadcff; --v5: #ffd9de; }
          body { print-color-adjust: exact; -webkit-print-color-adjust: exact; font-size: 11px; }
          main { padding: 0; } form { display: none; } tr { break-inside: avoid; }
          .scroll { max-height: none; overflow: visible; border: 0; }
          :where(.scroll, #answer) :is(thead th, tbody th, td code) { position: static; } }

        """
}
