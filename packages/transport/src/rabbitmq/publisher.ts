import { randomUUID } from "node:crypto";
import type { Clock } from "@veil/contracts/clock";
import { createInFlight } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import type { ChannelModel, ConfirmChannel, Options } from "amqplib";
import { NotSentError } from "../job-ports.ts";
import { withFallback } from "../waits.ts";
import { createLink, type Fail, guard } from "./link.ts";

interface Publication {
  readonly message: string;
  readonly headers?: Readonly<Record<string, number>>;
  readonly expiresInMs?: number;
}

export interface Publisher {
  /**
   * Returns "down" when there is no usable connection, and for a second after the broker refused a
   * message because its queue is full.
   */
  state(): "up" | "down";
  /**
   * Publishes a message.
   * @throws NotSentError when the message is in no queue; after any other error, it may be in one
   */
  publish(publication: Publication): Promise<void>;
  stop(graceMs: number): Promise<void>;
}

interface PublisherOptions {
  readonly url: string;
  readonly log: Logger;
  readonly component: string;
  readonly exchange: string;
  readonly confirmTimeoutMs?: number;
  /** A monotonic clock. Defaults to `performance.now`. */
  readonly clockMs?: Clock;
}

interface Session {
  readonly channel: ConfirmChannel;
  readonly fail: Fail;
  /**
   * The ids of returned messages. The broker returns an unroutable message before it confirms it.
   */
  readonly returned: Set<string>;
}

const MAX_UNCONFIRMED = 512;
const MAX_UNCONFIRMED_BYTES = 64 * 1024 * 1024;
const CONFIRM_TIMEOUT_MS = 10_000;
/** How long the publisher is "down" after a refusal, so that messages do not pile up in it. */
const REFUSAL_PAUSE_MS = 1_000;

export function createPublisher(options: PublisherOptions): Publisher {
  const { exchange, confirmTimeoutMs = CONFIRM_TIMEOUT_MS } = options;
  const { clockMs = () => performance.now() } = options;
  const inFlight = createInFlight();
  let unconfirmedBytes = 0;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let stopped = false;

  const link = createLink<Session>({
    ...options,
    open: (model, fail) => openChannel(model, fail, exchange),
    shut: ({ channel }) => channel.close(),
  });
  const connected = () => !stopped && link.session() !== undefined && !link.blocked();
  const state = () => (connected() && clockMs() >= pausedUntilMs ? "up" : "down");

  function usableSession(bytes: number): Session {
    const session = link.session();
    if (session === undefined || state() === "down")
      throw new NotSentError("The broker is unreachable or refuses messages");
    if (inFlight.count >= MAX_UNCONFIRMED || unconfirmedBytes + bytes > MAX_UNCONFIRMED_BYTES)
      throw new NotSentError("Too many unconfirmed messages");
    return session;
  }

  async function confirmed(session: Session, content: Buffer, properties: Options.Publish) {
    const messageId = randomUUID();
    unconfirmedBytes += content.length;
    const sent = send(session.channel, exchange, content, { ...properties, messageId });
    try {
      const answer = await withFallback<Confirmation | "late">(confirmTimeoutMs, sent, "late");
      if (answer === "late") throw unconfirmed(session);
      if (answer === "refused") throw refused();
      if (session.returned.has(messageId))
        throw new NotSentError("The broker has no queue for the message");
    } finally {
      unconfirmedBytes -= content.length;
      session.returned.delete(messageId);
    }
  }

  function refused(): Error {
    pausedUntilMs = clockMs() + REFUSAL_PAUSE_MS;
    return new NotSentError("The broker's queue refuses the message");
  }

  function unconfirmed({ fail }: Session): Error {
    const error = new Error("The broker did not confirm in time");
    // Keeps the connection if the broker is blocked, because it would not confirm on another
    // connection either.
    if (!link.blocked()) fail(error);
    return error;
  }

  return {
    state,
    async publish({ message, headers = {}, expiresInMs }) {
      const content = Buffer.from(message);
      const session = usableSession(content.length);
      const expiration = expiresInMs === undefined ? {} : { expiration: String(expiresInMs) };
      await inFlight.track(confirmed(session, content, { headers, ...expiration }));
    },
    async stop(graceMs) {
      stopped = true;
      await inFlight.settled(graceMs);
      await link.close();
    },
  };
}

async function openChannel(model: ChannelModel, fail: Fail, exchange: string): Promise<Session> {
  const channel = await model.createConfirmChannel();
  guard(channel, fail);
  const returned = new Set<string>();
  channel.on("return", ({ properties }) => {
    returned.add(String(properties.messageId));
  });
  await channel.checkExchange(exchange);
  return { channel, fail, returned };
}

/**
 * The broker's reply to a message. The exchange routes to only one queue, so a refused message is
 * in no queue. Source: RabbitMQ documentation, "Consumer Acknowledgements and Publisher Confirms",
 * "Queue Length Limit".
 */
type Confirmation = "confirmed" | "refused";

/**
 * amqplib's error message for a refused message. After any other error, the message may be in the
 * queue.
 */
const NACKED = "message nacked";

function send(
  channel: ConfirmChannel,
  exchange: string,
  content: Buffer,
  properties: Options.Publish,
): Promise<Confirmation> {
  return new Promise((resolve, reject) => {
    const onConfirm = (error: unknown) => {
      if (error === null) resolve("confirmed");
      else if (error instanceof Error && error.message === NACKED) resolve("refused");
      else reject(new Error("The broker did not confirm", { cause: error }));
    };
    try {
      const reliable = { ...properties, persistent: true, mandatory: true };
      channel.publish(exchange, exchange, content, reliable, onConfirm);
    } catch (cause) {
      reject(new NotSentError("The channel is closed", { cause }));
    }
  });
}
