/** @slow creates certificates */
import { expect, test } from "@jest/globals";
import type { PublicSummaryResponse } from "@veil/contracts/public/certificate-summary";
import { createTestDeployment, testSummary } from "@veil/testing/certificates";
import { createNodeCrypto } from "@veil/veil";
import { parsePin, trySummary } from "@veil/veil/verifier";
import { contentText } from "../content/content-text.ts";
import { summaryOutcomeContent } from "../content/verified-summary.ts";
import { summaryPage } from "./summary-page.ts";

const deployment = createTestDeployment();
const file = testSummary(deployment);
const published = JSON.parse(Buffer.from(file.summary).toString()) as PublicSummaryResponse;
const paths = { script: "/v.js", verification: "/v", manifest: "/m" };

test("summaryPage escapes values of the summary that look like markup", () => {
  const hostile = `"><img src=x onerror=alert(1)>'&`;
  const { summary } = published;
  const html = summaryPage(
    { ...published, summary: { ...summary, issuer: hostile, sanitizer_layers: [hostile] } },
    paths,
  );
  expect(html).not.toContain("<img");
  expect(html).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&apos;&amp;");
});

test("summaryPage returns the same page for the same summary, without times and random values", () => {
  expect(summaryPage(published, paths)).toBe(summaryPage(structuredClone(published), paths));
});

test("summaryOutcomeContent lists each step with its number, and what the summary does not prove", () => {
  const pins = [parsePin(deployment.pins.gateway)];
  const trust = { pins, crypto: createNodeCrypto() };
  const text = contentText(summaryOutcomeContent(trySummary(file, trust), trust));
  expect(text).toContain("VALID. gateway.example signed this summary at 2026-01-02T12:00:02Z.");
  expect(text).toMatch(/^ +6 {2}holds +The signer signed the summary$/m);
  expect(text).toMatch(/^ +11 {2}holds /m);
  expect(text).toContain("What it does not prove:");
  const other = { ...trust, pins: [parsePin(`mallory:${"ab".repeat(32)}`)] };
  const refused = contentText(summaryOutcomeContent(trySummary(file, other), other));
  expect(refused).toContain("NOT VALID. Step 4 does not hold");
  expect(refused).toMatch(/^ +4 {2}fails .*\n +5 {2}no data /m);
});
