import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@veil/service-kit/telemetry";
import { type Channel, type ChannelModel, connect, type RecoveringChannelModel } from "amqplib";
import { brokerTarget } from "./broker-target.ts";

export type Fail = (error: unknown) => void;

interface LinkOptions<S> {
  readonly url: string;
  readonly log: Logger;
  readonly component: string;
  /** Sets up a new connection. If it rejects, the link opens another connection later. */
  readonly open: (model: ChannelModel, fail: Fail) => Promise<S>;
  readonly shut: (session: S) => Promise<void>;
}

/** A connection to the broker that reconnects without limit. */
export interface Link<S> {
  session(): S | undefined;
  /** Returns whether the broker blocks publishers because of a memory or disk alarm. */
  blocked(): boolean;
  close(): Promise<void>;
}

const RECOVERY = {
  initialDelay: 200,
  maxDelay: 5_000,
  factor: 2,
  jitter: 0.5,
  waitForConnect: false,
} as const;
const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_S = "10";
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Connects in the background. If a channel or consumer closes unexpectedly, the link closes the
 * whole connection, so that there is only one way to recover.
 */
export function createLink<S>({ url, log, component, open, shut }: LinkOptions<S>): Link<S> {
  let session: S | undefined;
  let blocked = false;
  let closing = false;

  async function setup(model: ChannelModel): Promise<void> {
    let lost: Error | undefined;
    const lose = (error: unknown) => {
      if (lost !== undefined) return;
      lost = error instanceof Error ? error : new Error("The connection is closed");
      session = undefined;
      if (!closing) log.warn("broker_lost", { component, error: lost });
    };
    const fail: Fail = (error) => {
      if (closing || lost !== undefined) return;
      lose(error);
      model.close().catch(() => undefined);
    };
    model.on("error", lose);
    model.on("close", lose);
    const opened = await open(model, fail);
    if (lost !== undefined) throw lost;
    if (closing) throw new Error("The link is closed");
    session = opened;
    blocked = false;
    log.info("broker_connected", { component });
  }

  const target = brokerTarget(url, log);
  const recovering = connect(withHeartbeat(target.url), {
    ...target.tls,
    noDelay: true,
    timeout: CONNECT_TIMEOUT_MS,
    clientProperties: { connection_name: component },
    recovery: { ...RECOVERY, setup },
  });
  void recovering.then((connection) => {
    connection.on("reconnect-scheduled", target.refresh);
    watch(connection, log, component, (isBlocked) => {
      blocked = isBlocked;
    });
  });

  return {
    session: () => session,
    blocked: () => blocked,
    async close() {
      closing = true;
      const last = session;
      session = undefined;
      if (last !== undefined) await bounded(shut(last));
      await bounded((await recovering).close());
    },
  };
}

function watch(
  connection: RecoveringChannelModel,
  log: Logger,
  component: string,
  onBlocked: (isBlocked: boolean) => void,
): void {
  connection.on("error", (error) => log.debug("broker_error", { component, error }));
  connection.on("reconnect-scheduled", ({ attempt, error }) => {
    if (attempt === 1) log.warn("broker_unreachable", { component, error });
  });
  connection.on("blocked", () => {
    onBlocked(true);
    log.warn("broker_blocked", { component });
  });
  connection.on("unblocked", () => {
    onBlocked(false);
    log.info("broker_unblocked", { component });
  });
}

/** Adds listeners without which a channel error would crash the process. */
export function guard(channel: Channel, fail: Fail): void {
  channel.on("error", fail);
  channel.on("handler-error", fail);
  channel.on("close", () => fail(new Error("The channel is closed")));
}

/** Waits for `work`, but only for a limited time, because the broker might never respond. */
export async function bounded(work: Promise<unknown>): Promise<void> {
  await Promise.race([
    work.catch(() => undefined),
    sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
  ]);
}

function withHeartbeat(url: string): string {
  const target = new URL(url);
  if (!target.searchParams.has("heartbeat")) target.searchParams.set("heartbeat", HEARTBEAT_S);
  return target.href;
}
