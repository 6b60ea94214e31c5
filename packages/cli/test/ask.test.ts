import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { FakeAnswer } from "./fake-gateway.ts";
import { veilWith } from "./with-gateway.ts";

const JOB = "job_0123456789abcdef0123456789abcdef";
const TRACE = {
  ...{ token_request_id: "t", job_request_id: "j", job_id: JOB, timestamp: "2026-01-01T00:00:00Z" },
  ...{ total_duration_ms: 5, attempts: 1, relink_requested: true, steps: [] },
  network_isolation: {
    ...{ sandbox_a_to_sandbox_b: "blocked", sandbox_b_to_sandbox_a: "blocked" },
    ...{ gateway_role: "r", enforced_by: "e" },
  },
  data_exposure_summary: {
    ...{ bridge_saw: "", sanitizer_saw: "", sandbox_b_saw: "", llm_saw: "" },
    ...{ pii_in_ai: false, identity_in_ai: false },
  },
};
const DONE = { status: "JOB_STATUS_COMPLETED", result: "An answer", compliance_trace: TRACE };
const FAILED = {
  ...{ status: "JOB_STATUS_FAILED", error_message: "The provider refused" },
  compliance_trace: TRACE,
};
const RUNNING: FakeAnswer = {
  status: 202,
  headers: { location: `/api/v1/proxy/jobs/${JOB}`, "retry-after": "7" },
  body: { status: "processing", job_id: JOB },
};
const BUSY: FakeAnswer = {
  status: 503,
  body: { error: "server_busy", message: "Busy", retry_after_seconds: 3 },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-ask-"));
  writeFileSync(path.join(folder, "letter.txt"), "Dear Anna");
  writeFileSync(path.join(folder, "bytes"), Buffer.from([0xff, 0xfe, 0xff]));
});
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => path.join(folder, name);

describe("veil ask: the text", () => {
  test.each<[string, readonly string[], string]>([
    ["an argument", ["Dear Anna"], ""],
    ["a file", ["--file", "letter.txt"], ""],
    ["standard input", [], "Dear Anna"],
    ["standard input by name", ["-"], "Dear Anna"],
  ])(
    "veil ask reads the text from %s, and sends it as a variable of the template",
    async (_case, args, input) => {
      const named = args.map((arg) => (arg === "letter.txt" ? at(arg) : arg));
      const { code, out, requests } = await veilWith(() => ({ body: DONE }), ["ask", ...named], {
        input,
      });
      expect([code, out]).toEqual([0, "An answer\n"]);
      expect(requests.map(({ body }) => body)).toEqual([
        { prompt_template: "{text}", context: { text: "Dear Anna" } },
      ]);
    },
  );

  test("veil ask sends the values of all options", async () => {
    const args = ["ask", "Dear Anna", "--template", "Like {style}: {text}"];
    const { requests } = await veilWith(
      () => ({ body: DONE }),
      [
        ...args,
        ...["--context", `style=${at("letter.txt")}`, "--model", "m", "--max-tokens", "9"],
        ...["--temperature", "0.5", "--language", "de", "--no-relink", "--idempotency-key", "k1"],
      ],
    );
    expect(requests[0]?.headers["idempotency-key"]).toBe("k1");
    expect(requests[0]?.body).toEqual({
      prompt_template: "Like {style}: {text}",
      context: { text: "Dear Anna", style: "Dear Anna" },
      ...{ model: "m", max_tokens: 9, temperature: 0.5, language: "de", relink_response: false },
    });
  });

  test.each<[string, readonly string[]]>([
    ["a file that does not exist", ["--file", "nowhere"]],
    ["a file that is not text", ["--file", "bytes"]],
    ["an argument and a file", ["Dear Anna", "--file", "letter.txt"]],
    ["a text and a job", ["Dear Anna", "--job", JOB]],
    ["the variable text twice", ["Dear Anna", "--context", "text=letter.txt"]],
  ])("veil ask exits with 2 and sends nothing for %s", async (_case, args) => {
    const named = args.map((arg) => (/^(nowhere|bytes|letter.txt)$/.test(arg) ? at(arg) : arg));
    const { code, requests } = await veilWith(() => ({ body: DONE }), ["ask", ...named]);
    expect([code, requests.length]).toEqual([2, 0]);
  });
});

