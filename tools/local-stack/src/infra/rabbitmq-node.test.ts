/** @heavy mounts file systems, which needs root on Linux */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import { reasonAgainstDisks } from "./bounded-disk.ts";
import { type OwnServers, startOwnServers } from "./own-servers.ts";
import { type Manage, rabbitmqManagement } from "./rabbitmq-management.ts";

const MISSING = "right to mount, which root on Linux has";
const QUEUE = "/queues/%2F/kept";
const ANSWER_MS = 10_000;
/** More than fits into the file that the queue's log has begun. */
const MORE_CHARS = 1_000_000;

describeWhere(reasonAgainstDisks() === undefined, "RabbitMQ on a full disk", MISSING, () => {
  let servers: OwnServers;
  let manage: Manage;
  beforeAll(async () => {
    servers = await startOwnServers({ env: {}, boundedDisks: true });
    manage = rabbitmqManagement(servers.urls.rabbitmqManagementUrl, ANSWER_MS);
    await manage("PUT", QUEUE, { durable: true, arguments: { "x-queue-type": "quorum" } });
    await publish("a message");
  });
  afterAll(() => servers.stop());

  const publish = (payload: string) =>
    manage("POST", "/exchanges/%2F/amq.default/publish", {
      ...{ properties: { delivery_mode: 2 }, payload_encoding: "string" },
      ...{ routing_key: "kept", payload },
    });

  test("When a queue cannot write to its log because the disk is full, then it has its message after the node was revived", async () => {
    const disk = servers.disks?.rabbitmq;
    await disk?.fill();
    await expect(publish("x".repeat(MORE_CHARS))).rejects.toThrow();
    disk?.free();
    await servers.rabbitmq.revive();
    const read = { count: 1, ackmode: "ack_requeue_true", encoding: "auto" };
    expect(await manage("POST", `${QUEUE}/get`, read)).toEqual([
      expect.objectContaining({ payload: "a message" }),
    ]);
  });
});
