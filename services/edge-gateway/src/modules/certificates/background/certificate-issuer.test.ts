/** @slow makes and signs the claims of some calls */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { CLAIM_COMPONENTS } from "@veil/contracts/claims";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { hmacSha256, sha256Hex, systemRandomBytes } from "@veil/crypto";
import { createLogger } from "@veil/service-kit/telemetry";
import { createTestTrust, describeWithServer, until } from "@veil/testing";
import { claimBytes } from "@veil/veil/claims";
import { loggedBytes } from "@veil/veil/verifier";
import { freshRequestId } from "../../../../test/support/certificate-boxes.ts";
import {
  type CertificateDatabase,
  openCertificateDatabase,
} from "../../../../test/support/certificate-database.ts";
import { createClaimedCall, OWNER, UNVERIFIED } from "../../../../test/support/claimed-call.ts";
import {
  createSigningComponents,
  createTestSigner,
} from "../../../../test/support/signing-components.ts";
import { sealingUnder } from "../../../platform/sealed-record.ts";
import {
  type EndedCertificate,
  endCertificate,
  SEALED_PENDING,
} from "../domain/pending-certificate.ts";
import { openCertificate } from "../domain/stored-certificate.ts";
import { createCertificateIssuer } from "./certificate-issuer.ts";

const SEALING = sealingUnder(Buffer.alloc(32, 1));
const testTrust = createTestTrust();
const foreign = createTestTrust();

let nowMs: number;
let stores: CertificateDatabase;
let components: ReturnType<typeof createSigningComponents>;
let signer: ReturnType<typeof createTestSigner>;
let outcomes: string[];
let lines: string[];
let age: number | undefined;
/** Adds a call to the queue of the current issuer. */
let enqueue: (end: EndedCertificate) => void;
beforeAll(async () => {
  stores = await openCertificateDatabase();
});
afterAll(() => stores.close());
beforeEach(async () => {
  nowMs = Date.parse("2026-01-02T12:00:00Z");
  await stores.empty(nowMs);
  components = createSigningComponents(testTrust, () => nowMs);
  signer = createTestSigner();
  outcomes = [];
  lines = [];
});

/** Runs an issuer once. @param held - calls that its process has stored */
async function turn(held: readonly EndedCertificate[] = []): Promise<void> {
  age = undefined;
  await stores.setClock(nowMs);
  const destination = { write: (line: string) => void lines.push(line) };
  const issuer = createCertificateIssuer({
    ...{ certificates: stores.certificates, components: components.ports },
    ...{ signer: signer.signing, sealing: SEALING, nowMs: () => nowMs },
    onDecided: (outcome) => outcomes.push(outcome),
    onPendingAge: (seconds) => {
      age = seconds;
    },
    onEvents: () => {},
    log: createLogger({ service: "edge-gateway", level: "warn", destination }),
  });
  ({ enqueue } = issuer);
  for (const end of held) enqueue(end);
  issuer.trigger();
  issuer.start();
  await until("the turn is over", () => age !== undefined);
  await issuer.stop();
}

const OUTPUT = "what the model wrote";

/** Stores a call that another process left. @param trust - keys that authenticate its claims */
async function ended(trust = testTrust): Promise<string> {
  const { requestId } = await stored({ trust, leaseMs: -1 });
  return requestId;
}

async function stored({ trust = testTrust, leaseMs }: StoredOptions = {}) {
  const requestId = freshRequestId();
  const call = createClaimedCall(trust, () => nowMs);
  const end = endCertificate(
    { sealing: SEALING, maker: call.maker, release: null, random: systemRandomBytes },
    call.draft(requestId),
    {
      ...{ status: "completed", worker: call.worker(requestId, OUTPUT), output: OUTPUT },
      ...{ response: "an answer", trace: {} as ComplianceTrace, dlpRedacted: false, attempts: 1 },
      isolation: UNVERIFIED,
    },
  );
  const given = { ...end, ...(leaseMs !== undefined && { leaseMs }) };
  await stores.add(given);
  return given;
}

interface StoredOptions {
  readonly trust?: typeof testTrust;
  readonly leaseMs?: number;
}

async function stateOf(requestId: string) {
  const { isRefused = false, issued } = (await stores.certificates.find(requestId)) ?? {};
  if (isRefused) return "refused";
  return issued === undefined ? "pending" : "issued";
}
const eventOf = async (requestId: string) =>
  (await stores.events()).find(({ request_id }) => request_id === requestId);

