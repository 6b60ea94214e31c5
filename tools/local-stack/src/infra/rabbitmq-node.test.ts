/** @heavy mounts a file system, which needs root on Linux */
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import { CleanUp } from "../stack/clean-up.ts";
import { type BoundedDisk, mountDisk, reasonAgainstDisks } from "./bounded-disk.ts";
import { openContext } from "./open-context.ts";
import { type Manage, rabbitmqManagement } from "./rabbitmq-management.ts";
import { type RabbitmqNode, startRabbitmqNode } from "./rabbitmq-node.ts";

const MISSING = "right to mount, which root on Linux has";
const DISK = { bytes: 256 * 1024 * 1024, mode: 0o700 };
const QUEUE = "/queues/%2F/kept";
const ANSWER_MS = 3_000;
/** More than fits into the file that the queue's log has begun. */
const MORE_CHARS = 1_000_000;

describeWhere(reasonAgainstDisks() === undefined, "RabbitMQ on a full disk", MISSING, () => {
  const cleanUp = new CleanUp((line) => process.emitWarning(line));
  let disk: BoundedDisk;
  let node: RabbitmqNode;
  let manage: Manage;
  beforeAll(async () => {
    const context = await openContext({});
    await cleanUp.add("the folder", context.close);
    disk = mountDisk(path.join(context.folder, "rabbitmq"), DISK);
    await cleanUp.add("the disk", disk.unmount);
    const started = await startRabbitmqNode(context);
    if (started === undefined) throw new Error("rabbitmq-server is not installed");
    node = started;
    await cleanUp.add("RabbitMQ", node.stop);
    manage = rabbitmqManagement(node.managementUrl, ANSWER_MS);
    await manage("PUT", QUEUE, { durable: true, arguments: { "x-queue-type": "quorum" } });
    await publish("a message");
  });
  afterAll(() => cleanUp.run());

  const publish = (payload: string) =>
    manage("POST", "/exchanges/%2F/amq.default/publish", {
      ...{ properties: { delivery_mode: 2 }, payload_encoding: "string" },
      ...{ routing_key: "kept", payload },
    });

  test("When a queue cannot write to its log because the disk is full, then it has its message after the node was revived", async () => {
    await disk.fill();
    await expect(publish("x".repeat(MORE_CHARS))).rejects.toThrow();
    disk.free();
    await node.revive();
    const read = { count: 1, ackmode: "ack_requeue_true", encoding: "auto" };
    expect(await manage("POST", `${QUEUE}/get`, read)).toEqual([
      expect.objectContaining({ payload: "a message" }),
    ]);
  });
});
