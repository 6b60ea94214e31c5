import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Script } from "./complete-answer.ts";
import { handleControl } from "./control.ts";
import { type RecordedRequest, RequestRecord } from "./request-record.ts";
import { respond } from "./respond.ts";
import type { Sleep } from "./send-answer.ts";
import type { SimulatorMode } from "./simulator-mode.ts";
import { StatusSequences } from "./status-sequences.ts";

interface SimulatorOptions {
  /** The port to listen on. The default 0 selects a free port. */
  readonly port?: number;
  readonly host?: string;
  readonly mode?: SimulatorMode;
  readonly sleep?: Sleep;
  /** Returns what the model says to a request. If it returns undefined, the mode decides. */
  readonly script?: Script;
}

export interface Simulator {
  readonly url: string;
  readonly port: number;
  /** Returns all requests, oldest first, each as soon as its first byte has arrived. */
  record(): RecordedRequest[];
  clear(): void;
  /** Sets the mode and restarts all sequences of statuses. `{}` is the default mode. */
  setMode(mode: SimulatorMode): void;
  close(): Promise<void>;
}

const realSleep: Sleep = (ms, signal) => setTimeout(ms, undefined, { signal });

/** Starts a simulator, which sends the same response to the same request. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, host = "127.0.0.1", mode = {}, sleep = realSleep } = options;
  const { script = () => undefined } = options;
  const state = {
    mode,
    record: new RequestRecord(),
    statuses: new StatusSequences(),
    sleep,
    script,
  };
  const setMode = (next: SimulatorMode) => {
    state.mode = next;
    state.statuses.restart();
  };
  const server = createServer({ noDelay: true }, (req, res) => {
    const path = req.url?.split("?")[0] ?? "";
    const handled = path.startsWith("/_")
      ? handleControl(req, res, { record: state.record, setMode })
      : respond(req, res, state);
    handled.catch(() => res.destroy());
  });
  server.listen(port, host);
  await once(server, "listening");
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    port: bound,
    record: () => state.record.all(),
    clear: () => state.record.clear(),
    setMode,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
