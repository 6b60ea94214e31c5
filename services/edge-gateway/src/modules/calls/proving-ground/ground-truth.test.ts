import { describe, expect, test } from "@jest/globals";
import { ApiError } from "@veil/contracts/errors";
import type { ProxyRequest } from "@veil/contracts/public/proxy";
import { readProvingGround } from "./ground-truth.ts";

const text = "Frau 😀 Weber";
const context = [{ name: "letter", text }];
const annotation = { type: "PERSON", value: "Weber", start: 8, end: 13 };
const body: ProxyRequest = {
  prompt_template: "{letter}",
  context: { letter: text },
  mode: "proving_ground",
  activity_id: "hiring-2026",
  ground_truth: { letter: [annotation] },
};

function refusal(change: Partial<ProxyRequest>): ApiError | undefined {
  try {
    readProvingGround({ ...body, ...change }, context);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

test("Annotations whose UTF-16 offsets match the text are accepted", () => {
  expect(readProvingGround(body, context)).toEqual({
    activityId: "hiring-2026",
    truth: [{ name: "letter", text, annotations: [annotation] }],
  });
});

test("With offset_unit codepoint, offsets in code points are converted to UTF-16", () => {
  const counted = { ...annotation, start: 7, end: 12 };
  const inCodePoints = {
    ...body,
    offset_unit: "codepoint",
    ground_truth: { letter: [counted] },
  } as const;
  expect(readProvingGround(inCodePoints, context)?.truth).toEqual([
    { name: "letter", text, annotations: [annotation] },
  ]);
  expect(refusal({ offset_unit: "codepoint" })?.options.hint).toContain("code points");
});

test("A proving-ground request without ground_truth has an empty list of annotated fields", () => {
  const { ground_truth: _, ...without } = body;
  expect(readProvingGround(without, context)).toEqual({ activityId: "hiring-2026", truth: [] });
});

test("In live mode a ground truth has no effect, even if it is invalid", () => {
  const wrong = { elsewhere: [{ ...annotation, end: 99 }] };
  for (const mode of [{}, { mode: "live" }] as const) {
    const { mode: _, activity_id: __, ...live } = body;
    expect(readProvingGround({ ...live, ...mode, ground_truth: wrong }, context)).toBeUndefined();
  }
});

test("activity_id is required and must not contain personal data", () => {
  const { activity_id: _, ...without } = body;
  expect(() => readProvingGround(without, context)).toThrow(
    expect.objectContaining({
      code: "missing_field",
      message: expect.stringMatching(/"activity_id"/),
    }),
  );
  const person = refusal({ activity_id: "for ann@post.example" });
  expect(person?.code).toBe("invalid_field");
  expect(JSON.stringify(person?.toBody())).not.toContain("ann@");
});

test.each(["08550677-3848-4c54-b0a5-a09b97718985", "VVT-2026/0001", "Bewerbungen 2026"])(
  "activity_id %s is accepted",
  (activity_id) => {
    expect(refusal({ activity_id })).toBeUndefined();
  },
);

describe("A ground truth that does not match the context", () => {
  test.each<[string, Partial<typeof annotation>]>([
    ["an annotation with a value that is not in the text", { value: "Maier" }],
    ["an annotation with a value in another case", { value: "weber" }],
    ["offsets in code points without offset_unit", { start: 7, end: 12 }],
    ["an end beyond the text", { end: 14 }],
    ["an end before the start", { start: 13, end: 8 }],
    ["an empty range", { value: "", start: 8, end: 8 }],
  ])(
    "a ground truth is refused if it has %s, and the error names the position but no value",
    (_case, change) => {
      const refused = refusal({
        ground_truth: { letter: [annotation, { ...annotation, ...change }] },
      });
      expect(refused?.code).toBe("invalid_field");
      expect(refused?.message).toMatch(/"ground_truth\.letter\[1\](\.value)?"/);
      expect(JSON.stringify(refused?.toBody())).not.toMatch(/weber|maier/i);
    },
  );

  test.each(["lettre", "constructor", "Ann Weber", "__letter"])(
    "a ground truth is refused if it names the field %s, which is not in the context",
    (name) => {
      const refused = refusal({ ground_truth: { letter: [annotation], [name]: [] } });
      expect(refused?.code).toBe("invalid_field");
      expect(refused?.options.hint).toContain("number 2");
      expect(JSON.stringify(refused?.toBody())).not.toContain(name);
    },
  );

  test("a ground truth is refused if it names the field __proto__", () => {
    const ground_truth = JSON.parse('{"__proto__":[]}') as Record<string, never[]>;
    expect(refusal({ ground_truth })?.code).toBe("invalid_field");
  });
});
