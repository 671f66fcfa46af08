extension InspectorPage {
    /// The style sheet. It follows that of the matrix, which styles colours and tables.
    static let style = """
        header, main, #status, #problem, #access { padding-left: 2rem; padding-right: 2rem; }
        header { padding-top: 1.25rem; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; }
        header h1, header p { margin: 0; }
        header p { color: var(--soft); overflow-wrap: anywhere; }
        main { padding-top: .5rem; }
        main:focus { outline: none; }
        h2 { overflow-wrap: anywhere; }
        h3 { font-size: 1rem; margin: 1.1rem 0 .35rem; }
        a { color: inherit; }
        .skip { position: absolute; left: -100vw; }
        .skip:focus { left: 1rem; top: .5rem; padding: .4rem .7rem; background: var(--page); z-index: 9; }
        #status { margin: 0; min-height: 1.45em; color: var(--soft); }
        #problem { margin: .25rem 2rem; padding: .5rem 1rem; border: 3px solid #d0342c; border-radius: .5rem;
          overflow-wrap: anywhere; }
        button, select { font: inherit; padding: .3rem .7rem; border: 1px solid var(--soft); border-radius: .4rem;
          background: var(--head); color: inherit; cursor: pointer; }
        button:disabled { color: var(--soft); cursor: default; }
        :focus-visible { outline: 3px solid #2f7fe0; outline-offset: 2px; }
        [role=tablist] { display: flex; flex-wrap: wrap; gap: .25rem; border-bottom: 1px solid var(--line); margin-bottom: 1rem; }
        [role=tab] { border: 1px solid transparent; border-bottom: 0; border-radius: .4rem .4rem 0 0; background: none; }
        [role=tab][aria-selected=true] { border-color: var(--soft); background: var(--head); font-weight: 600; }
        fieldset { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: baseline; margin: 0; padding: .5rem .75rem;
          border: 1px solid var(--line); border-radius: .5rem; min-width: 0; }
        legend { padding: 0 .4rem; color: var(--soft); }
        label.wide { flex: 1 1 100%; display: flex; flex-wrap: wrap; gap: .4rem; align-items: baseline; }
        label.wide input { flex: 1 1 16rem; min-width: 0; }
        form + form, form + .panes { margin-top: .75rem; }
        #context, #question { display: block; }
        #question > * { margin-bottom: .6rem; }
        #inputs label { display: inline-flex; flex-direction: column; flex: 1 1 8.5rem; max-width: 14rem; min-width: 0; }
        #inputs input { min-width: 0; }
        input[aria-invalid=true] { border-color: #d0342c; outline-color: #d0342c; }
        .panes { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1rem; align-items: start; }
        .panes:has(> #detail[hidden]) { grid-template-columns: minmax(0, 1fr); }
        #rows button { border: 0; padding: 0; background: none; text-align: left; text-decoration: underline dotted;
          overflow-wrap: anywhere; font-weight: 500; }
        #rows tr[aria-current=true] > * { background: var(--v1); }
        #settings td { white-space: normal; overflow-wrap: anywhere; }
        #settings td code { position: static; max-width: none; }
        #detail { border: 1px solid var(--line); border-radius: .5rem; padding: .25rem 1rem 1rem; position: sticky; top: 1rem;
          max-height: 85vh; overflow: auto; }
        #detail h2 { margin-top: .75rem; }
        #detail table, #change-answer table { width: 100%; }
        #detail table { table-layout: fixed; }
        #detail tr > :first-child { min-width: 0; max-width: none; }
        #detail li, #detail ul { margin: .15rem 0; }
        #detail small { display: block; color: var(--soft); }
        #detail th, #detail td, #change-answer th, #change-answer td { white-space: normal; overflow-wrap: anywhere; }
        #detail td code, #change-answer td code { position: static; max-width: none; }
        pre { margin: 0; padding: .5rem .75rem; background: var(--v0); border-radius: .4rem; max-height: 16rem; overflow: auto;
          white-space: pre-wrap; overflow-wrap: anywhere; }
        code, pre, td, th { unicode-bidi: isolate; }
        .wins { background: var(--v3); }
        .pages { display: flex; flex-wrap: wrap; gap: .5rem; align-items: baseline; margin: .6rem 0; }
        ul { padding-left: 1.2rem; }
        li { overflow-wrap: anywhere; }
        @media (max-width: 60rem) { .panes { grid-template-columns: minmax(0, 1fr); } #detail { position: static; max-height: none; } }
        @media (max-width: 40rem) { header, main, #status, #access { padding-left: .75rem; padding-right: .75rem; }
          #problem { margin: .25rem .75rem; } }

        """
}
