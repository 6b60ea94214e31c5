import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseTemplate, templateVariables } from "./parse-template.ts";
import { renderTemplate } from "./render-template.ts";
import { renderedLength } from "./rendered-length.ts";

const render = (text: string, values: Record<string, string> = {}) =>
  renderTemplate(parseTemplate(text), new Map(Object.entries(values)));

describe("the grammar", () => {
  test.each([
    ["Write to {name}.", "Write to <v>."],
    ["{name}{name}", "<v><v>"],
    ["{{name}}", "{name}"],
    ["{{{name}}}", "{<v>}"],
    ["{{ literal", "{ literal"],
    ['Answer as {"a": {"b": [1]}} only', 'Answer as {"a": {"b": [1]}} only'],
    ['Answer as {{"a": "{name}"}}', 'Answer as {"a": "<v>"}'],
    ['{{"a": {{"b": 1}}}}', '{"a": {"b": 1}}'],
    ["a } b { c }} d {} {1} { name } {na me}", "a } b { c }} d {} {1} { name } {na me}"],
    ["$& {name} $1", "$& <v> $1"],
  ])("%p renders as %p", (template, expected) => {
    expect(render(template, { name: "<v>" })).toBe(expected);
  });

  test.each(["größe", "_x", "kunde.name-2", "名前", "a".repeat(64), "__proto__", "constructor"])(
    "%p is a name",
    (name) => {
      expect(templateVariables(parseTemplate(`{${name}}`))).toEqual([name]);
      expect(renderTemplate(parseTemplate(`{${name}}`), new Map([[name, "v"]]))).toBe("v");
    },
  );

  test.each(["1a", "-a", "a b", "", "a".repeat(65), "a/b", "a,b"])("%p is not a name", (name) => {
    expect(templateVariables(parseTemplate(`{${name}}`))).toEqual([]);
  });

  test("variables are listed once, in order of appearance", () => {
    expect(templateVariables(parseTemplate("{b} {a} {{c}} {b}"))).toEqual(["b", "a"]);
  });

  test("a variable without a value is refused without being named", () => {
    expect(() => render("{name}")).toThrow("A template variable has no value");
    expect(() => render("{toString}")).toThrow("A template variable has no value");
  });

  test("the length is known even for a text that fits no memory", () => {
    const template = parseTemplate("{a}".repeat(1_000_000));
    expect(renderedLength(template, () => 4_000_000)).toBe(4e12);
  });
});

describe("for every text", () => {
  const braces = fc.string({ unit: fc.constantFrom("{", "}", "a", "_", "1", " ") });

  test("values are not parsed: the result joins the texts and the values", () => {
    fc.assert(
      fc.property(braces, braces, (text, value) => {
        const template = parseTemplate(text);
        const values = new Map(templateVariables(template).map((name) => [name, value]));
        const joined = template.map((part) => (part.kind === "text" ? part.text : value)).join("");
        expect(renderTemplate(template, values)).toBe(joined);
      }),
    );
  });

  test("its length is known before it is rendered", () => {
    fc.assert(
      fc.property(braces, fc.array(fc.string({ unit: "grapheme" })), (text, words) => {
        const template = parseTemplate(text);
        const names = templateVariables(template);
        const values = new Map(names.map((name, index) => [name, words[index] ?? ""]));
        const length = renderedLength(template, (name) => values.get(name)?.length ?? Number.NaN);
        expect(length).toBe(renderTemplate(template, values).length);
      }),
    );
  });

  test("text without a brace renders as itself", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replace(/[{}]/g, "");
        expect(render(plain)).toBe(plain);
      }),
    );
  });

  test("a JSON document renders as itself, and so does a document with every brace doubled", () => {
    const word = fc.stringMatching(/^[a-z ]*$/);
    const json = fc.jsonValue({ stringUnit: fc.constantFrom("a", "b", " ", '"') });
    fc.assert(
      fc.property(fc.dictionary(word, json), (document) => {
        const text = JSON.stringify(document);
        expect(render(text)).toBe(text);
        expect(render(text.replace(/[{}]/g, "$&$&"))).toBe(text);
      }),
    );
  });

  test("no two text parts are adjacent, and none is empty", () => {
    fc.assert(
      fc.property(braces, (text) => {
        const kinds = parseTemplate(text).map((part) => part.kind);
        expect(kinds.join(" ")).not.toContain("text text");
        expect(parseTemplate(text)).not.toContainEqual({ kind: "text", text: "" });
      }),
    );
  });
});
