import { expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { ProxyResponse } from "@veil/contracts/public/proxy";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import {
  createInlineTextScans,
  textScansBySize,
} from "../../src/modules/calls/scanning/create-text-scans.ts";
import type { TextScans } from "../../src/modules/calls/scanning/text-scans.ts";
import { startTestGateway } from "../support/test-gateway.ts";

const MOST = 2_000;
const MANY = 3_000;
const parse = checked(ProxyResponse);

function countingScans() {
  const seen = { eventLoop: [] as number[], threads: [] as [string, number][] };
  const inner = createInlineTextScans();
  const counting = (note: (scan: string, findings: number) => void): TextScans => ({
    ...inner,
    async sanitised(parts) {
      const verified = await inner.sanitised(parts);
      note("sanitised", verified.findings);
      return verified;
    },
    async groundTruth(parts) {
      note("groundTruth", (await inner.sanitised(parts)).findings);
      return inner.groundTruth(parts);
    },
    prompt(parts) {
      note("prompt", parts.findings);
      return inner.prompt(parts);
    },
  });
  const threads = counting((scan, findings) => void seen.threads.push([scan, findings]));
  const inline = counting((_scan, findings) => void seen.eventLoop.push(findings));
  return {
    seen,
    scans: {
      ...textScansBySize({ inline, requests: threads, answers: threads, relinks: inner }),
      close: async () => {},
    },
  };
}

async function send({ scans }: ReturnType<typeof countingScans>, names: number) {
  const gateway = await startTestGateway({}, { scans });
  try {
    const letter = "Weber ".repeat(names);
    const { status, body } = await request(gateway.app)
      .post("/api/v1/proxy/messages")
      .set("x-api-key", (await gateway.provision()).apiKey)
      .send({
        prompt_template: "Answer {letter}",
        context: { letter },
        mode: "proving_ground",
        activity_id: "measured",
        ground_truth: { letter: [] },
        relink_response: false,
      });
    expect(status).toBe(200);
    return parse(body);
  } finally {
    await gateway.close();
  }
}

describeWithServer("postgres", "Many findings", () => {
  test("When a body has 3 000 findings, then threads do all the work on them", async () => {
    const counting = countingScans();
    const { seen } = counting;
    const { result, ground_truth_evaluation } = await send(counting, MANY);
    expect(result).toBe("[PERSON_1] ".repeat(MANY));
    expect(ground_truth_evaluation).toMatchObject({ false_positives: MANY });
    expect(seen.threads).toEqual([
      ["sanitised", MANY],
      ["groundTruth", MANY],
      ["prompt", MANY],
    ]);
    expect(Math.max(0, ...seen.eventLoop)).toBeLessThanOrEqual(MOST);
  });

  test("When a body has a few findings, then the event loop does the work on them", async () => {
    const counting = countingScans();
    const { seen } = counting;
    const { result } = await send(counting, 3);
    expect(result).toBe("[PERSON_1] ".repeat(3));
    expect([seen.eventLoop, seen.threads]).toEqual([[3, 3, 3], []]);
  });
});
