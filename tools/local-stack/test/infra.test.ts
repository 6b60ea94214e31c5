/** @heavy starts every kind of server */
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { fromDebian } from "../src/infra/find-postgres.ts";
import { fromProgram } from "../src/infra/find-redis.ts";
import type { FoundServer, InfraFinder } from "../src/infra/infra-server.ts";
import { openInfra } from "../src/infra/open-infra.ts";
import { startRabbitmqNode } from "../src/infra/rabbitmq-node.ts";
import { PortBlock } from "../src/ports/port-block.ts";
import { Watchdog } from "../src/process/watchdog.ts";

const folder = mkdtempSync(path.join(tmpdir(), "local-stack-infra-"));
chmodSync(folder, 0o711);
let watchdog: Watchdog;
let ports: PortBlock;

beforeAll(async () => {
  watchdog = new Watchdog();
  ports = await PortBlock.reserve();
});
afterAll(() => {
  watchdog.dismiss();
  ports.release();
  rmSync(folder, { recursive: true, force: true });
});

const PROGRAMS: readonly (readonly [string, InfraFinder])[] = [
  ["/usr/lib/postgresql", fromDebian],
  ["/usr/bin/redis-server", fromProgram],
  ["/usr/lib/rabbitmq/bin/rabbitmq-server", startRabbitmqNode],
];

async function listens(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port) });
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

describe("a server of an installed program", () => {
  test.each(PROGRAMS)(
    "If %s is installed, then it accepts connections at all its published addresses, and at none after it was stopped",
    async (program, find) => {
      const server: FoundServer | undefined = await find({ env: {}, folder, watchdog, ports });
      expect(server !== undefined).toBe(existsSync(program));
      if (server === undefined) return;
      const urls = Object.values(server.variables);
      expect(await Promise.all(urls.map(listens))).toEqual(urls.map(() => true));
      await server.stop?.();
      await until("all are closed", async () =>
        (await Promise.all(urls.map(listens))).every((open) => !open),
      );
    },
  );
});

test("When a server that a variable names does not respond, then that is reported without its URL, and the next source is tried", async () => {
  const lines: string[] = [];
  const env = {
    VEIL_TEST_POSTGRES_URL: "postgres://user:hunter2@127.0.0.1:9/x",
    VEIL_TEST_REDIS_URL: "redis://:hunter2@127.0.0.1:9",
    VEIL_TEST_RABBITMQ_URL: "amqp://user:hunter2@127.0.0.1:9",
  };
  const infra = await openInfra({ env, folder, watchdog, ports }, (line) => void lines.push(line));
  await infra.stop();
  expect(infra.variables["VEIL_TEST_POSTGRES_URL"]).toContain("@127.0.0.1:");
  expect(lines.filter((line) => line.includes("VEIL_TEST_"))).toHaveLength(3);
  expect(lines.join()).not.toContain("hunter2");
});
