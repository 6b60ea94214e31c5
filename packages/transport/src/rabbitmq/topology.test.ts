import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createRabbitmqVhost, describeWithServer, infraUrl, until } from "@veil/testing";
import { type Channel, type ChannelModel, connect } from "amqplib";
import { declareTopology } from "./declare-topology.ts";
import { rabbitmqDefinitions } from "./definitions.ts";
import { BOUNDS, type BrokerRole, QUEUES } from "./layout.ts";
import { AUDIT, AUDIT_DEAD_LETTERS, type Binding, DEAD_LETTERS, JOBS, RESULTS } from "./names.ts";
import {
  openRabbitmqTestBroker,
  type RabbitmqTestBroker,
} from "./rabbitmq-test-broker.contract.ts";

const user = (name: string) => ({ name, password: `${name}'s password` });
const users = { gateway: user("gateway"), worker: user("worker"), audit: user("audit") };

describe("rabbitmqDefinitions", () => {
  const document = JSON.stringify(
    rabbitmqDefinitions({ users, randomBytes: (size) => Buffer.alloc(size, 7) }),
  );

  test("the definitions document contains salted hashes and no passwords", () => {
    const salt = Buffer.alloc(4, 7);
    const digest = createHash("sha256").update(salt).update("worker's password").digest();
    expect(document).toContain(Buffer.concat([salt, digest]).toString("base64"));
    expect(document).not.toContain("'s password");
  });

  test("dead-lettered audit batches neither expire nor are dropped", () => {
    const { queues } = JSON.parse(document);
    const find = ({ queue }: Binding) =>
      queues.find(({ name }: { name: string }) => name === queue).arguments;
    const [kept, passing] = [find(AUDIT_DEAD_LETTERS), find(DEAD_LETTERS)];
    expect(kept).not.toHaveProperty("x-message-ttl");
    expect(kept).toHaveProperty("x-overflow", "reject-publish");
    expect(passing).toHaveProperty("x-message-ttl", 24 * 60 * 60 * 1000);
    expect(find(AUDIT)).not.toHaveProperty("x-message-ttl");
  });

  test("no user may declare anything or has a tag", () => {
    const { permissions, users: made } = JSON.parse(document);
    expect(permissions.map(({ configure }: { configure: string }) => configure)).toEqual(
      Array.from({ length: 3 }, () => "^$"),
    );
    expect(made.map(({ tags }: { tags: string }) => tags)).toEqual(["", "", ""]);
  });
});

