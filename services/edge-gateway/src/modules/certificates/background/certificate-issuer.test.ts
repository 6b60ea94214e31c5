/** @slow makes and signs the claims of some calls */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type {
  CertificateOrder,
  CertificateSignature,
  IssuedCertificate,
} from "@veil/contracts/certificate";
import { CLAIM_COMPONENTS, type ClaimComponent } from "@veil/contracts/claims";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { createLogger } from "@veil/service-kit/telemetry";
import { createTestTrust, describeWithServer, until } from "@veil/testing";
import { createClaimSigner } from "@veil/veil/claims";
import { freshRequestId } from "../../../../test/support/certificate-boxes.ts";
import {
  type CertificateDatabase,
  openCertificateDatabase,
} from "../../../../test/support/certificate-database.ts";
import { createClaimedCall, OWNER, UNVERIFIED } from "../../../../test/support/claimed-call.ts";
import { createOwnClaimSigning } from "../adapters/http-signing.ts";
import { type EndedCertificate, endCertificate } from "../domain/pending-certificate.ts";
import { certificateHash, openCertificate } from "../domain/stored-certificate.ts";
import type { CertificateSigning, ClaimSigning, SignedOrRefused } from "../ports.ts";
import { createCertificateIssuer } from "./certificate-issuer.ts";

const KEY = Buffer.alloc(32, 1);
const testTrust = createTestTrust();
const foreign = createTestTrust();

let nowMs: number;
let stores: CertificateDatabase;
let components: ReturnType<typeof createComponents>;
let signer: ReturnType<typeof createSigner>;
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
  components = createComponents();
  signer = createSigner();
  outcomes = [];
  lines = [];
});

/** Creates components that sign their own claims unless they are down. */
function createComponents() {
  const down = new Set<ClaimComponent>();
  /** For each component, the ids of the legs in the order of the requests. */
  const asked = new Map<ClaimComponent, string[]>();
  const signing = (component: ClaimComponent): ClaimSigning => {
    const keys = testTrust.keysOf(component);
    const own = createOwnClaimSigning(createClaimSigner({ component, keys, nowMs: () => nowMs }));
    return {
      async sign(claims) {
        if (down.has(component)) throw new Error(`${component} does not answer`);
        const legs = claims.map(({ claim }) => claim.leg_id);
        asked.set(component, [...(asked.get(component) ?? []), ...legs]);
        return await own.sign(claims);
      },
    };
  };
  const ports = Object.fromEntries(
    CLAIM_COMPONENTS.map((component) => [component, signing(component)]),
  ) as Record<ClaimComponent, ClaimSigning>;
  return { down, asked, ports };
}

/** Creates a signer whose signatures are invalid and that refuses the calls in `refused`. */
function createSigner() {
  const refused = new Map<string, string>();
  const orders: CertificateOrder[] = [];
  const state = { isUp: true, onAsked: () => {} };
  const signing: CertificateSigning = {
    async sign(given) {
      state.onAsked();
      if (!state.isUp) throw new Error("The signer does not answer");
      orders.push(...given);
      return given.map((order): SignedOrRefused => {
        const code = refused.get(order.request_id);
        if (code !== undefined) return { refused: code };
        const certificate = issuedOf(order);
        return { certificate, sha256: certificateHash(certificate) };
      });
    },
  };
  return { refused, orders, state, signing };
}

function issuedOf(order: CertificateOrder): IssuedCertificate {
  const signature: CertificateSignature = {
    ...{ key_id: "k", algorithm: "Ed25519", signature: "ab".repeat(64) },
  };
  return {
    signable: {
      ...{ type: "veil/isolation-certificate/v1", protocol_version: 1, issuer: "veil" },
      ...{ environment: "development", issued_at: "2026-01-02T12:00:00Z" },
      ...{ manifest: { version: 1, sha256: "0".repeat(64) }, ...order },
    },
    ...{ signature, summary_signature: signature },
  };
}

/** Runs an issuer once. @param held - calls that its process has stored */
async function turn(held: readonly EndedCertificate[] = []): Promise<void> {
  age = undefined;
  await stores.setClock(nowMs);
  const destination = { write: (line: string) => void lines.push(line) };
  const issuer = createCertificateIssuer({
    ...{ certificates: stores.certificates, components: components.ports },
    ...{ signer: signer.signing, key: KEY, nowMs: () => nowMs },
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
    { key: KEY, maker: call.maker, release: null },
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

const stateOf = async (requestId: string) => (await stores.certificates.find(requestId))?.state;
const eventOf = async (requestId: string) =>
  (await stores.events()).find(({ request_id }) => request_id === requestId);

describeWithServer("postgres", "Certificates of ended calls", () => {
  test("An ended call gets a certificate, and an event of the call's owner contains its hash", async () => {
    const requestId = await ended();
    await turn();

    const { certificate } = (await stores.certificates.find(requestId)) ?? {};
    if (certificate === undefined) throw new Error("There is no certificate");
    const issued = openCertificate(KEY, requestId, { certificate });
    expect(issued.signable.claims.map(({ claim }) => claim.component).toSorted()).toEqual(
      [...CLAIM_COMPONENTS].toSorted(),
    );
    expect(await eventOf(requestId)).toMatchObject({
      ...{ event_type: "VEIL_CERTIFICATE_ISSUED", ...OWNER },
      payload: { certificate_sha256: certificateHash(issued) },
    });
    expect([outcomes, age]).toEqual([["issued"], 0]);
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
    const boxes = { pending: box, openings: box, openingsKeyBox: box };
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
