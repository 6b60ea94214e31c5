import { expect, test } from "@jest/globals";
import { fieldsOf, type MessagesContent, type TemplateContent } from "./content.ts";
import type { CheckedTemplate } from "./sanitised-content.ts";

test("A context value gets the words of its variable's name as its label, if the name has words", () => {
  const content: TemplateContent = {
    kind: "template",
    template: "{taxId}" as CheckedTemplate,
    values: [
      { name: "taxId", text: "536904399" },
      { name: "_1", text: "x" },
    ],
    used: new Set(["taxId"]),
    linkHosts: [],
  };
  expect(fieldsOf(content)).toEqual([
    { name: "taxId", text: "536904399", label: "tax Id" },
    { name: "_1", text: "x" },
  ]);
});

test("Texts of messages and stop sequences have no label, because their names are only positions", () => {
  const content: MessagesContent = {
    ...{ kind: "messages", dialect: "openai", options: {}, stop: ["x"] },
    ...{ tools: undefined, outputSchema: undefined },
    ...{ relinkTools: new Set(), preamble: undefined, keepsPlaceholders: false },
    messages: [{ role: "user", field: "messages[0]", parts: ["536904399"] }],
  };
  expect(fieldsOf(content)).toEqual([
    { name: "messages.0.0", text: "536904399" },
    { name: "stop.0", text: "x" },
  ]);
});
