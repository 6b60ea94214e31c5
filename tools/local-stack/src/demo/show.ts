import { checkedJson } from "@veil/contracts/parsing";
import Table from "cli-table3";
import { Type } from "typebox";
import type { Check } from "./checks.ts";
import { type Evidence, type Exchange, textOf } from "./evidence.ts";
import type { Demonstration } from "./run-demo.ts";

const parsePrompt = checkedJson(
  Type.Object({
    messages: Type.Optional(Type.Array(Type.Object({ content: Type.Unknown() }))),
  }),
);

/** Shows which part of each letter each component saw, and every promise. */
export function showDetails({ evidence, checks }: Demonstration): string {
  const exchanges = evidence.exchanges.map((exchange) => showExchange(exchange, evidence));
  return [...exchanges, `Promises\n${checks.map(checkLine).join("\n")}`].join("\n\n");
}

/**
 * Shows one letter as it was written and as the provider received it, its response, and the broken
 * promises.
 */
export function showSummary({ evidence, checks }: Demonstration): string {
  const [exchange] = evidence.exchanges;
  const lines =
    exchange === undefined
      ? []
      : [
          row("you wrote", exchange.example.text),
          row("provider saw", promptOf(exchange)?.split(": ").slice(1).join(": ") ?? "not known"),
          row("you received", textOf(exchange.relinked)),
        ];
  const open = checks.filter(({ kept }) => kept !== true).map(checkLine);
  const kept = checks.length - open.length;
  const calls = 2 * evidence.exchanges.length;
  const { proven } = evidence.certificates;
  const counts = `${calls} calls, ${evidence.usedAfter - evidence.usedBefore} counted, ${proven} certificates`;
  return [
    ...lines,
    "",
    `${kept} of ${checks.length} promises were kept (${counts}).`,
    ...open,
  ].join("\n");
}

const SUMMARY_COLUMNS = 100;
const LABEL_COLUMNS = 14;

/** Shows a labeled text in at most two lines. */
function row(label: string, text: string): string {
  const columns = SUMMARY_COLUMNS - LABEL_COLUMNS;
  const lines = wrapped(text, columns);
  const shown = lines.length > 2 ? [lines[0], `${lines[1]?.slice(0, columns - 2)} …`] : lines;
  return shown.map((line, at) => (at === 0 ? label : "").padEnd(LABEL_COLUMNS) + line).join("\n");
}

function wrapped(text: string, columns: number): readonly string[] {
  return text.match(new RegExp(`\\S.{0,${columns - 1}}(?=\\s|$)`, "gs")) ?? [];
}

/** The widths of the table's columns, 100 characters in total with borders. */
const COLUMNS = [18, 46, 32];

function showExchange(exchange: Exchange, { customerId, events }: Evidence): string {
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

function checkLine({ promise, kept, because }: Check): string {
  const mark = kept === undefined ? "not checked" : kept ? "yes" : "NO";
  return `  ${mark.padEnd(12)}${promise}${because === undefined ? "" : ` (${because})`}`;
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
