import { setTimeout as sleep } from "node:timers/promises";
import { createInFlight } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import type { Channel, ChannelModel, ConsumeMessage } from "amqplib";
import { type Delivery, type Settlement, settle, toDelivery } from "./delivery.ts";
import { bounded, createLink, type Fail, guard } from "./link.ts";

interface ConsumerOptions {
  readonly url: string;
  readonly log: Logger;
  readonly component: string;
  readonly queue: string;
  /** The maximum number of deliveries in flight, including those from before a reconnection. */
  readonly prefetch: number;
  /**
   * Handles one delivery. If it rejects, the message is delivered again after a pause that
   * increases with each attempt.
   */
  readonly handle: (delivery: Delivery) => Promise<Settlement>;
}

export interface Consumer {
  state(): "up" | "down";
  /** Requeues deliveries that have not started, and waits up to `graceMs` for those in flight. */
  stop(graceMs: number): Promise<void>;
}

interface Session {
  readonly channel: Channel;
  consumerTag: string;
  lost: boolean;
}

interface Pending {
  readonly session: Session;
  readonly message: ConsumeMessage;
}

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 30_000;

export function createConsumer(options: ConsumerOptions): Consumer {
  const { url, log, component, queue, prefetch } = options;
  const inFlight = createInFlight();
  const stopping = new AbortController();
  let waiting: Pending[] = [];

  const link = createLink<Session>({
    url,
    log,
    component,
    open: (model, fail) => openSession(model, fail, { queue, prefetch, take }),
    shut: ({ channel }) => channel.close(),
  });

  function take(pending: Pending): void {
    if (stopping.signal.aborted) giveBack(pending);
    else waiting = [...waiting.filter(({ session }) => !session.lost), pending];
    beginNext();
  }

  // Counts all deliveries in flight: after a reconnection, some may still be from the lost
  // connection.
  function beginNext(): void {
    while (inFlight.count < prefetch) {
      const next = waiting.shift();
      if (next === undefined) return;
      if (!next.session.lost) void inFlight.track(work(next)).then(beginNext);
    }
  }

  async function work({ session, message }: Pending): Promise<void> {
    const settlement = await judge(toDelivery(message), options);
    if (settlement.kind === "requeue" && settlement.afterMs > 0)
      await sleep(settlement.afterMs, undefined, stopping).catch(() => undefined);
    settle(session.channel, message, settlement.kind);
  }

  return {
    state: () => (link.session() === undefined || stopping.signal.aborted ? "down" : "up"),
    async stop(graceMs) {
      stopping.abort();
      waiting.forEach(giveBack);
      waiting = [];
      const session = link.session();
      if (session !== undefined) await bounded(session.channel.cancel(session.consumerTag));
      await inFlight.settled(graceMs);
      await link.close();
    },
  };
}

interface Consumption {
  readonly queue: string;
  readonly prefetch: number;
  readonly take: (pending: Pending) => void;
}

async function openSession(
  model: ChannelModel,
  fail: Fail,
  { queue, prefetch, take }: Consumption,
): Promise<Session> {
  const channel = await model.createChannel();
  guard(channel, fail);
  const session: Session = { channel, consumerTag: "", lost: false };
  channel.on("close", () => {
    session.lost = true;
  });
  await channel.prefetch(prefetch);
  const { consumerTag } = await channel.consume(queue, (message) => {
    // RabbitMQ cancels a consumer whose queue is deleted.
    if (message === null) fail(new Error("The queue is gone"));
    else take({ session, message });
  });
  session.consumerTag = consumerTag;
  return session;
}

async function judge(
  delivery: Delivery,
  { handle, log, component }: ConsumerOptions,
): Promise<Settlement> {
  try {
    return await handle(delivery);
  } catch (error) {
    const attempt = delivery.priorDeliveries + 1;
    log.warn("delivery_failed", { component, attempt, error });
    return { kind: "requeue", afterMs: Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) };
  }
}

function giveBack({ session, message }: Pending): void {
  settle(session.channel, message, "requeue");
}
