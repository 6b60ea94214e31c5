import type { ServerResponse } from "node:http";
import { type AuditEvent, eventsIn } from "@veil/contracts/audit";
import type { LogInclusionRequest } from "@veil/contracts/audit-log";
import { AuditQuery, type AuditQueryResponse } from "@veil/contracts/audit-query";
import type { TokenRequest } from "@veil/contracts/bridge";
import type {
  AnswerBlock,
  DirectInference,
  InferenceEvent,
  InferenceJob,
  InferenceResult,
  ModelsQuery,
  ModelsResult,
  ProvidersResult,
} from "@veil/contracts/inference";
import { checkedJson } from "@veil/contracts/parsing";
import {
  createMessageOpener,
  createMessageSealer,
  type SealedMessage,
  type SignedMessage,
  verifyMessage,
} from "@veil/crypto";
import { writeEvent } from "@veil/llm-dialects";
import type { TestTrust } from "@veil/testing";
import { completedResult } from "./completed-result.ts";
import { startFakeSanitiser } from "./fake-sanitiser.ts";
import { type FakeService, startFakeService } from "./fake-service.ts";

export async function startFakeServices(testTrust: TestTrust, manifest?: object) {
  const bridge = await startFakeBridge();
  const sanitiser = await startFakeSanitiser(testTrust);
  const worker = await startFakeWorker(testTrust);
  const audit = await startFakeAudit(testTrust);
  const signer = await startFakeService((_path, _body, res) => res.end(JSON.stringify(manifest)));
  return {
    bridge,
    sanitiser,
    worker,
    audit,
    urls: {
      BRIDGE_URL: bridge.url,
      SANITISER_URL: sanitiser.url,
      WORKER_URL: worker.url,
      AUDIT_URL: audit.url,
      SIGNER_URL: signer.url,
    },
    async close() {
      for (const service of [bridge, sanitiser, worker, audit, signer]) await service.close();
    },
  };
}

function startFakeBridge(): Promise<FakeService> {
  return startFakeService((_path, body, res) => {
    const { token_request_ids: ids } = JSON.parse(body) as TokenRequest;
    res.end(JSON.stringify({ tokens: ids.map((_id, at) => "t".repeat(40 + at)) }));
  });
}

async function startFakeAudit({ trust }: TestTrust) {
  const events: AuditEvent[] = [];
  let takesEvents = true;
  const service = await startFakeService((path, body, res) => {
    if (path === "/events/query") return void res.end(JSON.stringify(newestOf(events, body)));
    if (path === "/events/verify") return void res.end(verified(events.length, body));
    if (path === "/checkpoint") return void res.writeHead(404).end("{}");
    if (path === "/inclusion") return void res.end(noProofs(body));
    if (!takesEvents) return void res.writeHead(503).end("{}");
    const message = JSON.parse((JSON.parse(body) as { message: string }).message) as SignedMessage;
    const batch = verifyMessage(message, { from: "edge-gateway", to: "audit", trust });
    const entries = (JSON.parse(batch) as { events: AuditEvent[] }).events;
    events.push(...entries.flatMap((entry) => eventsIn(entry)));
    res.end("{}");
  });
  return {
    ...service,
    events,
    /** Sets whether events are appended. Queries are answered in either case. */
    takeEvents(takes: boolean) {
      takesEvents = takes;
    },
  };
}

function verified(count: number, body: string): string {
  const { newest } = JSON.parse(body) as { newest: number };
  const first_seq = Math.max(1, count - newest + 1);
  return JSON.stringify({ status: "intact", first_seq, last_seq: count });
}

/** Responds like a log that has no checkpoint yet. */
function noProofs(body: string): string {
  const { event_ids } = JSON.parse(body) as LogInclusionRequest;
  return JSON.stringify({ checkpoint: null, proofs: event_ids.map(() => null) });
}

const parseQuery = checkedJson(AuditQuery);

/** Responds to a query like the audit service, with the index of an event as its position. */
function newestOf(log: readonly AuditEvent[], body: string): AuditQueryResponse {
  const { by, owner, since, until, event_type, before, limit } = parseQuery(body);
  const [from, to] = [Date.parse(since), Date.parse(until)];
  const matching = log
    .map((event, index) => ({ event, seq: index + 1, atMs: Date.parse(event.occurred_at) }))
    .filter(({ event, atMs }) => event[by] === owner && atMs >= from && atMs <= to)
    .filter(({ event }) => event_type === undefined || event.event_type === event_type)
    .sort((a, b) => b.atMs - a.atMs || b.seq - a.seq);
  const first = before === undefined ? 0 : matching.findIndex(({ seq }) => seq === before.seq) + 1;
  const shown = matching.slice(first, first + limit);
  const last = matching.length > first + limit ? shown.at(-1) : undefined;
  return {
    events: shown.map(({ event: { scope: _scope, subject: _subject, ...event } }) => event),
    ...(last && { next: { occurred_at: last.event.occurred_at, seq: last.seq } }),
  };
}

type Streaming = (res: ServerResponse, events: readonly InferenceEvent[]) => Promise<unknown>;

export const writtenEvents = (events: readonly object[]) =>
  events.map((event) => writeEvent({ data: JSON.stringify(event) })).join("");

const allAtOnce: Streaming = async (res, events) => res.end(writtenEvents(events));

