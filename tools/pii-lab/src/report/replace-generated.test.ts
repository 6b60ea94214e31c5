import { expect, test } from "@jest/globals";
import { replaceGenerated } from "./replace-generated.ts";

const document = "# A\n<!-- generated: one -->\nold\n<!-- /generated -->\nb\n";

test("When a part is replaced, also repeatedly, then only the text between its marks changes", () => {
  const once = replaceGenerated(document, { one: "new $1" });
  expect(once).toBe("# A\n<!-- generated: one -->\n\nnew $1\n\n<!-- /generated -->\nb\n");
  expect(replaceGenerated(once, { one: "new $1" })).toBe(once);
});

test("When a part has no marks in the document, or marks have no part, then the replacement fails", () => {
  expect(() => replaceGenerated(document, { one: "", two: "" })).toThrow("no place for two");
  expect(() => replaceGenerated(document, {})).toThrow('Nothing generates "one"');
});
