import { checkedJson } from "@veil/contracts/parsing";
import Table from "cli-table3";
import { Type } from "typebox";
import type { Check } from "./checks.ts";
import { type Evidence, type Exchange, textOf } from "./evidence.ts";

const parsePrompt = checkedJson(
  Type.Object({
    messages: Type.Optional(Type.Array(Type.Object({ content: Type.Unknown() }))),
  }),
);

/** 100 columns with borders. */
const COLUMNS = [18, 46, 32];

export function showExchange(exchange: Exchange, { customerId, events }: Evidence): string {
  const { example, unlinked, relinked } = exchange;
  const summary = relinked.compliance_trace.data_exposure_summary;
  const prompt = promptOf(exchange);
  const rows = [
    [
      "edge-gateway",
      `everything, while the request is in flight:\n${example.text}`,
      "operator's provider key",
    ],
    ["bridge\n(sandbox A)", `${summary.bridge_saw}:\n${customerId}`, "letter, template, answer"],
    ["sanitiser", summary.sanitizer_saw, "customer, token, every provider key"],
    [
      "inference-worker\n(sandbox B)",
      summary.sandbox_b_saw,
      "customer id, email, API key, the values behind the placeholders",
    ],
    ["provider", prompt ?? summary.llm_saw, "who asks, and every value in the letter"],
    ["audit", eventLines(events), "any value, any email, any key"],
    ["veil-signer", "nothing of a request; it serves its public keys", "everything else"],
  ];
  return [
    `${example.title}`,
    table(["who", "saw", "never saw"], rows),
    table(
      ["", "the answer"],
      [
        ["before re-link", textOf(unlinked)],
        ["after re-link", textOf(relinked)],
      ],
      [18, 79],
    ),
  ].join("\n");
}

function eventLines(events: Evidence["events"]): string {
  const lines = [...events].map(([type, count]) => `${count} x ${type}`);
  return ["events of both letters:", ...lines].join("\n");
}

export function showChecks(checks: readonly Check[]): string {
  return checks
    .map(({ promise, kept, because }) => {
      const mark = kept === undefined ? "not checked" : kept ? "yes" : "NO";
      return `  ${mark.padEnd(12)}${promise}${because === undefined ? "" : ` (${because})`}`;
    })
    .join("\n");
}

function promptOf({ received }: Exchange): string | undefined {
  const body = received?.at(-1)?.body;
  if (body === undefined) return undefined;
  const { messages = [] } = parsePrompt(body);
  return messages
    .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)))
    .join("\n");
}

function table(head: string[], rows: string[][], colWidths = COLUMNS): string {
  const result = new Table({ head, colWidths, wordWrap: true, style: { head: [], border: [] } });
  result.push(...rows);
  return result.toString();
}
