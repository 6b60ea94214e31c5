import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import type { PlannedCluster } from "./cluster/plan-cluster.ts";
import { PROVIDER_ADDRESS } from "./cluster/plan-cluster.ts";
import { WITNESS_HOST } from "./servers/witness.ts";
import type { Isolated } from "./stack/open-isolated.ts";

const PROXY_PORT = 3_128;
/**
 * Matches a request of C2SP tlog-witness: the old size, a proof, and a checkpoint that only the log
 * has signed.
 */
const ONLY_A_CHECKPOINT =
  /^old \d+\n(?:[\w+/]{43}=\n)*\nveil-gateway\/audit\n\d+\n[\w+/]{43}=\n\n\u2014 veil-gateway\/audit [\w+/=]{92}\n$/;

export function describeWitness(isolated: () => Isolated, planned: PlannedCluster): void {
  /** Sends a request to a proxy from the pod `client`. @returns the status line of the response */
  async function askProxy(client: string, proxy: string, request: string): Promise<string> {
    const [address = ""] = planned.pod(proxy).addresses;
    const from = planned.pod(client);
    const port = await isolated().forwards.through(from, address, PROXY_PORT);
    const socket = connect(port, "127.0.0.1");
    socket.write(`${request} HTTP/1.1\r\nhost: ${WITNESS_HOST}\r\n\r\n`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    return answer.toString().split("\r\n")[0] ?? "";
  }

  test("A witness on the Internet cosigns the log through the audit zone's proxy, and receives only checkpoints", async () => {
    await isolated().scenario.customer();
    const opsUrl = isolated().scenario.stack.opsUrl("audit");
    await until("the log is cosigned", async () => {
      const response = await fetch(`${opsUrl}/invariant`);
      const { log } = (await response.json()) as {
        log: { witnesses: readonly { state: string; cosigned_size: number | null }[] };
      };
      const [witness] = log.witnesses;
      return witness?.state === "cosigned" && (witness.cosigned_size ?? 0) > 0;
    });
    const { received } = isolated().witness;
    expect(received.length).toBeGreaterThan(0);
    for (const body of received) expect(body).toMatch(ONLY_A_CHECKPOINT);
  });

  test("The audit zone's proxy connects the audit service to the witness's host at port 443, and to no other host or port", async () => {
    const ask = (request: string) =>
      askProxy("veil-audit/audit", "veil-audit/audit-proxy", request);
    expect(await ask(`CONNECT ${WITNESS_HOST}:443`)).toMatch(/^HTTP\/1\.1 200 /);
    for (const refused of [
      "CONNECT api.anthropic.com:443",
      `CONNECT ${PROVIDER_ADDRESS}:443`,
      `CONNECT ${WITNESS_HOST}:80`,
      `CONNECT ${WITNESS_HOST}.example.com:443`,
      "CONNECT gateway-db.veil-data.svc:5432",
      "CONNECT 169.254.169.254:443",
      `GET http://${WITNESS_HOST}/`,
    ])
      expect([refused, await ask(refused)]).toEqual([
        refused,
        expect.stringMatching(/^HTTP\/1\.1 403 /),
      ]);
  });

  test("The CronJob that prunes the log reads the public keys, and keeps events for AUDIT_DAYS", async () => {
    expect(await isolated().prune({})).toBe("AUDIT_DAYS is 0: every event is kept\n");
    expect(await isolated().prune({ AUDIT_DAYS: "1" })).toBe("0 events pruned\n");
  });

  test("The worker's proxy refuses to connect to the witness", async () => {
    const request = `CONNECT ${WITNESS_HOST}:443`;
    expect(
      await askProxy("veil-inference/inference-worker", "veil-inference/egress-proxy", request),
    ).toMatch(/^HTTP\/1\.1 403 /);
  });
}
