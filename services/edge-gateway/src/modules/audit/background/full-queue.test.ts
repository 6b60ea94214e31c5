import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { type SignedMessage, systemRandomBytes } from "@veil/crypto";
import { silentLogger as log } from "@veil/service-kit/telemetry";
import {
  createRabbitmqVhost,
  createTestTrust,
  describeWithServer,
  infraUrl,
  type RabbitmqVhost,
  until,
} from "@veil/testing";
import { createRabbitmqEventSource, createRabbitmqEventTransport } from "@veil/transport/events";
import { AUDIT, applyDefinitions, rabbitmqDefinitions } from "@veil/transport/topology";
import { testEvent } from "../../../../test/support/admission.ts";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { createPostgresEventOutbox } from "../adapters/postgres-event-outbox.ts";
import { insertEvents } from "../postgres.ts";
import { createEventRelay } from "./event-relay.ts";

const PASSWORD = "a test's own";

interface QueueState {
  readonly effective_policy_definition?: { readonly "max-length-bytes"?: number };
}

describeWithServer("rabbitmq-management", "An audit queue that has its bytes", (managementUrl) => {
  let opened: GatewayDatabase;
  let vhost: RabbitmqVhost;
  const keys = createTestTrust().keysOf("edge-gateway");

  beforeAll(async () => {
    opened = await openGatewayDatabase();
    vhost = await createRabbitmqVhost(managementUrl, infraUrl("rabbitmq") ?? "");
    const user = (role: string) => ({ name: `${vhost.name}-${role}`, password: PASSWORD });
    const users = { gateway: user("gateway"), worker: user("worker"), audit: user("audit") };
    const options = { users, vhost: vhost.name, randomBytes: systemRandomBytes };
    await applyDefinitions(managementUrl, rabbitmqDefinitions(options));
  });
  afterAll(async () => {
    await vhost.close();
    await opened.close();
  });

  const urlOf = (role: string) =>
    vhost.urlOf({ user: `${vhost.name}-${role}`, password: PASSWORD });
  const queue = async () =>
    (await vhost.api("GET", `/api/queues/{vhost}/${AUDIT.queue}`)) as QueueState;
  const waiting = async () =>
    (await opened.database.query<{ id: string }>("select event_id as id from event_outbox")).map(
      ({ id }) => id,
    );

  /** Sets the size of the policy in the definitions, and waits until the queue has it. */
  async function bound(bytes: number): Promise<void> {
    const [policy] = (await vhost.api("GET", "/api/policies/{vhost}")) as { name: string }[];
    const definition = { "max-length-bytes": bytes };
    const path = `/api/policies/{vhost}/${policy?.name}`;
    await vhost.api("PUT", path, { ...policy, definition });
    await until(
      "the queue has the bound",
      async () => (await queue()).effective_policy_definition?.["max-length-bytes"] === bytes,
    );
  }

  test("refuses a batch, which stays in the outbox, and takes it when it has room again, without losing any", async () => {
    await bound(1);
    const transport = createRabbitmqEventTransport({ url: urlOf("gateway"), log });
    await until("the transport is up", () => transport.state() === "up");
    // A queue refuses messages from the one after the message that exceeds its bound.
    let filling = 0;
    const fill = async (): Promise<unknown> =>
      await transport.send("filling").then(
        () => {
          filling += 1;
          return fill();
        },
        (error: unknown) => error,
      );
    expect(await fill()).toBeInstanceOf(Error);
    expect(filling).toBeGreaterThan(0);

    const events = [testEvent(), testEvent()];
    const ids = events.map(({ event_id }) => event_id).toSorted();
    await insertEvents(opened.database, events);
    const relay = createEventRelay({
      outbox: createPostgresEventOutbox(opened.database),
      transport,
      signer: { service: keys.service, ...keys.signing("message") },
      onSeen: () => undefined,
      log: { ...log, warn: (event) => void refusals.push(event) },
    });
    const refusals: string[] = [];
    relay.start();
    relay.trigger();
    await until("the broker refuses it", () => refusals.includes("events_not_sent"));
    expect((await waiting()).toSorted()).toEqual(ids);

    const received: string[] = [];
    const source = createRabbitmqEventSource({ url: urlOf("audit"), log, prefetch: 4 });
    await source.start(async (message) => void received.push(message));
    await until("the outbox is empty", async () => (await waiting()).length === 0);
    await until("all have arrived", () => received.length > filling);
    const arrived = received
      .filter((message) => message !== "filling")
      .flatMap((message) => {
        const { body } = JSON.parse(message) as SignedMessage;
        return (JSON.parse(body) as { events: AuditEvent[] }).events;
      });
    expect([...new Set(arrived.map(({ event_id }) => event_id))].toSorted()).toEqual(ids);
    await relay.stop();
    await transport.stop();
    await source.stop(0);
  });
});
