import { describe, expect, test } from "@jest/globals";
import type { InferenceEnd } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { ComplianceTrace } from "@veil/contracts/public/proxy";
import type { UnredactedCount } from "@veil/contracts/sanitiser";
import fc from "fast-check";
import { completedNativeResult } from "../../../../test/support/completed-result.ts";
import { JOB_FACTS } from "../../../../test/support/job-facts.ts";
import type { IsolationReport } from "../../isolation/ports.ts";
import { countUnredacted, type JobFacts, type ProviderContact } from "./job-facts.ts";
import { complianceTrace, endedTrace, networkIsolation } from "./trace.ts";

type Failed = Extract<InferenceEnd, { outcome: "failed" }>;

const parse = checked(ComplianceTrace);
const COMPLETED = completedNativeResult("");

const traceOf = (facts: Partial<JobFacts> = {}, result: InferenceEnd = COMPLETED) =>
  parse(
    complianceTrace({
      jobId: "job_1",
      certificateId: undefined,
      facts: { ...JOB_FACTS, ...facts },
      result,
      dlpRedacted: false,
      endedAt: new Date("2026-01-01T00:00:02.000Z"),
      isolation: undefined,
    }),
  );

const failed = (reason: Failed["reason"], attempts: number, provider?: string): InferenceEnd => ({
  outcome: "failed",
  reason,
  latency_ms: 3,
  attempts,
  ...(provider !== undefined && { provider }),
});

const ENDINGS: readonly [string, InferenceEnd, ProviderContact][] = [
  ["the job completed", COMPLETED, "reached"],
  ["the provider refused the request", failed("provider_refused", 1, "anthropic"), "reached"],
  [
    "the provider's answer was unreadable",
    failed("provider_answer_unreadable", 1, "anthropic"),
    "reached",
  ],
  ["the provider did not answer", failed("provider_unavailable", 2, "anthropic"), "unknown"],
  [
    "the deadline passed during a call to the provider",
    failed("deadline_passed", 1, "anthropic"),
    "unknown",
  ],
  [
    "the deadline passed without any attempt being reported",
    failed("deadline_passed", 0),
    "unknown",
  ],
  ["all attempts broke off", failed("attempts_exhausted", 2), "unknown"],
  ["the provider key was unusable after one attempt", failed("credential_unusable", 1), "unknown"],
  [
    "the provider key was unusable before any attempt",
    failed("credential_unusable", 0),
    "not_reached",
  ],
  ["the worker could not read the job", failed("job_unreadable", 0), "not_reached"],
];

describe("Compliance trace of an ended job", () => {
  test.each(ENDINGS)(
    "when %s, the trace claims no more than is known",
    (_case, result, contact) => {
      const { steps, data_exposure_summary: exposed } = traceOf({ credential: "customer" }, result);
      const detail = steps.find(({ action }) => action === "infer")?.detail;
      const said = {
        reached: [/^Sandbox B called the provider/, /^rendered template/],
        unknown: [/it is unknown whether/, /^not known; at most: rendered template/],
        not_reached: [/^the provider was not called/, /^nothing$/],
      }[contact];
      expect(detail).toMatch(said[0] ?? "");
      expect(exposed.llm_saw).toMatch(said[1] ?? "");
      expect(exposed.identity_in_ai).toBe(contact !== "not_reached");
      const last = steps.at(-1)?.action;
      expect(last).toBe(result.outcome === "completed" ? "scan answer and re-link" : "infer");
    },
  );

  test("when the deadline passes without a report from the worker, the trace does not claim that Sandbox B got the job", () => {
    const saw = (result: InferenceEnd) => traceOf({}, result).data_exposure_summary.sandbox_b_saw;
    expect(saw(failed("deadline_passed", 0))).toMatch(/^not known; at most: token/);
    expect(saw(failed("deadline_passed", 1, "anthropic"))).toMatch(/^token/);
  });

  test("the trace contains the certificate's id, or no id when no certificate is made", () => {
    const ended = { jobId: "job_1", facts: JOB_FACTS, result: COMPLETED, dlpRedacted: false };
    const at = { endedAt: new Date("2026-01-01T00:00:02.000Z"), isolation: undefined };
    const of = (certificateId?: string) => complianceTrace({ ...ended, ...at, certificateId });
    expect(parse(of("req_1")).request_id).toBe("req_1");
    expect(of()).not.toHaveProperty("request_id");
  });

  test("the trace contains the time from receipt to end, and whether re-link was requested", () => {
    expect(traceOf()).toMatchObject({ total_duration_ms: 2_000, relink_requested: true });
    const kept = traceOf({ relink: false });
    expect(kept.relink_requested).toBe(false);
    expect(kept.steps.at(-1)).toMatchObject({ action: "scan answer" });
  });
});