describeWithServer("rabbitmq-management", "The topology on RabbitMQ", (managementUrl) => {
  let broker: RabbitmqTestBroker;
  const connections: ChannelModel[] = [];

  beforeAll(async () => {
    broker = await openRabbitmqTestBroker(managementUrl);
  });
  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await broker.close();
  });

  test("each queue that exists gets the bound in bytes when the definitions are applied", async () => {
    const states = async () =>
      (await broker.vhost.api("GET", "/api/queues/{vhost}")) as {
        readonly name: string;
        readonly policy?: string | null;
        readonly effective_policy_definition?: object;
      }[];
    const bounded = async () => {
      const all = await states();
      return all.every(({ policy }) => policy === BOUNDS.name) && all;
    };
    await until("each has it", bounded);
    await broker.vhost.api("DELETE", `/api/policies/{vhost}/${BOUNDS.name}`);
    await until("none has it", async () => (await states()).every(({ policy }) => !policy));
    await broker.define();
    const all = await until("each has it again", bounded);
    expect(all.map(({ name }) => name).toSorted()).toEqual(
      QUEUES.map(({ binding }) => binding.queue).toSorted(),
    );
    for (const { effective_policy_definition: definition } of all)
      expect(definition).toEqual({ "max-length-bytes": 1_000_000_000 });
  });

  type Action = readonly [name: string, action: (channel: Channel) => Promise<unknown>];

  async function attempt(role: BrokerRole, [, action]: Action): Promise<unknown> {
    const connection = await connect(broker.urlOf(role));
    connections.push(connection.on("error", () => undefined));
    const channel = await connection.createConfirmChannel();
    let refusal: unknown;
    channel.on("error", (error: Error & { code?: number }) => {
      refusal = error.code;
    });
    return await action(channel).then(
      () => refusal ?? "done",
      (error: { code?: unknown }) => error.code ?? refusal,
    );
  }

  const read = (queue: string): Action => [`read ${queue}`, (channel) => channel.get(queue)];
  const write = (exchange: string): Action => [
    `write ${exchange === "" ? "the default exchange" : exchange}`,
    async (channel) => {
      channel.publish(exchange, JOBS.queue, Buffer.from("x"), { mandatory: true });
      // Fails if the publish was refused, because that closes the channel.
      await channel.checkQueue(JOBS.queue);
    },
  ];
  const declareQueue: Action = ["declare a queue", (channel) => channel.assertQueue("mine")];
  const deleteQueue: Action = ["delete the jobs", (channel) => channel.deleteQueue(JOBS.queue)];
  const bind = (queue: string, exchange: string): Action => [
    `bind ${queue} to ${exchange}`,
    (channel) => channel.bindQueue(queue, exchange, exchange),
  ];
  const purge: Action = ["purge the audit queue", (channel) => channel.purgeQueue(AUDIT.queue)];

  const REFUSED: readonly (readonly [BrokerRole, readonly Action[]])[] = [
    [
      "worker",
      [
        read(RESULTS.queue),
        read(AUDIT.queue),
        read(DEAD_LETTERS.queue),
        read(AUDIT_DEAD_LETTERS.queue),
        write(JOBS.exchange),
        write(AUDIT.exchange),
        write(DEAD_LETTERS.exchange),
        write(""),
        declareQueue,
        deleteQueue,
        bind(RESULTS.queue, JOBS.exchange),
        bind(JOBS.queue, RESULTS.exchange),
        purge,
      ],
    ],
    [
      "gateway",
      [
        read(JOBS.queue),
        read(AUDIT.queue),
        read(DEAD_LETTERS.queue),
        read(AUDIT_DEAD_LETTERS.queue),
        write(RESULTS.exchange),
        write(""),
        declareQueue,
        deleteQueue,
        bind(JOBS.queue, RESULTS.exchange),
        bind(RESULTS.queue, JOBS.exchange),
        bind(RESULTS.queue, AUDIT.exchange),
        purge,
      ],
    ],
    [
      "audit",
      [
        read(JOBS.queue),
        read(RESULTS.queue),
        write(JOBS.exchange),
        write(RESULTS.exchange),
        write(AUDIT.exchange),
        write(AUDIT_DEAD_LETTERS.exchange),
        read(AUDIT_DEAD_LETTERS.queue),
        write(""),
        deleteQueue,
      ],
    ],
  ];
  const refused = REFUSED.flatMap(([role, actions]) =>
    actions.map((action) => [role, action[0], action] as const),
  );

  test.each(refused)("The %s may not %s", async (role, _name, action) => {
    expect(await attempt(role, action)).toBe(403);
  });

  const allowed = [
    ["gateway", write(JOBS.exchange)],
    ["gateway", write(AUDIT.exchange)],
    ["gateway", read(RESULTS.queue)],
    ["worker", write(RESULTS.exchange)],
    ["worker", read(JOBS.queue)],
    ["audit", read(AUDIT.queue)],
  ] as const;

  test.each(allowed.map(([role, action]) => [role, action[0], action] as const))(
    "The %s may %s",
    async (role, _name, action) => {
      expect(await attempt(role, action)).toBe("done");
    },
  );

  test("declareTopology succeeds repeatedly where the definitions are already loaded", async () => {
    await declareTopology(broker.vhost.url);
    await declareTopology(broker.vhost.url);
  });

  test("declareTopology rejects when a queue exists with other arguments", async () => {
    const vhost = await createRabbitmqVhost(managementUrl, infraUrl("rabbitmq") ?? "");
    const connection = await connect(vhost.url);
    const channel = await connection.createChannel();
    await channel.assertQueue(JOBS.queue, { durable: true });
    await expect(declareTopology(vhost.url)).rejects.toMatchObject({ code: 406 });
    await connection.close();
    await vhost.close();
  });
});
