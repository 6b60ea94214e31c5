import { expect, test } from "@jest/globals";
import { compareAnswers } from "./compare-answers.ts";

const certified = (...choices: readonly unknown[]) => JSON.stringify(choices);
const native = (result: unknown) => JSON.stringify({ result, compliance_trace: {} });
const message = (...content: readonly object[]) => JSON.stringify({ type: "message", content });
const tool = (input: object) => ({ type: "tool_use", id: "t1", name: "find", input });
const values = (response: string, file: string) =>
  compareAnswers(response, file).map(({ placeholder, value }) => `${placeholder}=${value}`);
const refusal = expect.objectContaining({ name: "VerificationError", code: "wrong_answer" });

test("compareAnswers finds restored values in JSON, in texts of several blocks, and in tool arguments", () => {
  const json = certified(['{"to":"[EMAIL_1]","n":1,"all":["[PERSON_1]"]}']);
  expect(values(json, native({ to: "a@example.org", n: 1, all: ["Anna"] }))).toEqual([
    ...["[EMAIL_1]=a@example.org", "[PERSON_1]=Anna"],
  ]);
  const calls = certified(["Hi [PERSON_1]. ", ["find", '{"q":"[PERSON_1]"}']]);
  const text = (own: string) => ({ type: "text", text: own });
  expect(values(calls, message(text("Hi An"), text("na. "), tool({ q: "Anna" })))).toEqual([
    "[PERSON_1]=Anna",
  ]);
  const completion = {
    message: {
      content: null,
      tool_calls: [{ function: { name: "find", arguments: '{"q":"Anna"}' } }],
    },
  };
  expect(
    values(
      certified(["", ["find", '{"q":"[PERSON_1]"}']], ["[IBAN_1]"]),
      JSON.stringify({ choices: [completion, { message: { content: "7" } }] }),
    ),
  ).toEqual(["[PERSON_1]=Anna", "[IBAN_1]=7"]);
});

test("compareAnswers returns both values of a placeholder that was restored to two", () => {
  expect(values(certified(["[PERSON_1], [PERSON_1]"]), "Anna, Ben")).toEqual([
    ...["[PERSON_1]=Anna", "[PERSON_1]=Ben"],
  ]);
});

test.each<[string, string, string]>([
  ["another number", certified(['{"n":1}']), native({ n: 2 })],
  ["an additional member", certified(['{"n":1}']), native({ n: 1, m: 2 })],
  ["JSON instead of text", certified(["text"]), native({ n: 1 })],
  ["an additional item", certified(["[1]"]), native([1, 2])],
  ["a missing choice", certified(["a"], ["b"]), "a"],
  ["a missing call", certified(["a", ["find", "{}"]]), message({ type: "text", text: "a" })],
  ["another tool", certified(["", ["send", "{}"]]), message(tool({}))],
  ["other arguments", certified(["", ["find", '{"q":1}']]), message(tool({ q: 2 }))],
  ["a body without an answer", certified(["a"]), '{"choices":[{}]}'],
  ["an invalid response", '{"a":1}', "a"],
])("compareAnswers throws for %s", (_what, response, file) => {
  expect(() => compareAnswers(response, file)).toThrow(refusal);
});
