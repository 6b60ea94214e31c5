import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Tier } from "@veil/contracts/public/registration";
import { systemRandomBytes } from "@veil/crypto";
import { createTestTrust, describeWithServer, until } from "@veil/testing";
import type { CustomerId } from "../../src/modules/accounts/keys/caller.ts";
import { createJobIds } from "../../src/modules/calls/native/admission/run-native-call.ts";
import { parseDataKeys } from "../../src/platform/data-keys.ts";
import { type CutOffReplica, startReplica } from "../support/cut-off-replica.ts";
import { type GatewayDatabase, openGatewayDatabase } from "../support/gateway-database.ts";
import { DATA_KEY } from "../support/test-config.ts";

const SHORT_WAIT_MS = 300;
const LONG_WAIT_MS = 20_000;
/** With an unlimited tier, only the key is read from the database before the admission. */
const UNLIMITED = "enterprise";
const NEVER_ADMITTED = {
  error: "job_not_found",
  hint: "If the id came from a 202 response and you did not delete the job, the request was not admitted and not counted: send it again, with the same Idempotency-Key if you used one",
};

describeWithServer("postgres", "A lost response to an admission", () => {
  let gateway: GatewayDatabase;
  let customerId: CustomerId;
  let apiKey: string;
  let testTrust: ReturnType<typeof createTestTrust>;
  const running: CutOffReplica[] = [];
  beforeAll(async () => {
    gateway = await openGatewayDatabase();
  });
  afterAll(() => gateway.close());
  beforeEach(async () => {
    await gateway.database.execute("delete from jobs");
    testTrust = createTestTrust();
  });
  afterEach(() => Promise.all(running.splice(0).map((replica) => replica.kill())));

  async function replica({
    waitMs = SHORT_WAIT_MS,
    monthlyLimit = 500,
  } = {}): Promise<CutOffReplica> {
    const settings = { MONTHLY_LIMIT_FREE: String(monthlyLimit) };
    const started = await startReplica({ gateway, testTrust, waitMs, settings });
    running.push(started);
    return started;
  }
  async function seen(options: Parameters<typeof replica>[0] & { tier?: Tier } = {}) {
    const one = await replica(options);
    ({ apiKey, customerId } = await one.provision({ tier: options.tier ?? "free" }));
    return one;
  }
  const kill = (replica: CutOffReplica) => {
    running.splice(running.indexOf(replica), 1);
    return replica.kill();
  };
  const committed = () =>
    until("the job is in the database", async () => {
      const text = "select from jobs where customer_id = $1 and state = 'admitted'";
      return (await gateway.database.query(text, [customerId])).length > 0;
    });
  const attempted = (one: CutOffReplica) =>
    until("the admission is on its way", () => one.admissionsSent() > 0);
  const post = (one: CutOffReplica, headers = {}) => one.post(apiKey, headers);
  const call = (one: CutOffReplica, method: "get" | "delete", jobId: string) =>
    one.call(method, jobId, apiKey);
  const repeatEnded = (one: CutOffReplica, jobId: string) =>
    until(
      "the repeat has come to its end",
      async () => (await call(one, "get", jobId)).status === 404,
    );
  async function used(): Promise<number> {
    const text = "select used from usage_monthly where customer_id = $1";
    return (await gateway.database.optional<{ used: number }>(text, [customerId]))?.used ?? 0;
  }
  /** Expects a 202 that contains only the job's id, and returns the id. */
  function acceptedOf({ status, body }: { status: number; body: Record<string, string> }): string {
    expect({ status, body }).toEqual({
      status: 202,
      body: { status: "processing", job_id: expect.stringMatching(/^job_[0-9a-f]{32}$/) },
    });
    return String(body["job_id"]);
  }
  const finished = (one: CutOffReplica, jobId: string) =>
    until("the job is finished", async () => {
      const { status, body } = await call(one, "get", jobId);
      if (status === 200) return body as { status: string };
      expect(status).toBe(202);
      return undefined;
    });

  test("When the database is lost after the commit, then the client gets 202, and the job runs and counts once when the database is back", async () => {
    const one = await seen();
    one.lose("commit-lost");
    const sending = post(one);
    await committed();
    await one.cut();
    const jobId = acceptedOf(await sending);
    expect(acceptedOf(await call(one, "get", jobId))).toBe(jobId);
    expect(one.worked()).toEqual([]);
    await one.mend();
    expect(await finished(one, jobId)).toMatchObject({ status: "JOB_STATUS_COMPLETED" });
    expect(one.worked()).toEqual([jobId]);
    expect(await used()).toBe(1);
  });

  test("When the database is lost before the commit, then the client gets 202, and the job is admitted once when the database is back", async () => {
    const one = await seen();
    one.lose("commit-never-made");
    const sending = post(one);
    await attempted(one);
    await one.cut();
    const jobId = acceptedOf(await sending);
    expect(await used()).toBe(0);
    await one.mend();
    expect(await finished(one, jobId)).toMatchObject({ status: "JOB_STATUS_COMPLETED" });
    expect(one.worked()).toEqual([jobId]);
    expect(await used()).toBe(1);
  });

  test("When the lost database is back within the wait, then the client gets the answer", async () => {
    const one = await seen({ waitMs: LONG_WAIT_MS });
    one.lose("commit-lost");
    const sending = post(one);
    await committed();
    await one.cut();
    await one.mend();
    const { status, body } = await sending;
    expect([status, body.status]).toEqual([200, "JOB_STATUS_COMPLETED"]);
    expect(one.worked()).toHaveLength(1);
    expect(await used()).toBe(1);
  });

  test("When the replica is killed after the commit, then another replica runs the job", async () => {
    const [one, other] = [await seen(), await replica({ waitMs: LONG_WAIT_MS })];
    one.lose("commit-lost");
    const sending = post(one);
    await committed();
    await one.cut();
    const jobId = acceptedOf(await sending);
    await kill(one);
    // Let the dead replica's lease expire.
    await gateway.owner.execute("update job_outbox set leased_until = now()");
    expect(await finished(other, jobId)).toMatchObject({ status: "JOB_STATUS_COMPLETED" });
    expect([...one.worked(), ...other.worked()]).toEqual([jobId]);
    expect(await used()).toBe(1);
  });

  test("When the replica is killed before the commit, then reading the job gets a 404 that tells the client to send it again", async () => {
    const [one, other] = [await seen(), await replica({ waitMs: LONG_WAIT_MS })];
    one.lose("commit-never-made");
    const sending = post(one);
    await attempted(one);
    await one.cut();
    const jobId = acceptedOf(await sending);
    await kill(one);
    const { status, body } = await call(other, "get", jobId);
    expect(status).toBe(404);
    expect(body).toMatchObject(NEVER_ADMITTED);
    expect(await used()).toBe(0);
  });

  test.each(["get", "delete"] as const)(
    "When a %s through another replica reported the job as never admitted, then the job is never admitted later",
    async (method) => {
      const [one, other] = [await seen(), await replica({ waitMs: LONG_WAIT_MS })];
      one.lose("commit-never-made");
      const sending = post(one);
      await attempted(one);
      await one.cut();
      const jobId = acceptedOf(await sending);
      const { status, body } = await call(other, method, jobId);
      expect(status).toBe(404);
      expect(body).toMatchObject(NEVER_ADMITTED);
      await one.mend();
      await repeatEnded(one, jobId);
      expect(await call(one, "get", jobId)).toMatchObject({ status: 404 });
      expect([...one.worked(), ...other.worked()]).toEqual([]);
      expect(await used()).toBe(0);
    },
  );

  test("When the job is deleted through another replica, then the repeated admission does not restore it", async () => {
    const [one, other] = [await seen(), await replica({ waitMs: LONG_WAIT_MS })];
    one.lose("commit-lost");
    const sending = post(one);
    await committed();
    await one.cut();
    const jobId = acceptedOf(await sending);
    expect((await call(other, "delete", jobId)).status).toBe(204);
    await one.mend();
    await repeatEnded(one, jobId);
    expect(await call(one, "get", jobId)).toMatchObject({ status: 404 });
    expect(one.worked()).toEqual([]);
    expect(await used()).toBe(1);
  });

  test("When the quota is used up before the repeated admission, then reading the job gets a 404, and it is not counted", async () => {
    const one = await seen({ monthlyLimit: 1 });
    one.lose("commit-never-made");
    const sending = post(one);
    await attempted(one);
    await one.cut();
    const jobId = acceptedOf(await sending);
    const other = await replica({ monthlyLimit: 1, waitMs: LONG_WAIT_MS });
    expect((await post(other)).status).toBe(200);
    await one.mend();
    await repeatEnded(one, jobId);
    const { status, body } = await call(one, "get", jobId);
    expect(status).toBe(404);
    expect(body).toMatchObject(NEVER_ADMITTED);
    expect(one.worked()).toEqual([]);
    expect(await used()).toBe(1);
  });

  test("When the repeated admission finds the quota used up within the wait, then the client gets 429 quota_exceeded", async () => {
    const one = await seen({ monthlyLimit: 1, waitMs: LONG_WAIT_MS });
    one.lose("commit-never-made");
    const sending = post(one);
    await attempted(one);
    await one.cut();
    const other = await replica({ monthlyLimit: 1, waitMs: LONG_WAIT_MS });
    expect((await post(other)).status).toBe(200);
    await one.mend();
    const { status, body } = await sending;
    expect([status, body.error]).toEqual([429, "quota_exceeded"]);
    expect(await used()).toBe(1);
  });

  test.each([SHORT_WAIT_MS, LONG_WAIT_MS])(
    "When another replica admitted the same Idempotency-Key meanwhile (wait %p ms), then the client gets that job, which runs once",
    async (waitMs) => {
      const headers = { "idempotency-key": "once" };
      const [one, other] = [await seen({ waitMs }), await replica({ waitMs: LONG_WAIT_MS })];
      one.lose("commit-never-made");
      const sending = post(one, headers);
      await attempted(one);
      await one.cut();
      const given = waitMs === LONG_WAIT_MS ? undefined : acceptedOf(await sending);
      const answered = await post(other, headers);
      expect(answered.status).toBe(200);
      await one.mend();
      const again = async () => {
        const reply = await post(one, headers);
        return reply.status === 200 && reply;
      };
      const reply = given === undefined ? await sending : await until("it is answered", again);
      expect(reply.status).toBe(200);
      const jobId = answered.body.compliance_trace.job_id;
      expect(reply.body.compliance_trace.job_id).toBe(jobId);
      if (given !== undefined) {
        await repeatEnded(one, given);
        expect((await call(one, "get", given)).status).toBe(404);
      }
      expect([...one.worked(), ...other.worked()]).toEqual([jobId]);
      expect(await used()).toBe(1);
    },
  );

  test("Reading or deleting an unknown job writes to the database only if the gateway issued its id to this customer", async () => {
    const one = await seen();
    const stored = () => gateway.database.query("select job_id from jobs");
    for (let count = 0; count < 20; count++) {
      const id = `job_${randomBytes(16).toString("hex")}`;
      for (const method of ["get", "delete"] as const)
        expect((await call(one, method, id)).status).toBe(404);
    }
    expect(await stored()).toEqual([]);
    const { customerId: other } = await one.provision({ tier: "free" });
    const ids = createJobIds(parseDataKeys(DATA_KEY).macs("job-ids"), systemRandomBytes);
    expect((await call(one, "get", ids.mint(other))).status).toBe(404);
    expect(await stored()).toEqual([]);
    const own = ids.mint(customerId);
    expect((await call(one, "get", own)).status).toBe(404);
    expect(await stored()).toEqual([{ job_id: own }]);
  });

  test("When the database was down before anything was sent, then the client gets 503, because nothing can have been admitted", async () => {
    const one = await seen({ tier: UNLIMITED });
    expect((await call(one, "get", "job_none")).status).toBe(404);
    await one.cut();
    const { status, body } = await post(one);
    expect([status, body.error]).toEqual([503, "inference_service_unavailable"]);
    await one.mend();
    expect(await used()).toBe(0);
  });
});
