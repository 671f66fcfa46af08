extension InspectorPage {
    /// Requests to the server, the key that they need, and messages.
    static let askingScript = """
        const keyName = "flagctl-inspector-key";
        let accessKey = sessionStorage.getItem(keyName) ?? "";
        let overview;
        const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
        const say = (text) => { byID("status").textContent = text; };
        const showProblem = (text) => {
          byID("problem").textContent = shown(text);
          byID("problem").hidden = text === "";
        };
        class Denied extends Error {}
        class Refused extends Error {}

        // One question at a time: the server answers no others in the meantime.
        let turn = Promise.resolve();
        const ask = (path, body) => {
          const answer = turn.then(() => request(path, body));
          turn = answer.catch(() => {});
          return answer;
        };
        const request = async (path, body) => {
          for (let attempt = 1; ; attempt += 1) {
            const response = await fetch(path, {
              method: body === undefined ? "GET" : "POST", body: body === undefined ? undefined : JSON.stringify(body),
              headers: accessKey ? { "X-API-Key": accessKey } : {}, cache: "no-store", credentials: "omit", redirect: "error",
            });
            const text = await response.text();
            if ((response.status === 503 || response.status === 429) && attempt < 8) {
              await pause(attempt * 250);
              continue;
            }
            if (response.status === 401 || response.status === 403) throw new Denied(parse(text).errorDetails);
            if (response.status === 404 && path === "v1/inspect") return null;
            if (!response.ok) throw new Refused(parse(text).errorDetails);
            return parse(text);
          }
        };
        // Runs something that asks, and shows why it failed.
        const attempt = async (action) => {
          try {
            await action();
          } catch (error) {
            if (error instanceof Denied) askForKey(error.message);
            else showProblem(error instanceof Refused ? error.message : `The server does not answer: ${error.message}`);
          }
        };
        const askForKey = (reason) => {
          byID("main").hidden = true;
          byID("access").hidden = false;
          if (accessKey) showProblem(reason);
          accessKey = "";
          sessionStorage.removeItem(keyName);
          byID("key").focus();
        };
        byID("access").addEventListener("submit", (event) => {
          event.preventDefault();
          accessKey = byID("key").value.trim();
          byID("key").value = "";
          sessionStorage.setItem(keyName, accessKey);
          showProblem("");
          start();
        });
        // Calls an action when nothing was typed for a moment, and once more at its end if something was typed in the meantime.
        const later = (action) => {
          let timer;
          let isRunning = false;
          let isWanted = false;
          const run = async () => {
            isWanted = true;
            if (isRunning) return;
            isRunning = true;
            while (isWanted) {
              isWanted = false;
              await attempt(action);
            }
            isRunning = false;
          };
          return () => { clearTimeout(timer); timer = setTimeout(run, 120); };
        };
        // Buttons to other pages of a list.
        const showPages = (element, first, size, total, go) => {
          const button = (text, target) => {
            const result = make("button", text, { type: "button", disabled: target < 0 || target >= total });
            result.dataset.key = text;
            result.addEventListener("click", () => go(target));
            return result;
          };
          rewrite(element, ...total <= size ? [] : [button("Previous", first === 0 ? -1 : Math.max(0, first - size)),
            button("Next", first + size), make("span", `${(first + 1).toLocaleString("en")} to `
              + `${Math.min(first + size, total).toLocaleString("en")} of ${total.toLocaleString("en")}`)]);
        };

        """
}
