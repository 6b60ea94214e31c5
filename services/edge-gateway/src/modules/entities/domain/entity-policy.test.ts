import { describe, expect, test } from "@jest/globals";
import {
  DEFAULT_THRESHOLDS,
  ENTITY_TYPES,
  type EntityType,
  NOT_REDACTED_BY_DEFAULT,
} from "@veil/contracts/entities";
import { ApiError } from "@veil/contracts/errors";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { EntityPolicy } from "@veil/contracts/sanitiser";
import fc from "fast-check";
import { describePolicy, effectivePolicy, raisesThresholds, typesKept } from "./entity-policy.ts";

const TYPES = ["PERSON", "EMAIL", "ORGANIZATION", "DATE_TIME", "KNOWN_ENTITY", "URL"] as const;
const CONFIDENCES = [0, 0.2, 0.39, 0.4, 0.5, 0.8, 1] as const;
const ofType = fc.constantFrom<EntityType>(...TYPES);
const confidence = fc.constantFrom(...CONFIDENCES);
const rules = {
  types: fc.dictionary(ofType, fc.boolean(), { maxKeys: 5 }),
  thresholds: fc.dictionary(ofType, confidence, { maxKeys: 5 }),
};
const keyPolicies = fc.record<KeyEntityPolicy>(
  { ...rules, may_keep: fc.uniqueArray(ofType), may_allow: fc.boolean() },
  { requiredKeys: [] },
);
const value = fc.constantFrom("Anna Weber", "Projekt Falke");
const inputs = fc.record<EntityPolicy>(
  {
    ...rules,
    allow: fc.array(value, { maxLength: 2 }),
    deny: fc.array(fc.record({ value }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

function replaced(policy: EntityPolicy | KeyEntityPolicy = {}, type: EntityType, sure: number) {
  const on = policy.types?.[type] ?? !NOT_REDACTED_BY_DEFAULT.has(type);
  return on && sure >= (policy.thresholds?.[type] ?? DEFAULT_THRESHOLDS[type] ?? 0);
}

function attempt(key: KeyEntityPolicy | undefined, asked: EntityPolicy) {
  try {
    return { policy: effectivePolicy(key, asked) };
  } catch (refusal) {
    if (refusal instanceof ApiError) return { refusal };
    throw refusal;
  }
}

const findings = TYPES.flatMap((type) => CONFIDENCES.map((sure) => [type, sure] as const));

describe("effectivePolicy when the key has a policy", () => {
  test("a request's policy replaces everything that the key's policy replaces, except what the key may keep", () => {
    fc.assert(
      fc.property(keyPolicies, inputs, (key, asked) => {
        const { policy, refusal } = attempt(key, asked);
        fc.pre(refusal === undefined);
        const binding = findings.filter(
          ([type, sure]) => replaced(key, type, sure) && !key.may_keep?.includes(type),
        );
        expect(binding.filter(([type, sure]) => !replaced(policy, type, sure))).toEqual([]);
        expect(policy?.allow ?? []).toEqual(key.may_allow === true ? (asked.allow ?? []) : []);
        expect(policy?.deny ?? []).toEqual(asked.deny ?? []);
      }),
    );
  });

  test("a request's policy is refused only if it would leave more in the text, and the error contains no value", () => {
    fc.assert(
      fc.property(keyPolicies, inputs, (key, asked) => {
        const { refusal } = attempt(key, asked);
        if (refusal === undefined) return;
        const merged = {
          types: { ...key.types, ...asked.types },
          thresholds: { ...key.thresholds, ...asked.thresholds },
        };
        const looser = findings.filter(
          ([type, sure]) => replaced(key, type, sure) && !replaced(merged, type, sure),
        );
        const forbidden = looser.filter(([type]) => !key.may_keep?.includes(type));
        const allows = key.may_allow !== true && (asked.allow ?? []).length > 0;
        expect(forbidden.length > 0 || allows).toBe(true);
        expect(refusal.code).toBe("invalid_field");
        expect(JSON.stringify(refusal.toBody())).not.toMatch(/Anna|Falke/);
      }),
    );
  });

  test("a request's policy applies unchanged if the key may keep everything", () => {
    fc.assert(
      fc.property(inputs, (asked) => {
        const key = { may_keep: [...TYPES], may_allow: true };
        const policy = effectivePolicy(key, asked);
        for (const [type, sure] of findings)
          expect(replaced(policy, type, sure)).toBe(replaced(asked, type, sure));
      }),
    );
  });
});

describe("effectivePolicy when the key has no policy", () => {
  test.each<EntityPolicy>([
    { types: { ORGANIZATION: true, DATE_TIME: true } },
    { types: { ORGANIZATION: true }, thresholds: { ORGANIZATION: 0.9 } },
    { types: { PERSON: true, ORGANIZATION: false } },
    { thresholds: { PERSON: 0 } },
    { thresholds: { URL: 0.2, ID_NUMBER: 0 } },
    { deny: [{ value: "Projekt Falke", type: "ORGANIZATION" }] },
  ])("the request's policy %j is granted", (asked) => {
    expect(effectivePolicy(undefined, asked)).toEqual(asked);
  });

  test.each<[EntityPolicy, string]>([
    [{ types: { PERSON: false } }, "PERSON"],
    [{ thresholds: { IBAN: 0.1 } }, "IBAN"],
    [{ thresholds: { URL: 0.41 } }, "URL"],
    [{ types: { PERSON: true }, thresholds: { PERSON: 0.5 } }, "PERSON"],
    [{ allow: ["Anna Weber"] }, "values to keep"],
  ])("the request's policy %j is refused", (asked, word) => {
    const { refusal } = attempt(undefined, asked);
    expect(refusal).toMatchObject({
      code: "invalid_field",
      message: expect.stringMatching(`^Field "entity_policy": .*${word}`),
    });
    expect(refusal?.message).not.toContain("Anna");
  });

  test("a request without a policy has no effective policy", () => {
    expect(effectivePolicy(undefined, undefined)).toBeUndefined();
    expect(effectivePolicy({ may_keep: ["PERSON"], may_allow: true }, {})).toBeUndefined();
  });
});

test("If the request has no policy, the key's policy applies; describePolicy returns all of its rules", () => {
  const key: KeyEntityPolicy = {
    types: { ORGANIZATION: true, AGE: false },
    thresholds: { PERSON: 0.5 },
    may_keep: ["LOCATION"],
  };
  const { types, thresholds } = key;
  expect(effectivePolicy(key, undefined)).toEqual({ types, thresholds });
  const described = describePolicy(key);
  expect(described).toMatchObject({ may_keep: ["LOCATION"], may_allow: false });
  expect(described.thresholds).toEqual({ PERSON: 0.5, URL: 0.4, ID_NUMBER: 0.4 });
  expect(describePolicy({ thresholds: { URL: 0 } }).thresholds).toEqual({ ID_NUMBER: 0.4 });
  expect(described.types).toMatchObject({
    ORGANIZATION: true,
    AGE: false,
    DATE_TIME: false,
    IBAN: true,
  });
  expect(Object.keys(described.types)).toHaveLength(ENTITY_TYPES.length - 1);
});

test("typesKept returns the types for which the policy keeps more values than the default", () => {
  expect(typesKept(undefined)).toEqual([]);
  expect(typesKept({ types: { PERSON: false, ORGANIZATION: false } })).toEqual(["PERSON"]);
  expect(typesKept({ thresholds: { AGE: 0.4, DATE_TIME: 0.9, URL: 0.4 } })).toEqual(["AGE"]);
});

test.each<[EntityPolicy | undefined, boolean]>([
  [undefined, false],
  [{ thresholds: { AGE: 0.4 } }, true],
  [{ thresholds: { URL: 0.4, DATE_TIME: 0.9 } }, false],
  [{ types: { AGE: false }, thresholds: { AGE: 0.4 } }, false],
])(
  "raisesThresholds shows whether a policy raises the threshold of a type that it replaces: %j",
  (policy, raises) => {
    expect(raisesThresholds(policy)).toBe(raises);
  },
);