describe("veil ask: the answer", () => {
  test("veil ask polls the job's Location after each Retry-After, and retries transient errors", async () => {
    const pauses: number[] = [];
    const script: readonly FakeAnswer[] = [RUNNING, RUNNING, BUSY, { body: DONE }];
    const { code, out, err, requests } = await veilWith(
      (_request, count) => script[count - 1],
      ["ask", "Dear Anna"],
      { changes: { sleep: async (ms) => void pauses.push(ms) } },
    );
    expect([code, out]).toEqual([0, "An answer\n"]);
    expect(err).toContain(`The job ${JOB} is running`);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/v1/proxy/messages",
      ...Array.from({ length: 3 }, () => `GET /api/v1/proxy/jobs/${JOB}`),
    ]);
    expect(pauses).toEqual([7_000, 3_000]);
  });

  test("veil ask exits with 5 if the Location is on another host", async () => {
    const location = `https://evil.example/api/v1/proxy/jobs/${JOB}`;
    const { code, requests } = await veilWith(
      () => ({ ...RUNNING, headers: { location } }),
      ["ask", "Dear Anna"],
    );
    expect([code, requests.length]).toEqual([5, 1]);
  });

  test("veil ask --job fetches the answer of an earlier job", async () => {
    const { code, out, requests } = await veilWith(() => ({ body: DONE }), ["ask", "--job", JOB]);
    expect([code, out, requests.length]).toEqual([0, "An answer\n", 1]);
  });

  test("veil ask prints an answer that is a JSON object", async () => {
    const body = { ...DONE, result: { sum: 1 } };
    const { out } = await veilWith(() => ({ body }), ["ask", "Dear Anna"]);
    expect(JSON.parse(out)).toEqual({ sum: 1 });
  });

  test("veil ask --json prints the whole body", async () => {
    const { out } = await veilWith(() => ({ body: DONE }), ["ask", "Dear Anna", "--json"]);
    expect(JSON.parse(out)).toEqual(DONE);
  });

  test("veil ask exits with 6 when the job failed", async () => {
    const { code, out, err } = await veilWith(() => ({ body: FAILED }), ["ask", "Dear Anna"]);
    expect([code, out, err]).toEqual([6, "", "veil ask: The provider refused\n"]);
    const json = await veilWith(() => ({ body: FAILED }), ["ask", "Dear Anna", "--json"]);
    expect([json.code, JSON.parse(json.out)]).toEqual([6, FAILED]);
  });

  test("veil ask gives up after many transient errors, and prints how to fetch the answer", async () => {
    const { code, err, requests } = await veilWith(
      (_request, count) => (count === 1 ? RUNNING : BUSY),
      ["ask", "Dear Anna"],
    );
    expect(code).toBe(3);
    expect(requests).toHaveLength(12);
    expect(err).toContain(`veil ask --job ${JOB}`);
  });

  test("veil ask prints how to fetch the answer when the gateway becomes unreachable", async () => {
    const { code, err } = await veilWith(
      (_request, count) => (count === 1 ? RUNNING : { status: 502, body: "<html>" }),
      ["ask", "Dear Anna"],
    );
    expect(code).toBe(4);
    expect(err).toContain(`veil ask --job ${JOB}`);
  });
});

describe("veil ask: Ctrl-C", () => {
  const interruptedAt = async (last: number, ...more: string[]) => {
    const ctrlC = new AbortController();
    return await veilWith(
      (_request, count) => {
        if (count === last) ctrlC.abort();
        return count === last ? undefined : RUNNING;
      },
      ["ask", "Dear Anna", ...more],
      { changes: { interrupted: ctrlC.signal } },
    );
  };

  test("on Ctrl-C while a job runs, veil ask exits with 130 and prints how to fetch the answer", async () => {
    const { code, out, err } = await interruptedAt(2);
    expect([code, out]).toEqual([130, ""]);
    expect(err).toContain(`veil ask --job ${JOB}`);
  });

  test("on Ctrl-C before the job id is known, veil ask suggests --idempotency-key or the same command", async () => {
    const { code, err } = await interruptedAt(1);
    expect(code).toBe(130);
    expect(err).toContain("--idempotency-key");
    expect((await interruptedAt(1, "--idempotency-key", "k")).err).toContain("the same command");
  });

  test("on Ctrl-C with --json, the hint is a field of the error", async () => {
    const { err } = await interruptedAt(2, "--json");
    const report: unknown = JSON.parse(err.slice(err.indexOf("{")));
    expect(report).toMatchObject({
      error: { kind: "interrupted", hint: expect.stringContaining(`--job ${JOB}`) },
    });
  });
});
