/** @heavy starts a stack, and kills a service while calls are in flight */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  gatewayClient,
  openTestBed,
  type PlayedRound,
  playRound,
  readLogState,
  readRecord,
  reconcile,
  settle,
  type TestBed,
} from "@veil/chaos";
import { queryAs } from "@veil/local-stack/inspection";

const FAULT = {
  target: "edge-gateway",
  kind: "kill",
  afterMs: 800,
  lastsMs: 1_000,
  clockS: 0,
} as const;

describe("A round of npm run chaos", () => {
  let bed: TestBed;
  let gateway: ReturnType<typeof gatewayClient>;
  let before: Awaited<ReturnType<typeof readLogState>>;
  let played: PlayedRound;
  const bySql = (text: string, values: readonly unknown[] = []) =>
    queryAs<Record<string, string>>(bed.stack.databases.gatewayAdminUrl, text, values);
  const discrepancies = async () => {
    const { ended, recoveredMs } = played;
    const record = await readRecord(bed, gateway, ended, before);
    return reconcile({ ...record, recoveredMs, fault: FAULT }, bed.profile);
  };
  const completedJob = () => {
    const found = played.ended.find(
      ({ call, outcome }) => call.kind === "native" && outcome.kind === "completed",
    );
    if (found === undefined) throw new Error("No native call was completed");
    return found;
  };

  beforeAll(async () => {
    bed = await openTestBed({ profile: "embedded", choices: [FAULT], env: {}, onLog: () => {} });
    gateway = gatewayClient(bed.gatewayUrl);
    before = await readLogState(bed);
    played = await playRound(bed, gateway, FAULT);
  });
  afterAll(async () => {
    await gateway?.close();
    await bed?.stop();
  });

  test("When the gateway is killed under load, then every call is final, and no component contradicts another", async () => {
    expect(played.ended).toHaveLength(24);
    expect(played.recoveredMs).toBeGreaterThanOrEqual(0);
    expect(await discrepancies()).toEqual([]);
  });

  test("A usage that was changed is a discrepancy of its call", async () => {
    const { call, requestId } = completedJob();
    const change = `update usage_monthly set used = used + $1 where customer_id =
      (select customer_id from jobs where request_id = $2)`;
    await bySql(change, [1, requestId]);
    const what = "it was completed and is counted 2 times";
    expect(await discrepancies()).toEqual([{ id: requestId ?? call.id, what }]);
    await bySql(change, [-1, requestId]);
  });

  test("A value in a table is a discrepancy that names the call and the table, not the value", async () => {
    const { call } = completedJob();
    await bySql("create table planted (value text)");
    await bySql("insert into planted values ($1)", [call.values[0]?.toUpperCase()]);
    const what = "a value of the call is in gateway database, public.planted";
    expect(await discrepancies()).toEqual([{ id: call.id, what }]);
    await bySql("drop table planted");
  });

  test("A log that lost its entries is a discrepancy of the stack", async () => {
    const head = before;
    before = { ...head, seq: "1", hash: "0".repeat(64) };
    const what = "the audit log lost entries that it had before the round";
    expect(await discrepancies()).toEqual([{ id: undefined, what }]);
    before = head;
  });

  test("A checkpoint of another history is a discrepancy of the stack", async () => {
    const earlier = before;
    before = { ...earlier, checkpoint: { origin: "", size: 1, root: Buffer.alloc(32) } };
    const what = "the checkpoint does not continue the one before the round";
    expect(await discrepancies()).toEqual([{ id: undefined, what }]);
    before = earlier;
  });

  test("When a stored result is deleted, then its call is counted twice, because the client sends it again", async () => {
    const { call, reply, requestId } = completedJob();
    const [job] = await bySql("select job_id from jobs where request_id = $1", [requestId]);
    await bySql("delete from jobs where request_id = $1", [requestId]);
    const accepted = { status: 202, requestId: "", text: "", body: { job_id: job?.["job_id"] } };
    const repeated = await settle(gateway, call, { ...reply, ...accepted });
    played = {
      ...played,
      ended: played.ended.map((ended) => (ended.call === call ? { ...ended, ...repeated } : ended)),
    };
    const what = "it was completed and is counted 2 times";
    expect(await discrepancies()).toEqual([{ id: repeated.requestId, what }]);
  });
});