describeWithServer("postgres", "Certificates of ended calls", () => {
  test("Ended calls get certificates of one batch, and an event without an owner contains its hash", async () => {
    const requestIds = [await ended(), await ended()];
    await turn();

    const rows = await Promise.all(
      requestIds.map(async (requestId) => {
        const { issued } = (await stores.certificates.find(requestId)) ?? {};
        if (issued === undefined) throw new Error("There is no certificate");
        return openCertificate(SEALING, requestId, issued).certificate;
      }),
    );
    for (const { signable } of rows)
      expect(signable.claims.map(({ claim }) => claim.component).toSorted()).toEqual(
        [...CLAIM_COMPONENTS].toSorted(),
      );
    const [first, second] = rows;
    expect(first?.place?.root).toBe(second?.place?.root);
    expect(new Set(rows.map(({ place }) => place?.index))).toEqual(new Set([0, 2]));
    const [event] = await stores.events();
    expect(event).toMatchObject({
      ...{ event_type: "VEIL_CERTIFICATES_ISSUED", actor: "system" },
      payload: {
        certificate_sha256: first && sha256Hex(loggedBytes(first)),
        entry_count: "2",
      },
    });
    expect(JSON.stringify(event)).not.toContain(OWNER.scope);
    expect([outcomes, age]).toEqual([["issued", "issued"], 0]);
  });

  test("When the signer refuses a call, then that is final, is counted, and is recorded in an event with the failed step", async () => {
    const [good, bad] = [await ended(), await ended()];
    signer.refused.set(bad, "edge_mismatch");
    await turn();
    expect([await stateOf(good), await stateOf(bad)]).toEqual(["issued", "refused"]);
    expect(await eventOf(bad)).toMatchObject({
      ...{ event_type: "VEIL_CERTIFICATE_REFUSED", ...OWNER },
      payload: { error_type: "edge_mismatch", severity: "high" },
    });
    expect(outcomes.toSorted()).toEqual(["issued", "refused"]);
  });

  test("When a component refuses to sign a claim, then the claim's call is refused and not sent to the signer", async () => {
    const [good, bad] = [await ended(), await ended(foreign)];
    await turn();
    expect([await stateOf(good), await stateOf(bad)]).toEqual(["issued", "refused"]);
    expect(signer.orders.map(({ request_id }) => request_id)).toEqual([good]);
    expect(await eventOf(bad)).toMatchObject({
      event_type: "VEIL_CERTIFICATE_REFUSED",
      payload: { error_type: "claim_refused" },
    });
  });

  test("When a stored call cannot be read, then it stays pending, its age is reported, and the other calls get their certificates", async () => {
    const unreadable = freshRequestId();
    const box = Buffer.from("no box");
    const boxes = { record: box, openings: box, openingsKeyBox: box };
    await stores.add({ requestId: unreadable, ...boxes, leaseMs: -1 });
    const good = await ended();
    nowMs += 5_000;
    await turn();
    expect([await stateOf(unreadable), await stateOf(good)]).toEqual(["pending", "issued"]);
    expect(age).toBe(5);
    expect(JSON.parse(lines[0] ?? "{}")).toMatchObject({ request_id: unreadable });
  });

  describe("A call that this process has ended", () => {
    test("a call of this process is certified without being read again, and a call of another process waits until its lease expires", async () => {
      const [own, other] = [await stored(), await stored()];
      await turn([own]);
      expect([await stateOf(own.requestId), await stateOf(other.requestId)]).toEqual([
        "issued",
        "pending",
      ]);
      expect(signer.orders.map(({ request_id }) => request_id)).toEqual([own.requestId]);
    });

    test("a call that ends while a batch is signed waits for the next run, so that it shares a batch with later calls", async () => {
      const [first, second] = [await stored(), await stored()];
      signer.state.onAsked = () => enqueue(second);
      await turn([first]);
      const states = [first, second].map(({ requestId }) => stateOf(requestId));
      expect(await Promise.all(states)).toEqual(["issued", "pending"]);
    });

    test("a call is certified by another process when this process has died", async () => {
      const { requestId } = await stored();
      await turn();
      expect(await stateOf(requestId)).toBe("pending");
      nowMs += 10_001;
      await turn();
      expect(await stateOf(requestId)).toBe("issued");
    });

    test("a call is read again after the signer did not respond", async () => {
      const own = await stored();
      signer.state.isUp = false;
      await turn([own]);
      expect(await stateOf(own.requestId)).toBe("pending");
      signer.state.isUp = true;
      nowMs += 5_001;
      await turn();
      expect(await stateOf(own.requestId)).toBe("issued");
    });
  });

  describe.each<[string, () => void, () => void]>([
    ["a component", () => components.down.add("bridge"), () => components.down.delete("bridge")],
    [
      "the signer",
      () => void Object.assign(signer.state, { isUp: false }),
      () => void Object.assign(signer.state, { isUp: true }),
    ],
  ])("While %s is down", (_what, stop, start) => {
    test("calls stay pending, their age is reported, and they are certified soon after the outage", async () => {
      const requestId = await ended();
      stop();
      nowMs += 3_000;
      await turn();
      expect([await stateOf(requestId), age, await stores.events()]).toEqual(["pending", 3, []]);

      start();
      await turn();
      expect(await stateOf(requestId)).toBe("pending");
      nowMs += 5_001;
      await turn();
      expect(await stateOf(requestId)).toBe("issued");
    });
  });

  test("A call that the previous version stored, with MACs over whole claims, gets a certificate in the same run as newer calls", async () => {
    const { requestId, opened } = await stored({ leaseMs: -1 });
    if (opened === undefined) throw new Error("There is no record");
    const claims = opened.claims.map(({ claim }) => {
      const [macKey = Buffer.alloc(0)] = testTrust
        .keysOf(claim.component)
        .derived("claim", "veil/claim-mac/v1");
      return { claim, mac: hmacSha256(macKey, claimBytes(claim)).toString("hex") };
    });
    const { owner, facts } = opened;
    const pending = SEALED_PENDING.seal(SEALING, requestId, { owner, facts, claims });
    await stores.change(
      "set record = null, pending = $2 where request_id = $1",
      requestId,
      pending,
    );
    const newer = await ended();
    await turn();
    expect([await stateOf(newer), await stateOf(requestId)]).toEqual(["issued", "issued"]);
  });

  test("Components get their batches in different orders, so that claims cannot be linked by their position", async () => {
    const calls: string[] = [];
    while (calls.length < 20) calls.push(await ended());
    await turn();
    const orders = CLAIM_COMPONENTS.map((component) =>
      components.asked
        .get(component)
        ?.map((leg) => leg.slice(-32))
        .join(),
    );
    expect(orders).toHaveLength(4);
    expect(new Set([...orders, calls.map((requestId) => requestId.slice(-32)).join()]).size).toBe(
      5,
    );
    for (const order of orders) expect(order?.split(",")).toHaveLength(20);
  });
});