describe("The pii_in_ai flag, the steps and the texts of a trace", () => {
  const type = fc.constantFrom("PERSON", "AGE", "KNOWN_ENTITY", "ORGANIZATION", "DATE_TIME");
  const finding = fc.record({
    type,
    reason: fc.constantFrom("policy", "list", "default"),
    count: fc.integer({ min: 1, max: 3 }),
  });
  const field = fc.record({
    isSent: fc.boolean(),
    left: fc.array(finding, { maxLength: 3 }),
    missed: fc.integer({ min: 0, max: 2 }),
  });
  const request = fc.record({
    fields: fc.array(field, { minLength: 1, maxLength: 4 }),
    raised: fc.boolean(),
    ending: fc.constantFrom(...ENDINGS),
    credential: fc.constantFrom("managed", "customer"),
  });
  type Request = typeof request extends fc.Arbitrary<infer R> ? R : never;

  function factsOf({ fields, raised, credential }: Request): JobFacts {
    const named = fields.map((one, index) => ({ ...one, name: `f${index}` }));
    const missed = new Map(named.map(({ name, missed }) => [name, missed]));
    const left = new Map<string, readonly UnredactedCount[]>(
      named.map(({ name, left }) => [name, left]),
    );
    const leaving = { left, missed, raised };
    const namesOf = (isSent: boolean) =>
      named.filter((one) => one.isSent === isSent).map(({ name }) => name);
    const sums = {
      sent: countUnredacted(namesOf(true), leaving),
      unsent: countUnredacted(namesOf(false), leaving),
    };
    return { ...JOB_FACTS, layers: ["llm-shield"], credential, left: sums };
  }

  const mayHold = ({ fields, raised }: Request) =>
    fields.some(
      ({ left, missed }) => missed > 0 || raised || left.some(({ reason }) => reason !== "default"),
    );

  test("pii_in_ai, steps and texts agree for every combination of unredacted values and every end of the job", () => {
    fc.assert(
      fc.property(request, (given) => {
        const [, result, contact] = given.ending;
        const { steps, data_exposure_summary: exposed } = traceOf(factsOf(given), result);
        const sent = given.fields.filter(({ isSent }) => isSent);
        const holds = mayHold({ ...given, fields: sent });
        const stepOf = (component: string) => steps.find((step) => step.component === component);

        expect(exposed.pii_in_ai).toBe(holds && contact !== "not_reached");
        expect(stepOf("inference-worker")?.pii_sent).toBe(holds);
        expect(stepOf("llm-shield")?.pii_sent).toBe(mayHold(given));

        const detail = stepOf("inference-worker")?.detail ?? "";
        const [, left = ""] = detail.split("left in the values: ");
        expect(/by list|by policy|missed|possibly/.test(left)).toBe(holds);
        expect(exposed.sandbox_b_saw).toContain(`left in the values: ${left}`);
        if (contact === "not_reached") expect(exposed.llm_saw).toBe("nothing");
        else expect(exposed.llm_saw).toContain(`left in the values: ${left}`);
        expect(exposed.hint?.includes("It is unknown how much personal data remained")).toBe(
          left.includes("possibly"),
        );
      }),
    );
  });

  test("the trace counts what the sanitiser left in the sent values, by type and reason", () => {
    fc.assert(
      fc.property(request, (given) => {
        const sent = given.fields.filter(({ isSent }) => isSent);
        const findings = sent.flatMap(({ left }) => left ?? []);
        const { steps, data_exposure_summary: exposed } = traceOf(factsOf(given), given.ending[1]);
        const detail = steps.find(({ action }) => action === "infer")?.detail ?? "";
        const sumOf = (kind: Pick<UnredactedCount, "type" | "reason">) =>
          findings
            .filter(({ type, reason }) => type === kind.type && reason === kind.reason)
            .reduce((sum, { count }) => sum + count, 0);
        for (const one of findings) {
          expect(detail).toContain(`${one.type}:${sumOf(one)} by ${one.reason}`);
          if (one.reason === "default") expect(exposed.hint).toMatch(`do not count: `);
        }
        const counted = detail.match(/:\d+ by (?:list|policy|default)/g) ?? [];
        expect(counted).toHaveLength(
          new Set(findings.map((one) => `${one.type} ${one.reason}`)).size,
        );
      }),
    );
  });
});

