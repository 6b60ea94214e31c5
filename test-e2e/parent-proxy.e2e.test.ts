/** @heavy starts squid and a stack */
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer } from "node:tls";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { PortBlock } from "@veil/local-stack";
import { describeWhere, startTunnel, type Tunnel, until } from "@veil/testing";
import { createTestCa } from "@veil/testing/tls";
import { startSimulator } from "@veil/upstream-simulator";
import { finalOf, withGateway } from "./support/clients/gateway.ts";
import { guideBlock } from "./support/deployment/deploy-guide.ts";
import { REPOSITORY } from "./support/deployment/manifests.ts";
import { hasSquid, type Squid, startSquid } from "./support/network/start-squid.ts";
import { describeEmbeddedOnly } from "./support/scenario.ts";
import { letterRequest, PERSON_EN } from "./support/texts.ts";

const HOST = "model.example.com";
const read = (file: string) => readFileSync(path.join(REPOSITORY, file), "utf8");

/** Returns squid's configuration as docs/release.md says, for another proxy on this machine. */
function configFor(proxy: Tunnel): string {
  const shipped = read("k8s/base/inference/egress-proxy/squid.conf");
  const lines = guideBlock("script", "parent", read("docs/release.md"));
  const { port } = new URL(proxy.url);
  const parent = lines.replace("proxy.example.com parent 3128", `127.0.0.1 parent ${port}`);
  expect(parent).not.toBe(lines);
  expect(shipped).toContain("\nhttp_access deny inside\n");
  return `${shipped.replace("\nhttp_access deny inside\n", "\n")}${parent}`;
}

const ports = await PortBlock.reserve();
const squidPort = await ports.next();
const authority = await createTestCa();
const caFile = path.join(tmpdir(), `veil-parent-proxy-ca-${process.pid}.pem`);
let outside: Tunnel;
let squid: Squid;
const toClose: (() => unknown)[] = [];

/** Starts a model with a certificate of the private authority, behind squid and another proxy. */
async function startOutside(): Promise<void> {
  writeFileSync(caFile, authority.ca);
  const simulator = await startSimulator();
  const model = createServer(await authority.issue({ dns: [HOST] }), (socket) => {
    const upstream = connect(simulator.port, "127.0.0.1");
    for (const end of [socket, upstream]) end.on("error", () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  model.on("tlsClientError", () => {});
  model.listen(0, "127.0.0.1");
  await once(model, "listening");
  outside = await startTunnel((model.address() as AddressInfo).port);
  squid = await startSquid({
    ...{ port: squidPort, config: configFor(outside), allowedHosts: `${HOST}\n` },
  });
  toClose.push(
    () => squid.stop(),
    () => outside.close(),
    () => model.close(),
    () => simulator.close(),
  );
  // Squid uses a parent only a moment after its start.
  await until(
    "squid uses the other proxy",
    async () => (await squid.connect(`${HOST}:443`)) === 200,
  );
}

beforeAll(async () => {
  if (hasSquid) await startOutside();
});
afterAll(async () => {
  for (const close of toClose) await close();
  rmSync(caFile, { force: true });
  ports.release();
});

describeWhere(hasSquid, "A model with a private authority", "squid", () => {
  describeEmbeddedOnly(
    "behind squid and another HTTP proxy",
    (scenario) => {
      test("Without the authority, the call fails, although the model is reached", async () => {
        const { gateway, customer } = scenario();
        const { apiKey } = await customer({ tier: "pro" });
        const before = outside.asked.length;
        const { status } = finalOf(await gateway.proxy(apiKey, letterRequest()));
        expect(status).toBe("JOB_STATUS_FAILED");
        expect(outside.asked.length).toBeGreaterThan(before);
      });

      test("With the authority in NODE_EXTRA_CA_CERTS, a call is answered, and the other proxy connects to the model", async () => {
        const { stack, customer } = scenario();
        const { apiKey } = await customer({ tier: "pro" });
        // Any gateway may hand over a job, and this one has the worker without the authority.
        await stack.stop("edge-gateway");
        const worker = await stack.startReplica("inference-worker", {
          NODE_EXTRA_CA_CERTS: caFile,
        });
        const replica = await stack.startReplica("edge-gateway", { WORKER_URL: worker.url });
        const before = outside.asked.length;
        await withGateway(replica.url, async (gateway) => {
          const { result } = finalOf(await gateway.proxy(apiKey, letterRequest()));
          expect(result).toContain(PERSON_EN.name);
        });
        expect(new Set(outside.asked.slice(before))).toEqual(new Set([`${HOST}:443`]));
      });

      test("Squid still refuses a host that is not allowed, and does not pass it on", async () => {
        const before = outside.asked.length;
        expect(await squid.connect("other.example.com:443")).toBe(403);
        expect(outside.asked.slice(before)).toEqual([]);
      });
    },
    {
      env: () => ({
        "inference-worker": {
          LLM_BASE_URL: `https://${HOST}`,
          EGRESS_PROXY_URL: `http://127.0.0.1:${squidPort}`,
        },
      }),
    },
  );
});
