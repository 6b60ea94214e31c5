import { afterEach, expect, test } from "@jest/globals";
import { silentLogger } from "@veil/service-kit/telemetry";
import { until } from "@veil/testing";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import type { Admission, AdmissionOutcome } from "../ports.ts";
import { createOpenAdmissions } from "./open-admissions.ts";

const CUSTOMER = "cus_1" as CustomerId;
const NOW = new Date("2026-01-01T00:00:00Z");
let stop = async (): Promise<void> => {};
afterEach(() => stop());

function setUp(outcomes: (AdmissionOutcome | Error)[]) {
  const dispatched: string[] = [];
  const clock = { now: NOW };
  const repeats = { made: 0 };
  async function admit(): Promise<AdmissionOutcome> {
    repeats.made += 1;
    const outcome = outcomes.shift() ?? { kind: "unknown" };
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }
  const started = createOpenAdmissions({
    jobs: { admit },
    dispatch: ({ jobId }) => void dispatched.push(jobId),
    onEvents: () => {},
    leaseMs: 5_000,
    nowMs: () => clock.now.getTime(),
    log: silentLogger,
  });
  stop = started.stop;
  return { ...started, dispatched, clock, repeats };
}

function admission(message = "sealed"): Admission {
  return {
    jobId: "job_1",
    customerId: CUSTOMER,
    message,
    deadline: new Date(NOW.getTime() + 60_000),
  } as Partial<Admission> as Admission;
}

test("When a job turns out to be admitted, then it is sent once, and not before that is known", async () => {
  const { settle, dispatched, has } = setUp([
    new Error("refused"),
    { kind: "unknown" },
    { kind: "admitted", leased: true },
  ]);
  const settling = settle(admission());
  expect([has(CUSTOMER, "job_1"), has("cus_2" as CustomerId, "job_1")]).toEqual([true, false]);
  expect(dispatched).toEqual([]);
  expect(await settling).toEqual({ kind: "admitted", leased: true });
  expect(dispatched).toEqual(["job_1"]);
  expect(has(CUSTOMER, "job_1")).toBe(false);
});

test.each<AdmissionOutcome>([
  { kind: "admitted", leased: false },
  { kind: "quota_exceeded", used: 1 },
  { kind: "duplicate" },
  { kind: "gone" },
])(
  "When the outcome of an open admission is %j, then this replica does not send the job",
  async (outcome) => {
    const { settle, dispatched } = setUp([outcome]);
    expect(await settle(admission())).toEqual(outcome);
    expect(dispatched).toEqual([]);
  },
);

test("When the deadline of an open admission has passed, then it is no longer retried", async () => {
  const { settle, clock, has } = setUp([]);
  const settling = settle(admission());
  clock.now = admission().deadline;
  expect(await settling).toBeUndefined();
  expect(has(CUSTOMER, "job_1")).toBe(false);
});

test("When this replica stops, then it retries no admissions and leaves admitted jobs to another replica", async () => {
  const { settle, repeats, dispatched } = setUp([]);
  const settling = settle(admission());
  await until("it was repeated", () => repeats.made > 0);
  await stop();
  expect(await settling).toBeUndefined();
  expect(await settle(admission())).toBeUndefined();
  expect(dispatched).toEqual([]);
});

test("When the messages of open admissions take too much memory, then further admissions are not retried", async () => {
  const { settle } = setUp([]);
  const first = settle(admission("x".repeat(60 * 1024 * 1024)));
  expect(
    await settle({ ...admission("x".repeat(5 * 1024 * 1024)), jobId: "job_2" }),
  ).toBeUndefined();
  await stop();
  expect(await first).toBeUndefined();
});
