import { expect, test } from "@jest/globals";
import { replaceGenerated } from "./replace-generated.ts";

const document = "# A\n<!-- generated: one -->\nold\n<!-- /generated -->\nb\n";

test("What stands between the marks is replaced, again and again, and nothing else", () => {
  const once = replaceGenerated(document, { one: "new $1" });
  expect(once).toBe("# A\n<!-- generated: one -->\n\nnew $1\n\n<!-- /generated -->\nb\n");
  expect(replaceGenerated(once, { one: "new $1" })).toBe(once);
});

test("A part without a place, and a place without a part, are errors", () => {
  expect(() => replaceGenerated(document, { one: "", two: "" })).toThrow("no place for two");
  expect(() => replaceGenerated(document, {})).toThrow('Nothing generates "one"');
});
