import { expect, test } from "@jest/globals";
import { conversationBody, variablesOf } from "./native-bodies.ts";

test.each([
  ["Answer {mail} like {text}, {mail}", ["mail", "text"]],
  ['{{"name": "{größe.x-1}"}}', ["größe.x-1"]],
  ['{"a": {"b": 1}} {1st} { text }', []],
])("A template %j uses the names %j", (template, names) => {
  expect(variablesOf(template)).toEqual(names);
});

test("A conversation becomes a template with a value for each message, and braces in a message stay a value", () => {
  const body = conversationBody("Be brief.", [
    { role: "user", text: "I am Ann {text}" },
    { role: "assistant", text: "Hello Ann" },
    { role: "user", text: "Who am I?" },
  ]);
  expect(body).toEqual({
    prompt_template:
      "Be brief.\n\nUser: {message_1}\n\nAssistant: {message_2}\n\nUser: {message_3}\n\nAssistant:",
    context: { message_1: "I am Ann {text}", message_2: "Hello Ann", message_3: "Who am I?" },
  });
  expect(variablesOf(body.prompt_template)).toEqual(Object.keys(body.context));
});
