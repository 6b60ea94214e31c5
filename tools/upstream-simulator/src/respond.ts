import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { anthropicDialect, parseCount } from "./anthropic-dialect.ts";
import { completeAnswer, type Script } from "./complete-answer.ts";
import { countTokens, type DialectServer, Refusal } from "./dialect.ts";
import { openaiDialect } from "./openai-dialect.ts";
import type { RequestRecord } from "./request-record.ts";
import { pause, type Sleep, sendEvents, sendFault, sendJson } from "./send-answer.ts";
import { modeOfModel, type SimulatorMode, STREAM_FAULTS } from "./simulator-mode.ts";
import type { StatusSequences } from "./status-sequences.ts";

export interface SimulatorState {
  readonly mode: SimulatorMode;
  readonly record: RequestRecord;
  readonly statuses: StatusSequences;
  readonly sleep: Sleep;
  readonly script: Script;
}

interface Exchange {
  readonly res: ServerResponse;
  readonly dialect: DialectServer;
  readonly body: string;
  readonly query: URLSearchParams;
}

interface Route {
  readonly method: "GET" | "POST";
  readonly dialectOf: (headers: IncomingHttpHeaders) => DialectServer;
  readonly answer: (exchange: Exchange, state: SimulatorState) => Promise<void>;
}

const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ["/v1/messages", { method: "POST", dialectOf: () => anthropicDialect, answer: complete }],
  ["/v1/chat/completions", { method: "POST", dialectOf: () => openaiDialect, answer: complete }],
  [
    "/v1/messages/count_tokens",
    { method: "POST", dialectOf: () => anthropicDialect, answer: count },
  ],
  [
    "/v1/models",
    {
      method: "GET",
      dialectOf: (headers) => (headers["anthropic-version"] ? anthropicDialect : openaiDialect),
      answer: listModels,
    },
  ],
]);

export async function respond(
  req: IncomingMessage,
  res: ServerResponse,
  state: SimulatorState,
): Promise<void> {
  const body = await state.record.read(req, res);
  const { pathname, searchParams: query } = new URL(req.url ?? "", "http://simulator");
  const route = ROUTES.get(pathname);
  const dialect = route?.dialectOf(req.headers) ?? anthropicDialect;
  try {
    if (route === undefined) throw new Refusal(404, "Not Found");
    if (req.method !== route.method) throw new Refusal(405, "Method Not Allowed");
    dialect.checkHeaders(req.headers);
    await route.answer({ res, dialect, body, query }, state);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    sendRefusal(res, dialect, error, state.mode);
  }
}

async function complete(exchange: Exchange, state: SimulatorState): Promise<void> {
  const { res, dialect, body } = exchange;
  const request = dialect.parse(body);
  const mode = await admit(res, request, state);
  const full = completeAnswer(request, mode, state.script);
  const streams = request.stream && (mode.fault === undefined || STREAM_FAULTS.has(mode.fault));
  if (!streams) return sendWhole(exchange, dialect.answer(full), mode);
  const refusal = new Refusal(
    mode.error_status ?? 529,
    `Overloaded: ${request.prompt.slice(0, 200)}`,
  );
  const { ping } = dialect;
  const error = dialect.errorEvent(refusal, REFUSED_ID);
  const events = dialect.events(full, (text) => pieces(text, mode.piece_chars));
  await sendEvents(res, { events, error, ping }, mode, state.sleep);
}

async function count(exchange: Exchange, state: SimulatorState): Promise<void> {
  const request = parseCount(exchange.body);
  const mode = await admit(exchange.res, request, state);
  await sendWhole(exchange, { input_tokens: countTokens(request.prompt) }, mode);
}

const MODELS = ["claude-sonnet-4-5", "claude-haiku-4-5", "gpt-4.1", "gpt-4.1-mini"];

async function listModels(exchange: Exchange, state: SimulatorState): Promise<void> {
  const { res, dialect, query } = exchange;
  const mode = await admit(res, { model: "", prompt: "" }, state);
  await sendWhole(exchange, dialect.models(mode.models ?? MODELS, query), mode);
}

/**
 * Returns the mode for a request, after its delay. @throws Refusal when the mode requires an error
 */
async function admit(
  res: ServerResponse,
  { model, prompt }: { readonly model: string; readonly prompt: string },
  state: SimulatorState,
): Promise<SimulatorMode> {
  const ofModel = modeOfModel(model);
  const mode = { ...state.mode, ...ofModel };
  const status = state.statuses.next(ofModel.statuses ? model : "", mode.statuses ?? []);
  if (mode.delay_ms) await pause(res, mode.delay_ms, state.sleep);
  if (status === 200) return mode;
  // Real providers quote the request in their errors, so clients must not forward the text.
  throw new Refusal(status, `Cannot answer now: ${prompt.slice(0, 200)}`, {
    retryAfter: mode.retry_after,
  });
}

async function sendWhole(
  { res, dialect }: Exchange,
  body: object,
  { fault }: SimulatorMode,
): Promise<void> {
  if (fault !== undefined) return sendFault(res, fault, body);
  sendJson(res, 200, body, { [dialect.requestIdHeader]: ANSWERED_ID });
}

const ANSWERED_ID = "req_answered";
const REFUSED_ID = "req_simulated";

function sendRefusal(
  res: ServerResponse,
  dialect: DialectServer,
  refusal: Refusal,
  { retry_after }: SimulatorMode,
): void {
  const seconds = refusal.retryAfter ?? retry_after;
  sendJson(res, refusal.status, dialect.error(refusal, REFUSED_ID), {
    [dialect.requestIdHeader]: REFUSED_ID,
    ...(seconds !== undefined && { "retry-after": String(seconds) }),
    ...(refusal.status < 400 && { location: "https://evil.example/v1/messages" }),
  });
}

function pieces(text: string, size = 8): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}
