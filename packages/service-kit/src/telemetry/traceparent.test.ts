import { expect, test } from "@jest/globals";
import { childTraceparent, newTraceparent } from "./traceparent.ts";

test("a child keeps the trace and changes the span", () => {
  const parent = newTraceparent();
  const child = childTraceparent(parent);
  expect(child.slice(0, 36)).toBe(parent.slice(0, 36));
  expect(child).not.toBe(parent);
});

test.each([undefined, "", "00-xyz", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`])(
  "a malformed parent %p starts a new trace",
  (parent) => {
    expect(childTraceparent(parent)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  },
);
