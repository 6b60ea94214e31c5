import { expect, test } from "@jest/globals";
import { conversationRequest, variablesOf } from "./native-requests.ts";

test.each([
  ["Answer {mail} like {text}, {mail}", ["mail", "text"]],
  ['{{"name": "{größe.x-1}"}}', ["größe.x-1"]],
  ['{"a": {"b": 1}} {1st} { text }', []],
])("A template %j uses the names %j", (template, names) => {
  expect(variablesOf(template)).toEqual(names);
});

test("A conversation becomes a template with a value for each turn, and braces in a turn stay a value", () => {
  const request = conversationRequest("Be brief.", [
    { role: "user", text: "I am Ann {text}" },
    { role: "assistant", text: "Hello Ann" },
    { role: "user", text: "Who am I?" },
  ]);
  expect(request).toEqual({
    prompt_template:
      "Be brief.\n\nUser: {turn_1}\n\nAssistant: {turn_2}\n\nUser: {turn_3}\n\nAssistant:",
    context: { turn_1: "I am Ann {text}", turn_2: "Hello Ann", turn_3: "Who am I?" },
  });
  expect(variablesOf(request.prompt_template)).toEqual(Object.keys(request.context));
});
