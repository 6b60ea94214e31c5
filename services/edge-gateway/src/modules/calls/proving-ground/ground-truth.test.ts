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

test("Annotations at the right places are accepted, with offsets in UTF-16 code units", () => {
  expect(readProvingGround(body, context)).toEqual({
    activityId: "hiring-2026",
    truth: [{ name: "letter", text, annotations: [annotation] }],
  });
});

test("With offset_unit codepoint, offsets as Python counts them are the same places", () => {
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

test("Without ground truth there is nothing to compare with", () => {
  const { ground_truth: _, ...without } = body;
  expect(readProvingGround(without, context)).toEqual({ activityId: "hiring-2026", truth: [] });
});

test("In live mode a ground truth has no effect, valid or not", () => {
  const wrong = { elsewhere: [{ ...annotation, end: 99 }] };
  for (const mode of [{}, { mode: "live" }] as const) {
    const { mode: _, activity_id: __, ...live } = body;
    expect(readProvingGround({ ...live, ...mode, ground_truth: wrong }, context)).toBeUndefined();
  }
});

test("The activity is required, and may not be a person", () => {
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
  "%s is accepted as an activity",
  (activity_id) => {
    expect(refusal({ activity_id })).toBeUndefined();
  },
);

describe("An annotation that is not what stands at its place is named by its place", () => {
  test.each<[string, Partial<typeof annotation>]>([
    ["another value", { value: "Maier" }],
    ["another case", { value: "weber" }],
    ["offsets in code points", { start: 7, end: 12 }],
    ["an end beyond the text", { end: 14 }],
    ["an end before the start", { start: 13, end: 8 }],
    ["an empty stretch", { value: "", start: 8, end: 8 }],
  ])("%s", (_case, change) => {
    const refused = refusal({
      ground_truth: { letter: [annotation, { ...annotation, ...change }] },
    });
    expect(refused?.code).toBe("invalid_field");
    expect(refused?.message).toMatch(/"ground_truth\.letter\[1\](\.value)?"/);
    expect(JSON.stringify(refused?.toBody())).not.toMatch(/weber|maier/i);
  });

  test.each(["lettre", "constructor", "Ann Weber", "__letter"])(
    "a field that the context lacks: %s",
    (name) => {
      const refused = refusal({ ground_truth: { letter: [annotation], [name]: [] } });
      expect(refused?.code).toBe("invalid_field");
      expect(refused?.options.hint).toContain("number 2");
      expect(JSON.stringify(refused?.toBody())).not.toContain(name);
    },
  );

  test("also where the name is a property that every object has", () => {
    const ground_truth = JSON.parse('{"__proto__":[]}') as Record<string, never[]>;
    expect(refusal({ ground_truth })?.code).toBe("invalid_field");
  });
});
