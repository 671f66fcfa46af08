extension InspectorPage {
    /// The style sheet. It follows that of the matrix, which has the colours of values and the tables of all versions.
    static let style = """
        :root { --page: #f4f6f9; --card: #ffffff; --line: #dde2ea; --soft: #566070; --edge: #868f9d; --accent: #2a4fd0;
          --on-accent: #ffffff; --tint: #e9efff; --good: #14653a; --good-tint: #dff3e6; --bad: #b3261e; --bad-tint: #fdeceb;
          --shadow: 0 1px 2px #10182812, 0 4px 16px #1018280d; }
        @media screen and (prefers-color-scheme: dark) { :root { --page: #0f1217; --card: #171b22; --line: #2c333e;
          --soft: #a4aebc; --edge: #727d8c; --accent: #8fb0ff; --on-accent: #0b1533; --tint: #1d2b4f; --good: #8adeaa;
          --good-tint: #173825; --bad: #ffb4ab; --bad-tint: #451a16; --shadow: none; } }
        html { scroll-padding: 1rem; }
        body { overflow-wrap: break-word; }
        header, main { padding-inline: clamp(.75rem, 3vw, 2.5rem); }
        header { padding-top: 1.5rem; display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: baseline; }
        header h1 { display: flex; gap: .6rem; align-items: center; margin: 0; font-weight: 700; letter-spacing: -.015em; }
        h1::before { content: ""; width: 1.9rem; height: 1.1rem; border-radius: 1rem;
          background: radial-gradient(circle at calc(100% - .55rem) 50%, var(--on-accent) .36rem, #0000 .4rem) var(--accent); }
        header p { margin: 0; color: var(--soft); min-width: 0; }
        header strong { color: var(--text); font-weight: 600; }
        .etag { font-size: .87em; }
        .chip { display: inline-block; padding: .05rem .55rem; border: 1px solid var(--line); border-radius: 1rem;
          background: var(--card); color: var(--soft); font: 500 .8rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
        nav#documents { display: flex; flex-wrap: wrap; gap: .4rem; }
        nav#documents a { padding: .05rem .6rem; border: 1px solid var(--edge); border-radius: 1rem; text-decoration: none; }
        nav#documents a[aria-current] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
        main { padding-top: .9rem; }
        main:focus, [tabindex="-1"]:focus:not(:focus-visible) { outline: none; }
        h2, h3 { margin: 0; }
        h3 { font-size: .95rem; margin: 1.4rem 0 .5rem; }
        a { color: inherit; }
        small { font-size: .87em; color: var(--soft); }
        .skip { position: absolute; left: -100vw; }
        .skip:focus { left: 1rem; top: .5rem; padding: .4rem .7rem; background: var(--card); z-index: 9; }
        #status { margin: 0; }
        #status:not(:empty) { position: fixed; top: .75rem; right: 1rem; z-index: 8; padding: .4rem 1rem;
          border: 1px solid var(--accent); border-radius: 2rem; background: var(--tint); color: var(--text); font-weight: 500;
          box-shadow: var(--shadow); }
        #problem { margin: .25rem clamp(.75rem, 3vw, 2.5rem) .5rem; padding: .6rem 1rem; border: 1px solid var(--bad);
          border-left-width: 5px; border-radius: .5rem; background: var(--bad-tint); color: var(--bad); }
        #access { margin: 1rem clamp(.75rem, 3vw, 2.5rem); padding: 1rem; }
        #access p { flex-basis: 100%; margin: 0; color: var(--soft); }
        .card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; box-shadow: var(--shadow); }
        .empty { margin: 0; padding: 2rem 1rem; text-align: center; color: var(--soft); }
        button, select { font: inherit; padding: .35rem .8rem; border: 1px solid var(--edge); border-radius: .45rem;
          background: var(--card); color: inherit; cursor: pointer; }
        button:hover:not(:disabled) { background: var(--tint); }
        button:disabled { color: var(--soft); border-color: var(--line); cursor: default; }
        .primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
        .primary:hover:not(:disabled) { background: var(--accent); filter: brightness(1.12); }
        input { padding: .4rem .6rem; border-color: var(--edge); border-radius: .45rem; background: var(--card); min-width: 0; }
        input::placeholder { color: var(--soft); opacity: 1; }
        input[type=checkbox] { accent-color: var(--accent); width: 1rem; height: 1rem; vertical-align: -.12rem; }
        input[aria-invalid=true] { border-color: var(--bad); outline-color: var(--bad); }
        :focus-visible { outline: 3px solid #2f7fe0; outline-offset: 2px; }
        code, pre, td, th { unicode-bidi: isolate; }
        [role=tablist] { display: flex; gap: .25rem 1.5rem; overflow-x: auto; box-shadow: inset 0 -1px var(--line);
          margin-bottom: 1.25rem; padding: 4px; }
        [role=tab] { flex: none; border: 0; border-bottom: 3px solid transparent; border-radius: 0; background: none;
          padding: .45rem 0 .5rem; color: var(--soft); font-weight: 500; }
        [role=tab]:hover:not(:disabled) { background: none; color: var(--text); }
        [role=tab][aria-selected=true] { border-color: var(--accent); color: var(--text); font-weight: 650; }

        fieldset { display: block; margin: 0; padding: 0; border: 0; min-width: 0; }
        legend { padding: 0; font-weight: 650; margin-bottom: .6rem; }
        .field { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .15rem .5rem; align-items: baseline; }
        .field label { font-weight: 500; font-size: .93em; }
        .field small { text-align: right; }
        .field input, .field select { grid-column: 1 / -1; width: 100%; box-sizing: border-box; }
        .field .long { grid-column: 1 / -1; text-align: left; }
        .whole { white-space: nowrap; }
        #context, #question { display: block; padding: 1rem 1.1rem; }
        #inputs { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: .65rem .9rem; align-items: end;
          margin-bottom: .9rem; }
        #now { margin: 0; color: var(--soft); font-size: .9em; }
        #values { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
        .list { min-width: 0; container-type: inline-size; }
        #search, #matrix-search { gap: .5rem 1.1rem; align-items: center; margin-bottom: .75rem; }
        .find { display: flex; flex: 1 1 19rem; max-width: 26rem; gap: .6rem; align-items: baseline; min-width: 0; }
        .find label { white-space: nowrap; }
        .find input { flex: 1 1 8rem; }
        output { margin-left: auto; font-variant-numeric: tabular-nums; }
        #settings { display: block; width: 100%; }
        #settings :is(thead, tbody) { display: block; }
        #settings tr { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 5fr) minmax(0, 5fr) 2.6rem; gap: 0 1rem;
          align-items: baseline; padding: .5rem 1rem; border-top: 1px solid var(--line); }
        #settings thead tr { border: 0; color: var(--soft); font-size: .87em; padding-block: .6rem; }
        #settings :is(th, td) { text-align: left; font-weight: 500; padding: 0; min-width: 0; }
        #settings .line { text-align: right; color: var(--soft); font-variant-numeric: tabular-nums; }
        #rows tr { position: relative; content-visibility: auto; contain-intrinsic-block-size: auto 2.6rem; }
        #rows tr:hover { background: color-mix(in srgb, var(--tint) 45%, transparent); }
        #rows tr[aria-current=true] { background: var(--tint); box-shadow: inset 3px 0 var(--accent); }
        .list > .card { overflow: clip; }
        #rows button { display: block; border: 0; padding: 0; background: none; text-align: left; max-width: 100%;
          overflow-wrap: break-word; font: 500 .93em/1.45 ui-monospace, SFMono-Regular, Menlo, monospace;
          text-decoration: underline dotted var(--edge); text-underline-offset: .25em; }
        #rows button::after { content: ""; position: absolute; inset: 0; }
        .value { display: block; width: fit-content; max-width: 100%; box-sizing: border-box; padding: .06rem .45rem;
          border: 1px solid transparent; border-radius: .4rem; background: var(--v0); }
        #rows .default .value { background: none; padding-inline: 0; color: var(--soft); }
        #rows .default .why { color: var(--soft); }
        #rows .decided .value { background: var(--tint); border-color: var(--accent); font-weight: 700; }
        .mark { position: relative; display: block; padding-left: 1.25rem; }
        .mark::before { content: ""; position: absolute; left: .15rem; top: .41em; width: .42rem; height: .42rem;
          border: 2px solid var(--edge); border-radius: 50%; }
        .decided .mark::before { border-color: var(--accent); border-radius: 1px; background: var(--accent); rotate: 45deg; }
        .rollout .mark::before { background: linear-gradient(var(--accent) 50%, var(--card) 50%); rotate: -45deg; }
        @container (max-width: 34rem) {
          #settings thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden;
            white-space: nowrap; }
          #settings thead tr { display: flex; }
          #settings tr { grid-template-columns: minmax(0, 1fr) fit-content(45%); gap: .3rem 1rem; }
          #settings tbody tr:first-child { border: 0; }
          #settings .what { grid-row: 2; }
          #settings .why { grid-row: 2; justify-self: end; }
          #rows .line:not(:empty)::before { content: "line "; }
        }

        #detail { padding: 1rem 1.25rem 1.25rem; min-width: 0; box-sizing: border-box; }
        #detail .title { display: flex; gap: 1rem; align-items: start; justify-content: space-between; }
        #detail h2 { font-size: 1.15rem; min-width: 0; }
        pre { font: 600 1.05rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; margin: .75rem 0 0; padding: .55rem .8rem;
          background: var(--v0); border: 1px solid transparent; border-radius: .5rem; max-height: 16rem; overflow: auto;
          white-space: pre-wrap; overflow-wrap: break-word; }
        pre.decided { background: var(--tint); border-color: var(--accent); }
        #detail p { margin: .6rem 0; }
        ul, ol { margin: 0; padding: 0; list-style: none; }
        .entries { counter-reset: entry; border: 1px solid var(--line); border-radius: .6rem; }
        .entries > li { position: relative; counter-increment: entry; padding: .6rem .9rem .65rem 2.9rem; }
        .entries > li + li { border-top: 1px solid var(--line); }
        .entries > li::before { content: counter(entry); position: absolute; left: .8rem; top: .65rem; min-width: 1.45rem;
          box-sizing: border-box; padding: 0 .2rem; border-radius: 1rem; background: var(--v0); color: var(--soft);
          font-size: .8rem; line-height: 1.45rem; text-align: center; }
        .entries > .otherwise::before { content: "–" / ""; }
        .entries .wins { background: var(--good-tint); box-shadow: inset 4px 0 var(--good); }
        .entries > li:first-child { border-radius: .6rem .6rem 0 0; }
        .entries > li:last-child { border-radius: 0 0 .6rem .6rem; }
        .entries .wins::before { background: var(--good); color: var(--card); }
        .entries .wins .value { background: var(--card); }
        .entries .head, .entries .body { display: flex; flex-wrap: wrap; gap: .15rem .8rem; align-items: baseline; }
        .entries .head > :first-child { flex: 1 1 auto; max-width: 100%; min-width: 0; }
        .entries .body { margin-top: .25rem; }
        .verdict { color: var(--soft); font-size: .9em; }
        .wins > .head .verdict { color: var(--good); font-weight: 650; }
        .entries ul { margin-top: .3rem; color: var(--soft); font-size: .93em; }
        .entries ul > li { padding-left: 1rem; position: relative; }
        .entries ul > li::before { content: ""; position: absolute; left: .1rem; top: .65em; width: .45rem;
          border-top: 2px solid var(--edge); }
        .reaches small { color: var(--text); }
        .users > li { padding: .3rem 0 .3rem .9rem; border-left: 3px solid var(--line); }
        .users > li + li { margin-top: .3rem; }
        .users small { white-space: nowrap; }
        .users.card { padding: 1rem 1.25rem; }
        h3 .value { display: inline-block; vertical-align: top; }
        summary { margin: .2rem 0 .5rem; }
        .pages { display: flex; flex-wrap: wrap; gap: .6rem; align-items: baseline; margin: .9rem 0; color: var(--soft); }
        .pages:empty { margin: 0; }

        .question { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 7rem) minmax(0, 3fr); gap: .65rem .9rem;
          max-width: 50rem; }
        .field.wide { margin-top: .8rem; max-width: 50rem; }
        .ask { grid-column: 1 / -1; display: flex; gap: .6rem; }
        .field.wide small { grid-column: 1 / -1; text-align: left; }
        select { padding-block: .42rem; }
        #who-answer, #change-answer { margin-top: 1.25rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
        #change-time { margin: 0; font-size: 1.05rem; }
        #change-answer section { padding: 1rem 1.25rem .5rem; }
        #change-answer h2 { display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: baseline; }
        .changes > li { padding: .75rem 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem 2rem;
          align-items: start; }
        .changes > li + li { border-top: 1px solid var(--line); }
        .changes p { margin: 0; }
        .changes .who { font-weight: 500; }
        .changes .cause { color: var(--soft); }
        .swap { display: grid; grid-template-columns: fit-content(47%) 1rem minmax(0, 1fr); gap: .7rem; align-items: start;
          overflow-wrap: anywhere; }
        .swap > div { min-width: 0; }
        .swap > div + div { grid-column: 3; }
        .swap::after { content: ""; grid-column: 2; grid-row: 1; justify-self: center; margin-top: 1.75rem; width: .5rem;
          height: .5rem; border: solid var(--soft); border-width: 2px 2px 0 0; rotate: 45deg; }
        .word { display: block; font-size: .8rem; color: var(--soft); }
        .value.after { background: var(--tint); border-color: var(--accent); font-weight: 700; }

        #matrix-answer { --names: min(14rem, 40vw); --page: var(--card); --head: var(--v0); }
        #matrix-answer .scroll { border-radius: .75rem; background: var(--card); box-shadow: var(--shadow); }
        #matrix-answer h2 { margin: 0 0 .6rem; font: 600 .95rem system-ui, -apple-system, "Segoe UI", sans-serif;
          color: var(--soft); }
        #matrix-answer tr > th:first-child { overflow-wrap: break-word; }

        @media (min-width: 60rem) {
          .changes > li { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr) minmax(0, 5fr); }
        }
        @media (min-width: 56rem) {
          #values:has(> #detail:not([hidden])) { grid-template-columns: minmax(0, 1fr) minmax(0, 25rem); }
          #context { grid-column: 1 / -1; }
          #detail { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; }
        }
        @media (min-width: 80rem) {
          #values { grid-template-columns: 17rem minmax(0, 1fr); }
          #values:has(> #detail:not([hidden])) { grid-template-columns: 17rem minmax(0, 1fr) minmax(0, 28rem); }
          #context { grid-column: auto; }
          #inputs { grid-template-columns: minmax(0, 1fr); }
        }
        @media (max-width: 55.99rem) {
          html:has(#values:not([hidden]) > #detail:not([hidden])) { scroll-padding-bottom: 62vh; }
          main:has(#values:not([hidden]) > #detail:not([hidden])) { padding-bottom: 62vh; }
          #detail { position: fixed; inset: auto 0 0; z-index: 5; max-height: 60vh; overflow: auto; border-radius: 1rem 1rem 0 0;
            border-width: 1px 0 0; box-shadow: 0 -8px 30px #0003; }
        }
        @media (max-width: 36rem) {
          #inputs { grid-template-columns: repeat(2, minmax(0, 1fr)); }
          .question { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
          .question .field:first-child { grid-column: 1 / -1; }
          .etag { display: none; }
          [role=tablist] { gap: 1rem; }
        }
        @media (max-width: 30rem) { .whole { white-space: normal; } }
        @media print { :root { --page: #ffffff; --shadow: none; } #detail { position: static; max-height: none; } }

        """
}
