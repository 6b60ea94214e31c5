import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseTemplate, templateVariables } from "./parse-template.ts";
import { renderTemplate } from "./render-template.ts";
import { renderedLength } from "./rendered-length.ts";

const render = (text: string, values: Record<string, string> = {}) =>
  renderTemplate(parseTemplate(text), new Map(Object.entries(values)));

describe("the template grammar", () => {
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
  ])("the template %p renders as %p", (template, expected) => {
    expect(render(template, { name: "<v>" })).toBe(expected);
  });

  test.each(["größe", "_x", "kunde.name-2", "名前", "a".repeat(64), "__proto__", "constructor"])(
    "%p is a valid variable name",
    (name) => {
      expect(templateVariables(parseTemplate(`{${name}}`))).toEqual([name]);
      expect(renderTemplate(parseTemplate(`{${name}}`), new Map([[name, "v"]]))).toBe("v");
    },
  );

  test.each(["1a", "-a", "a b", "", "a".repeat(65), "a/b", "a,b"])(
    "%p is not a valid variable name",
    (name) => {
      expect(templateVariables(parseTemplate(`{${name}}`))).toEqual([]);
    },
  );

  test("templateVariables returns each variable once, in order of appearance", () => {
    expect(templateVariables(parseTemplate("{b} {a} {{c}} {b}"))).toEqual(["b", "a"]);
  });

  test("renderTemplate throws for a variable without a value, and the error does not name it", () => {
    expect(() => render("{name}")).toThrow("A template variable has no value");
    expect(() => render("{toString}")).toThrow("A template variable has no value");
  });

  test("renderedLength returns the length even of a text that would not fit in memory", () => {
    const template = parseTemplate("{a}".repeat(1_000_000));
    expect(renderedLength(template, () => 4_000_000)).toBe(4e12);
  });
});

describe("properties of templates for random texts", () => {
  const braces = fc.string({ unit: fc.constantFrom("{", "}", "a", "_", "1", " ") });

  test("renderTemplate joins texts and values without parsing the values", () => {
    fc.assert(
      fc.property(braces, braces, (text, value) => {
        const template = parseTemplate(text);
        const values = new Map(templateVariables(template).map((name) => [name, value]));
        const joined = template.map((part) => (part.kind === "text" ? part.text : value)).join("");
        expect(renderTemplate(template, values)).toBe(joined);
      }),
    );
  });

  test("renderedLength equals the length of the rendered text", () => {
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

  test("a text without braces renders unchanged", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replace(/[{}]/g, "");
        expect(render(plain)).toBe(plain);
      }),
    );
  });

  test("a JSON document renders unchanged, and with every brace doubled it renders to the original", () => {
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

  test("parseTemplate returns no adjacent text parts and no empty ones", () => {
    fc.assert(
      fc.property(braces, (text) => {
        const kinds = parseTemplate(text).map((part) => part.kind);
        expect(kinds.join(" ")).not.toContain("text text");
        expect(parseTemplate(text)).not.toContainEqual({ kind: "text", text: "" });
      }),
    );
  });
});
