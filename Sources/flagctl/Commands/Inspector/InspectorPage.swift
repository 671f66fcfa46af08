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
        <form id="access" class="card" hidden>
        <label for="key">Key with the role <code>inspect</code></label> <input id="key" type="password" autocomplete="off" required>
        <button class="primary">Continue</button>
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
        <form id="context" class="card" autocomplete="off">
        <fieldset><legend>Who asks</legend>
        <div id="inputs"></div>
        <button type="reset">Clear</button>
        </fieldset>
        </form>
        <div class="list">
        <form id="search" role="search" autocomplete="off">
        <div class="find"><label for="filter">Show settings with</label>
        <input type="search" id="filter" aria-keyshortcuts="/" placeholder="part of a name or value"></div>
        <label><input type="checkbox" id="decided"> only those that an entry decides</label>
        <output id="count" aria-live="polite"></output>
        </form>
        <div class="card">
        <table id="settings" role="table" aria-label="Values"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">setting</th>
        <th role="columnheader" scope="col">value</th><th role="columnheader" scope="col">because of</th>
        <th role="columnheader" scope="col" class="line">line</th></tr></thead><tbody id="rows" role="rowgroup"></tbody></table>
        <p id="none" class="empty" hidden>No setting has this in its name or value.</p>
        </div>
        <nav class="pages" aria-label="Pages of settings" id="pages"></nav>
        </div>
        <section id="detail" class="card" aria-labelledby="detail-name" tabindex="-1" hidden></section>
        </section>

        <section role="tabpanel" id="who" aria-labelledby="tab-who" hidden>
        <form id="question" class="card" autocomplete="off">
        <fieldset><legend>Who gets</legend>
        <div class="question">
        <div class="field"><label for="who-setting">setting</label><input id="who-setting" list="who-settings" spellcheck="false"></div>
        <div class="field sign"><label for="who-sign">comparison</label><select id="who-sign"><option>==</option><option>!=</option>
        <option>&lt;</option><option>&lt;=</option><option>&gt;</option><option>&gt;=</option></select></div>
        <div class="field"><label for="who-value">value</label><input id="who-value" list="who-values" spellcheck="false"></div>
        <datalist id="who-settings"></datalist><datalist id="who-values"></datalist>
        </div>
        </fieldset>
        <div class="field wide"><label for="expression">as an expression</label>
        <div class="ask"><input id="expression" spellcheck="false" aria-describedby="grammar"><button class="primary">Ask</button></div>
        <small id="grammar">Expressions are those of <code>flagctl when</code>: <code>checkout == "modern" and @country == "AT"</code></small></div>
        </form>
        <div id="who-answer" aria-live="polite"></div>
        </section>

        <section role="tabpanel" id="matrix" aria-labelledby="tab-matrix" hidden>
        <form id="matrix-search" role="search" autocomplete="off">
        <div class="find"><label for="matrix-filter">Show settings with</label>
        <input type="search" id="matrix-filter" aria-keyshortcuts="/" placeholder="part of a name"></div>
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
