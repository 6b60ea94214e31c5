import { expect, test } from "@jest/globals";
import type { GatewayClient, GatewayReply } from "./gateway-client.ts";
import { planCall, restoredValues } from "./planned-call.ts";
import { settle } from "./settle.ts";

const CALLER = { apiKey: "svc_key", email: "a@example.org" };
const native = planCall("native", CALLER, 0);
const streamed = planCall("streamed", CALLER, 0);

function replyWith(status: number, body: object = {}, text = ""): GatewayReply {
  return { status, requestId: "req_1", text, body: body as GatewayReply["body"] };
}

const ACCEPTED = replyWith(202, { job_id: "job_1" });
const UNAVAILABLE = replyWith(503, { error: "inference_service_unavailable" });
const NEVER_ADMITTED = replyWith(404, { error: "job_not_found" });
const COMPLETED = replyWith(200, {
  status: "JOB_STATUS_COMPLETED",
  result: restoredValues(native).join(" "),
  compliance_trace: { request_id: "req_of_job" },
});

/** Returns a gateway with these replies, and the requests that it received. */
function gatewayWith(...replies: (GatewayReply | undefined)[]) {
  const requests: string[] = [];
  const next = (request: string) => {
    requests.push(request);
    return Promise.resolve(replies.shift());
  };
  const gateway: GatewayClient = {
    send: ({ headers }) => next(`send ${headers["idempotency-key"]}`),
    get: next,
    post: next,
    close: async () => {},
  };
  return { gateway, requests };
}

const SEND = `send ${native.id}`;
const READ = "/api/v1/proxy/jobs/job_1";

test.each<[string, GatewayReply | undefined, (GatewayReply | undefined)[], string[]]>([
  ["an answer", COMPLETED, [], []],
  [
    "a lost connection, then 503",
    undefined,
    [undefined, UNAVAILABLE, COMPLETED],
    [SEND, SEND, SEND],
  ],
  ["202, then 503", ACCEPTED, [UNAVAILABLE, undefined, COMPLETED], [READ, READ, READ]],
  ["202 for a job that was not admitted", ACCEPTED, [NEVER_ADMITTED, COMPLETED], [READ, SEND]],
])(
  "After %s, a native call is followed until it is completed",
  async (_what, first, replies, requests) => {
    const follow = gatewayWith(...replies);
    expect(await settle(follow.gateway, native, first)).toEqual({
      ...{ outcome: { kind: "completed", restored: true }, requestId: "req_of_job" },
    });
    expect(follow.requests).toEqual(requests);
  },
);

test.each<[string, GatewayReply, object]>([
  [
    "503 as the first reply",
    UNAVAILABLE,
    { kind: "refused", code: "inference_service_unavailable", documented: true },
  ],
  [
    "500",
    replyWith(500, { error: "internal_error" }),
    { kind: "refused", code: "500 internal_error", documented: false },
  ],
  [
    "a code with the wrong status",
    replyWith(500, { error: "server_busy" }),
    { kind: "refused", code: "500 server_busy", documented: false },
  ],
  [
    "a failed job",
    replyWith(200, { status: "JOB_STATUS_FAILED", error_message: "The deadline passed" }),
    { kind: "failed", code: "The deadline passed", documented: true },
  ],
  [
    "an answer without the values",
    replyWith(200, { status: "JOB_STATUS_COMPLETED", result: "[EMAIL_1]" }),
    { kind: "completed", restored: false },
  ],
])("A native call ends with %s", async (_what, reply, outcome) => {
  const { gateway, requests } = gatewayWith();
  expect(await settle(gateway, native, reply)).toEqual({ outcome, requestId: "req_1" });
  expect(requests).toEqual([]);
});

const [email = "", phone = ""] = restoredValues(streamed);
const delta = (text: string) =>
  `event: content_block_delta\ndata: ${JSON.stringify({ delta: { text } })}\n\n`;

test.each<[string, string, object]>([
  [
    "message_stop",
    `${delta(email.slice(0, 5))}${delta(`${email.slice(5)} ${phone}`)}event: message_stop\ndata: {}\n\n`,
    { kind: "completed", restored: true },
  ],
  [
    "an error",
    `${delta(email)}event: error\ndata: {"error":{"type":"api_error"}}\n\n`,
    { kind: "failed", code: "api_error", documented: true },
  ],
  [
    "no event",
    delta(email),
    { kind: "failed", code: "a stream without an end", documented: false },
  ],
])("A stream that ends with %s has that outcome", async (_what, text, outcome) => {
  const { gateway } = gatewayWith();
  const settled = await settle(gateway, streamed, replyWith(200, {}, text));
  expect(settled).toEqual({ outcome, requestId: "req_1" });
});

test("An SDK call whose connection is lost is not sent again", async () => {
  const { gateway, requests } = gatewayWith(COMPLETED);
  const lost = { outcome: { kind: "lost" }, requestId: undefined };
  expect(await settle(gateway, streamed, undefined)).toEqual(lost);
  expect(requests).toEqual([]);
});