test("When an older row does not show what was left, pii_in_ai is true if anything may have been left", () => {
  const flagWith = (facts: Partial<JobFacts>) => traceOf(facts).data_exposure_summary.pii_in_ai;
  expect(flagWith({})).toBe(false);
  for (const facts of [{ types_kept: ["AGE"] }, { values_allowed: 1 }, { entity_lists: 1 }])
    expect(flagWith(facts)).toBe(true);
});

test("The trace names each engine outside the sanitiser and what it received", () => {
  const { steps } = traceOf({ layers: ["patterns", "names", "presidio", "llm-shield"] });
  expect(steps.map(({ step, component }) => `${step} ${component}`)).toEqual([
    "1 edge-gateway",
    "2 bridge",
    "3 sanitiser",
    "4 presidio",
    "5 llm-shield",
    "6 inference-worker",
    "7 edge-gateway",
  ]);
  expect(steps[3]).toMatchObject({ pii_sent: true, data_seen: expect.stringContaining("clear") });
  expect(steps[4]?.data_seen).toContain("placeholders");
  expect(steps[2]?.detail).toBe("PERSON:1; layers: L1, L2, L3");
  // A model that runs in the sanitiser's own process is not a separate component.
  expect(traceOf({ layers: ["patterns", "onnx"] }).steps).toHaveLength(5);
});

test("In proving-ground mode a step shows which component made the evaluation, even when the job fails", () => {
  for (const result of [COMPLETED, failed("provider_refused", 1, "anthropic")])
    expect(traceOf({ activity_id: "hiring-2026" }, result).steps[3]).toMatchObject({
      action: "evaluate ground truth",
      detail: expect.stringContaining("hiring-2026"),
    });
});

const now = new Date("2026-01-01T00:00:02.000Z");
const probed: IsolationReport = {
  aToB: "blocked",
  bToA: "blocked",
  enforcedBy: "service-credentials",
  probedAt: new Date("2026-01-01T00:00:01.000Z"),
};

describe("network_isolation in the trace", () => {
  test("the isolation is blocked when a recent probe found the connection blocked", () => {
    expect(networkIsolation(probed, now).sandbox_a_to_sandbox_b).toMatch(/^blocked/);
    expect(networkIsolation(probed, now).hint).toBeUndefined();
  });

  test("the isolation states what was measured in a cluster, with a hint when a sandbox reaches other targets", () => {
    const zone = {
      verdict: "blocked",
      probedAt: now,
      leaks: [],
      unproven: [],
      signed: undefined,
    } as const;
    const network = {
      ...probed,
      enforcedBy: "network-policy and service-credentials",
      zones: { a: zone, b: zone },
    } as const;
    expect(networkIsolation(network, now)).toMatchObject({
      sandbox_a_to_sandbox_b: expect.stringMatching(
        /^blocked: no connection from the sandbox's zone succeeded/,
      ),
      enforced_by: "network-policy and service-credentials",
    });
    const leaky = { ...network, zones: { a: zone, b: { ...zone, leaks: ["internet ::1:443"] } } };
    expect(networkIsolation(leaky, now).hint).toMatch(/a peer that it must not reach/);
  });

  test.each<[string, IsolationReport, Date]>([
    ["it was never probed", { ...probed, probedAt: undefined }, now],
    ["the last probe is five minutes old", probed, new Date(now.getTime() + 300_000)],
    ["the probe was not completed", { ...probed, aToB: "unverified" }, now],
    ["the access check admitted the other sandbox", { ...probed, aToB: "open" }, now],
  ])("the isolation is not blocked when %s, and a hint gives the reason", (_case, report, at) => {
    const said = networkIsolation(report, at);
    expect(said.sandbox_a_to_sandbox_b).not.toMatch(/^blocked/);
    expect(said.hint).toBeDefined();
  });
});

test.each([
  [0, "scan answer"],
  [
    2,
    "scan answer; placeholders in links, images and tags, or next to URLs, which are not restored: 2",
  ],
  [
    undefined,
    "scan answer; the number of placeholders in links, images and tags, or next to URLs, which are not restored, is unknown",
  ],
])(
  "When %p placeholders of a stream stay, then the last step of its trace says so",
  (left, detail) => {
    const [first, ...others] = traceOf().steps;
    const last = { ...first, detail: "scan answer" } as ComplianceTrace["steps"][number];
    const ended = endedTrace({ ...traceOf(), steps: [...others, last] }, left);
    expect(ended).toEqual({ ...traceOf(), steps: [...others, { ...last, detail }] });
  },
);
