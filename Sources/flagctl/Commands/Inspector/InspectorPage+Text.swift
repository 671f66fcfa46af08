extension InspectorPage {
    /// Text from documents. It is never interpreted as markup.
    static let textScript = #"""
        const byID = (id) => document.getElementById(id);
        const make = (tag, content, properties = {}) => {
          const element = Object.assign(document.createElement(tag), properties);
          element.append(...[content ?? []].flat());
          return element;
        };
        // Characters that cannot be seen, that reorder their neighbours, or that are another spelling of the same letters are
        // shown by their numbers: different texts never look equal.
        const unseen = /(?! )[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
        const letters = /[\u1100-\u11ff\uac00-\ud7a3]+|\P{M}\p{M}*|\p{M}+/gu;
        const number = (one) => `\\u{${one.codePointAt(0).toString(16)}}`;
        const spelled = (text) => text.normalize("NFC") === text ? text
          : text.replace(letters, (one) => one.normalize("NFC") === one ? one : one.replace(/[^ -~]/gu, number));
        const shown = (text) => spelled(text).replace(unseen, number);
        // Numbers keep their spelling: 1.0, and integers with many digits. Most answers have none of these, and are read faster.
        const hasSpellings = /[:,[]\s*(?:-?\d+[.eE]|-?\d{16}|-0)/;
        const spelling = (key, value, context) =>
          typeof value === "number" && context?.source !== undefined && String(value) !== context.source && JSON.rawJSON
            ? JSON.rawJSON(context.source) : value;
        const parse = (text) => hasSpellings.test(text) ? JSON.parse(text, spelling) : JSON.parse(text);
        const json = (value) => JSON.stringify(value);
        const valueText = (value) => value === undefined ? "no value" : shown(json(value));
        const clipped = (text, count = 160) => text.length > count ? `${text.slice(0, count)}…` : text;
        // A long name continues on the next line after its punctuation, or else where one of its words begins; browsers alone
        // would break it anywhere.
        const words = (name) => name.split(/(?<=[._\/:,;|=-])(?=["[{\p{L}])/u)
          .flatMap((part) => part.length > 20 ? part.split(/(?<=\p{Ll})(?=\p{Lu})/u) : [part]);
        const breakable = (text) => text.split(/(\S{21,})/).flatMap((part, index) => index % 2 === 0 ? [part]
          : words(part).flatMap((word) => [document.createElement("wbr"), word]).slice(1));
        // Sentences, in which a date or a percentage stays on one line.
        const prose = (text) => shown(text).split(/(\d{4}-\d\d-\d\dT[\d:.]+Z|\d+(?:\.\d+)? %)/)
          .flatMap((part, index) => index % 2 === 0 ? breakable(part) : [make("span", part, { className: "whole" })]);
        const code = (text, className = "") => make("code", breakable(text), { className });
        const valueCode = (value, className = "value") => code(clipped(valueText(value)), className);
        const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
        // A text as a scalar of JSON, otherwise as a string.
        const scalar = (text) => {
          try { const value = JSON.parse(text); if (value !== null && typeof value !== "object") return value; } catch {}
          return text;
        };
        // A value as somebody enters it.
        const entered = (value) => typeof value === "string" && scalar(value) === value ? value : json(value);
        // Writes a part of the page anew. What has the focus there, by its data-key, keeps it; what is gone leaves it to the part.
        const rewrite = (part, ...content) => {
          const focused = document.activeElement;
          const hadFocus = focused !== part && part.contains(focused);
          const key = focused?.dataset.key;
          part.replaceChildren(...content);
          if (!hadFocus) return;
          const same = [...part.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key && !one.disabled);
          if (!same) part.tabIndex = -1;
          (same ?? part).focus({ preventScroll: true });
        };

        """#
}
