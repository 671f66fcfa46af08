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
        // Numbers keep their spelling: 1.0, and integers with many digits.
        const parse = (text) => JSON.parse(text, (key, value, context) =>
          typeof value === "number" && context?.source !== undefined && String(value) !== context.source && JSON.rawJSON
            ? JSON.rawJSON(context.source) : value);
        const json = (value) => JSON.stringify(value);
        const valueText = (value) => value === undefined ? "no value" : shown(json(value));
        const clipped = (text, count = 160) => text.length > count ? `${text.slice(0, count)}…` : text;
        const code = (text) => make("code", text);
        const valueCode = (value) => code(clipped(valueText(value)));
        const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
        // A text as a scalar of JSON, otherwise as a string.
        const scalar = (text) => {
          try { const value = JSON.parse(text); if (value !== null && typeof value !== "object") return value; } catch {}
          return text;
        };
        // A value as somebody enters it.
        const entered = (value) => typeof value === "string" && scalar(value) === value ? value : json(value);

        """#
}
