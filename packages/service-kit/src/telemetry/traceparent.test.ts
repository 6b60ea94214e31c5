import { expect, test } from "@jest/globals";
import { childTraceparent, newTraceparent } from "./traceparent.ts";

test("childTraceparent keeps the trace id and changes the span id", () => {
  const parent = newTraceparent();
  const child = childTraceparent(parent);
  expect(child.slice(0, 36)).toBe(parent.slice(0, 36));
  expect(child).not.toBe(parent);
});

test.each([undefined, "", "00-xyz", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`])(
  "childTraceparent starts a new trace for the malformed parent %p",
  (parent) => {
    expect(childTraceparent(parent)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  },
);
