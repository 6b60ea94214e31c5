import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { ServerSentEvent } from "@veil/llm-dialects";
import { answerText } from "./answer-text.ts";
import { anthropicDialect } from "./anthropic-dialect.ts";
import { handleControl } from "./control.ts";
import {
  countTokens,
  type DialectServer,
  type ParsedRequest,
  Refusal,
  type SimulatedAnswer,
} from "./dialect.ts";
import { openaiDialect } from "./openai-dialect.ts";
import { type RecordedRequest, RequestRecord } from "./request-record.ts";
import { pause, type Sleep, sendEvents, sendFault, sendJson } from "./send-answer.ts";
import { modeOfModel, type SimulatorMode, STREAM_FAULTS } from "./simulator-mode.ts";
import { StatusSequences } from "./status-sequences.ts";

interface SimulatorOptions {
  /** Default 0, which chooses a free port. */
  readonly port?: number;
  readonly host?: string;
  readonly mode?: SimulatorMode;
  readonly sleep?: Sleep;
}

export interface Simulator {
  readonly url: string;
  readonly port: number;
  /** Oldest first, each from its first byte on. */
  record(): RecordedRequest[];
  clear(): void;
  /** Restarts the status sequence. `{}` is the default mode. */
  setMode(mode: SimulatorMode): void;
  close(): Promise<void>;
}

const realSleep: Sleep = (ms, signal) => setTimeout(ms, undefined, { signal });
const DIALECTS: readonly DialectServer[] = [anthropicDialect, openaiDialect];

/** The same request gets the same answer. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, host = "127.0.0.1", mode = {}, sleep = realSleep } = options;
  const state = { mode, record: new RequestRecord(), statuses: new StatusSequences(), sleep };
  const setMode = (next: SimulatorMode) => {
    state.mode = next;
    state.statuses.restart();
  };
  const server = createServer({ noDelay: true }, (req, res) => {
    const path = req.url?.split("?")[0] ?? "";
    const handled = path.startsWith("/_")
      ? handleControl(req, res, { record: state.record, setMode })
      : handle(req, res, state);
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

interface State {
  readonly mode: SimulatorMode;
  readonly record: RequestRecord;
  readonly statuses: StatusSequences;
  readonly sleep: Sleep;
}

async function handle(req: IncomingMessage, res: ServerResponse, state: State): Promise<void> {
  const body = await state.record.read(req, res);
  const path = req.url?.split("?")[0];
  const dialect = DIALECTS.find((candidate) => candidate.path === path);
  try {
    if (dialect === undefined) throw new Refusal(404, "Not Found");
    if (req.method !== "POST") throw new Refusal(405, "Method Not Allowed");
    await answer(res, dialect, dialect.parse(req.headers, body), state);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    sendRefusal(res, dialect ?? anthropicDialect, error, state.mode);
  }
}

async function answer(
  res: ServerResponse,
  dialect: DialectServer,
  request: ParsedRequest,
  state: State,
): Promise<void> {
  const ofModel = modeOfModel(request.model);
  const mode = { ...state.mode, ...ofModel };
  const status = state.statuses.next(ofModel.statuses ? request.model : "", mode.statuses ?? []);
  if (mode.delay_ms) await pause(res, mode.delay_ms, state.sleep);
  // Real providers quote the request in their errors, so clients must not forward the text.
  if (status !== 200) {
    const refusal = new Refusal(status, `Cannot answer now: ${request.prompt.slice(0, 200)}`);
    return sendRefusal(res, dialect, refusal, mode);
  }
  const text = answerText(request.prompt, mode);
  const full = withMeta(request, text);
  if (mode.fault && !(STREAM_FAULTS.has(mode.fault) && request.stream))
    return sendFault(res, mode.fault, dialect.answer(full));
  if (request.stream) {
    const events = dialect.events(full, pieces(text, mode.piece_chars));
    const error = streamError(dialect, request);
    return sendEvents(res, { events, error }, mode, state.sleep);
  }
  sendJson(res, 200, dialect.answer(full), { "request-id": `req_${full.id}` });
}

function streamError(dialect: DialectServer, { prompt }: ParsedRequest): ServerSentEvent {
  const refusal = new Refusal(529, `Overloaded: ${prompt.slice(0, 200)}`);
  const data = JSON.stringify(dialect.error(refusal, "req_simulated"));
  return dialect === anthropicDialect ? { event: "error", data } : { data };
}

function sendRefusal(
  res: ServerResponse,
  dialect: DialectServer,
  refusal: Refusal,
  { retry_after }: SimulatorMode,
): void {
  const requestId = "req_simulated";
  sendJson(res, refusal.status, dialect.error(refusal, requestId), {
    "request-id": requestId,
    ...(retry_after !== undefined && { "retry-after": String(retry_after) }),
    ...(refusal.status < 400 && { location: "https://evil.example/v1/messages" }),
  });
}

function withMeta({ model, prompt }: ParsedRequest, text: string): SimulatedAnswer {
  const id = createHash("sha256").update(`${model}\n${prompt}\n${text}`).digest("hex").slice(0, 24);
  return { id, model, text, inputTokens: countTokens(prompt), outputTokens: countTokens(text) };
}

function pieces(text: string, size = 8): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}
