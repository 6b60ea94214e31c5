import { expect, test } from "@jest/globals";
import type { CheckedTemplate } from "./branded-types.ts";
import { fieldsOf, type MessagesContent, type TemplateContent } from "./content.ts";

test("The sanitiser gets a value of the context with the words of its name as a label before it", () => {
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

test("A text of a message has no label, since its name is only its place", () => {
  const content: MessagesContent = {
    ...{ kind: "messages", dialect: "openai", options: {}, stop: ["x"], tools: undefined },
    ...{ relinkTools: new Set(), preamble: undefined, keepsPlaceholders: false },
    messages: [{ role: "user", parts: ["536904399"] }],
  };
  expect(fieldsOf(content)).toEqual([
    { name: "messages.0.0", text: "536904399" },
    { name: "stop.0", text: "x" },
  ]);
});
