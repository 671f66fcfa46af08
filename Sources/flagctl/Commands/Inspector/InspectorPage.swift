/// The page of the inspector: self-contained, and without data.
enum InspectorPage {
    /// - Parameter nonce: The nonce of the Content-Security-Policy, which marks the page's own style sheet and script.
    static func bytes(nonce: String) -> [UInt8] {
        var buffer = TextBuffer()
        HTMLText.writeHead(title: "Inspector", style: MatrixPage.style + style, nonce: nonce, to: &buffer)
        buffer.write("\(content)<script nonce=\"")
        HTMLText.write(nonce, to: &buffer)
        buffer.write("\">\n\"use strict\";\n")
        for part in [
            textScript, askingScript, valuesScript, MatrixPage.foldingScript, detailScript, questionsScript,
            startScript,
        ] {
            buffer.write(part)
        }
        buffer.write("</script>\n</body>\n</html>\n")
        return buffer.bytes
    }

    private static let content = """
        <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
        <h1>Inspector</h1>
        <p id="source"></p>
        <nav id="documents" aria-label="Documents" hidden></nav>
        </header>
        <p id="status" role="status"></p>
        <p id="problem" role="alert" hidden></p>
        <form id="access" hidden>
        <label>Key with the role <code>inspect</code> <input id="key" type="password" autocomplete="off" required></label>
        <button>Continue</button>
        <p>The key stays in this tab of the browser until the tab is closed.</p>
        </form>
        <main id="main" tabindex="-1" hidden>
        <div role="tablist" aria-label="Questions">
        <button role="tab" id="tab-values" aria-controls="values" aria-selected="true">Values</button>
        <button role="tab" id="tab-who" aria-controls="who" aria-selected="false" tabindex="-1">Who gets…?</button>
        <button role="tab" id="tab-matrix" aria-controls="matrix" aria-selected="false" tabindex="-1">All versions</button>
        <button role="tab" id="tab-change" aria-controls="change" aria-selected="false" tabindex="-1">Last change</button>
        </div>

        <section role="tabpanel" id="values" aria-labelledby="tab-values">
        <form id="context" autocomplete="off">
        <fieldset id="inputs"><legend>Who asks</legend></fieldset>
        </form>
        <form id="search" role="search" autocomplete="off">
        <label>Show settings with <input type="search" id="filter" aria-keyshortcuts="/" placeholder="part of a name or value"></label>
        <label><input type="checkbox" id="decided"> only those that an entry decides</label>
        <output id="count" aria-live="polite"></output>
        </form>
        <div class="panes">
        <div class="list">
        <div class="scroll" role="region" aria-label="Values" tabindex="0">
        <table id="settings"><thead><tr><th scope="col">setting</th><th scope="col">value</th><th scope="col">because of</th>
        <th scope="col">line</th></tr></thead><tbody id="rows"></tbody></table>
        </div>
        <nav class="pages" aria-label="Pages of settings" id="pages"></nav>
        </div>
        <section id="detail" aria-labelledby="detail-name" tabindex="-1" hidden></section>
        </div>
        </section>

        <section role="tabpanel" id="who" aria-labelledby="tab-who" hidden>
        <form id="question" autocomplete="off">
        <fieldset><legend>Who gets</legend>
        <label>setting <input id="who-setting" list="who-settings"></label><datalist id="who-settings"></datalist>
        <label>comparison <select id="who-sign"><option>==</option><option>!=</option><option>&lt;</option><option>&lt;=</option>
        <option>&gt;</option><option>&gt;=</option></select></label>
        <label>value <input id="who-value" list="who-values"></label><datalist id="who-values"></datalist>
        </fieldset>
        <label class="wide">as an expression <input id="expression" spellcheck="false" aria-describedby="grammar"></label>
        <button>Ask</button>
        <p id="grammar">Expressions are those of <code>flagctl when</code>: <code>checkout == "modern" and @country == "AT"</code></p>
        </form>
        <div id="who-answer" aria-live="polite"></div>
        </section>

        <section role="tabpanel" id="matrix" aria-labelledby="tab-matrix" hidden>
        <form id="matrix-search" role="search" autocomplete="off">
        <label>Show settings with <input type="search" id="matrix-filter" aria-keyshortcuts="/" placeholder="part of a name"></label>
        <label><input type="checkbox" id="matrix-changes"> only changes</label>
        <output id="matrix-count" aria-live="polite"></output>
        </form>
        <div id="matrix-answer"></div>
        <nav class="pages" aria-label="Pages of the matrix" id="matrix-pages"></nav>
        </section>

        <section role="tabpanel" id="change" aria-labelledby="tab-change" hidden>
        <p id="change-time"></p>
        <div id="change-answer" aria-live="polite"></div>
        <nav class="pages" aria-label="Pages of changes" id="change-pages"></nav>
        </section>
        </main>

        """
}