/** Makes the events of a worker that receives each text in pieces of three characters. */
function eventsOf(result: InferenceResult): readonly InferenceEvent[] {
  if (result.outcome === "failed") return [{ type: "end", result }];
  const { choices, ...facts } = result;
  const { blocks = [], ...stop } = choices[0] ?? { stop_reason: "unknown" };
  const { model_used, input_tokens, latency_ms, attempts, provider } = facts;
  return [
    { type: "start", model_used, input_tokens, latency_ms, attempts, provider },
    ...blocks.flatMap(blockEvents),
    { type: "end", result: { ...facts, ...stop } },
  ];
}

function blockEvents(block: AnswerBlock, index: number): InferenceEvent[] {
  const stop = { type: "block_stop", index } as const;
  const start = { type: "block_start", index } as const;
  switch (block.type) {
    case "text":
      return [
        start,
        ...piecesOf(block.text).map((text) => ({ type: "text" as const, index, text })),
        stop,
      ];
    case "tool_use":
      return [
        { ...start, tool: block.name },
        ...piecesOf(block.arguments).map((json) => ({ type: "arguments" as const, index, json })),
        stop,
      ];
    case "thinking":
      return [
        { ...start, thought: { type: block.type } },
        ...piecesOf(block.thinking).map((thinking) => ({
          ...{ type: "thinking" as const, index, thinking },
        })),
        { type: "signature", index, signature: block.signature },
        stop,
      ];
    case "redacted_thinking":
      return [{ ...start, thought: block }, stop];
  }
}

const piecesOf = (text: string): readonly string[] => text.match(/[\s\S]{1,3}/g) ?? [];

const models = (query: string): ModelsResult => ({
  outcome: "completed",
  models: [
    (JSON.parse(query) as ModelsQuery).dialect === "openai"
      ? { id: "gpt-1", created: 1_700_000_000, owned_by: "openai" }
      : { id: "claude-1", created: 1_700_000_000, display_name: "Claude 1" },
  ],
});

type Answering = (job: InferenceJob) => InferenceResult;

const withItsValues: Answering = (job) =>
  completedResult("context" in job ? job.context.map(({ text }) => text).join(" ") : lastOf(job));

const lastOf = ({ messages }: Extract<InferenceJob, { messages: unknown }>) =>
  messages
    .at(-1)
    ?.content.map((block) => (block.type === "text" ? block.text : ""))
    .join("") ?? "";

const PROVIDERS: ProvidersResult["providers"] = [
  { name: "anthropic", host: "api.anthropic.com", encrypted: true },
];

async function startFakeWorker({ trust, keysOf }: TestTrust) {
  const jobs: string[] = [];
  const jobIds: string[] = [];
  const held: (() => void)[] = [];
  let answering = withItsValues;
  let isHolding = false;
  const as = keysOf("inference-worker");
  const from = { service: as.service, ...as.signing("message") };
  const open = createMessageOpener({ as, from: "edge-gateway", trust, kind: "job" });
  const seal = createMessageSealer({ from, to: "edge-gateway", trust, kind: "result" });
  const direct: InferenceJob[] = [];
  let streaming = allAtOnce;
  let failure: InferenceResult | undefined;
  let providers = PROVIDERS;
  const given = (answer: () => void) => {
    if (isHolding) held.push(answer);
    else answer();
  };
  const queries: Readonly<Record<string, (body: string) => object>> = {
    "/token-counts"(body) {
      direct.push((JSON.parse(body) as DirectInference).job);
      return failure ?? { outcome: "completed", input_tokens: 7 };
    },
    "/models": (body) => failure ?? models(body),
    "/providers": () => ({ providers }),
  };
  const service = await startFakeService(async (path, body, res) => {
    if (path === "/inferences") {
      const { job, stream } = JSON.parse(body) as DirectInference;
      direct.push(job);
      if (stream) return void (await streaming(res, eventsOf(answering(job))));
      return void given(() => res.end(JSON.stringify(answering(job))));
    }
    const query = queries[path];
    if (query !== undefined) return void res.end(JSON.stringify(query(body)));
    const sealed = JSON.parse((JSON.parse(body) as { message: string }).message) as SealedMessage;
    const { job_id: jobId } = sealed;
    const job = open(sealed).toString();
    jobs.push(job);
    jobIds.push(jobId);
    const answer = () => {
      const result = Buffer.from(JSON.stringify(answering(JSON.parse(job) as InferenceJob)));
      const message = JSON.stringify(seal(jobId, result));
      res.end(JSON.stringify({ kind: "answered", result: message }));
    };
    given(answer);
  });
  return {
    ...service,
    jobs,
    jobIds,
    /** The direct calls, as they were received. */
    direct,
    answerWith(next: Answering | undefined) {
      answering = next ?? withItsValues;
    },
    /** Sets the result of token counts and model queries. If undefined, they succeed. */
    answerQueriesWith(next: InferenceResult | undefined) {
      failure = next;
    },
    /** Sets where the worker says that it sends prompts. */
    sendTo(next: ProvidersResult["providers"] | undefined) {
      providers = next ?? PROVIDERS;
    },
    /** Sets how a stream is sent. */
    streamWith(next: Streaming | undefined) {
      streaming = next ?? allAtOnce;
    },
    hold() {
      isHolding = true;
    },
    letGo() {
      isHolding = false;
      for (const answer of held.splice(0)) answer();
    },
  };
}
