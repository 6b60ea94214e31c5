import type { SkippedFault } from "../faults/fault.ts";
import type { RoundResult } from "./round-result.ts";

export interface Report {
  /** The arguments that repeat the run. */
  readonly command: string;
  readonly results: readonly RoundResult[];
  readonly skipped: readonly SkippedFault[];
}

const INTRODUCTION = `# Reliability

What happens to calls while a part of the gateway fails. Each round sends calls with distinct values (native calls, and SDK calls whole and
streamed), a third of them before a fault, a third during it and a third right after it. Then it compares what the customer, the provider, the usage,
the audit log, the certificates and every table, log, queue and page know about each call:

- Each accepted call is final: completed with its values restored, or failed with a documented code.
- A completed call is counted once, a refused native call never. A call that may have cost something stays counted.
- The provider gets no more requests for a call than [decision 6](decisions/0006-the-delivery-is-the-attempt.md) allows.
- The audit log is intact, begins with its earlier entries, and has each event of a call once. A proof shows that its signed checkpoint continues the
  one before the round.
- Each completed call has a certificate, and nothing waits in an outbox. After a clock was ahead, a certificate may wait for the time of its claims.
- No value of a call is in a table, log, queue, metric, page or refusal, or at the provider.

A fault lasts half a second to seven seconds. *kill*: SIGKILL, and a start after that time. *pause*: SIGSTOP, then SIGCONT. *partition*: no packet
passes in either direction. *fill-disk*: nothing more fits on the disk of the server; when there is space again, a server that has stopped is started
again, as Kubernetes does. *move-clock*: the clock of one service jumps by five minutes to an hour, ahead or behind, and back; its timers keep running.

*Recovered after* is the median and the longest time from the end of the fault until each service is ready and a new call is completed. Calls that are
not completed are refused with a code, have failed, or are *lost* with their connection; only SDK calls are lost, because a client gets the answer to
a native call by sending it again with its \`Idempotency-Key\`. [chaos](../tools/chaos/README.md) explains how to run it and how to repeat a round.

## Full disks and wrong clocks

While the disk of PostgreSQL is full, calls get \`503 inference_service_unavailable\`, and a certificate waits until there is space.
RabbitMQ accepts no messages while its disk has little space: calls get the same code, or their jobs wait in the gateway's outbox. If nothing at all
fits on the disk, its queues can stay without a leader until the node starts again, and no probe shows that; the tool then starts the node again, as the
runbook [VeilBrokerBlocked](runbooks/veil-broker-blocked.md) says. Redis stores nothing on a disk.

The clocks of two services may differ by 5 s for the tokens of their calls, which are valid for 60 s, and by a minute for the dates of claims. With a
larger difference, connections that exist continue, and new ones are refused, so calls get \`token_service_unavailable\`, \`sanitizer_unavailable\` or
\`inference_service_unavailable\`, and jobs fail with their deadline. A certificate is never dated before its claims: if a claim is dated ahead of the
signer's clock, the certificate waits for that time, for a day at most. Leases follow the clock of the database.
`;

/** Writes the report as a document. */
export function markdownOf(report: Report): string {
  const { command, results, skipped } = report;
  const sum = (of: (result: RoundResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const total =
    `${results.length} rounds, ${sum(({ sent }) => sent)} calls, ` +
    `${sum(({ discrepancies }) => discrepancies)} discrepancies.`;
  return [
    INTRODUCTION,
    "## Results\n",
    `\`\`\`sh\n${command}\n\`\`\`\n`,
    `${total}\n`,
    ...tableOf(results),
    ...(skipped.length === 0
      ? []
      : ["\nNot injected:\n", ...skippedLines(skipped).map((line) => `- ${line}.`)]),
    "",
  ].join("\n");
}

/** Writes a table with one row for each target and kind of fault. */
export function tableOf(results: readonly RoundResult[]): readonly string[] {
  const groups = new Map<string, readonly RoundResult[]>();
  for (const result of results) {
    const name = `${result.fault.target} ${result.fault.kind}`;
    groups.set(name, [...(groups.get(name) ?? []), result]);
  }
  return [
    "| target | fault | rounds | sent | accepted | not completed | recovered after (s) | discrepancies |",
    "|---|---|---|---|---|---|---|---|",
    ...[...groups]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([, group]) => rowOf(group)),
  ];
}

function rowOf(group: readonly RoundResult[]): string {
  const sum = (of: (result: RoundResult) => number) =>
    group.reduce((total, result) => total + of(result), 0);
  const fault = group[0]?.fault;
  const cells = [
    fault?.target,
    fault?.kind,
    group.length,
    sum(({ sent }) => sent),
    sum(({ accepted }) => accepted),
    failuresOf(group),
    recoveryOf(group),
    sum(({ discrepancies }) => discrepancies),
  ];
  return `| ${cells.join(" | ")} |`;
}

function failuresOf(group: readonly RoundResult[]): string {
  const counts = new Map<string, number>();
  for (const { failures } of group)
    for (const [code, count] of Object.entries(failures))
      counts.set(code, (counts.get(code) ?? 0) + count);
  const texts = [...counts].toSorted().map(([code, count]) => `${count} ${code}`);
  return texts.length === 0 ? "–" : texts.join(", ");
}

function recoveryOf(group: readonly RoundResult[]): string {
  const times = group.flatMap(({ recoveredMs }) => recoveredMs ?? []).toSorted((a, b) => a - b);
  const seconds = (ms: number | undefined) =>
    ms === undefined ? "never" : (ms / 1_000).toFixed(1);
  const longest = times.length < group.length ? "never" : seconds(times.at(-1));
  const median = seconds(times[Math.floor((times.length - 1) / 2)]);
  return group.length === 1 ? longest : `${median}, ${longest}`;
}

/** Writes one line for each reason. */
export function skippedLines(skipped: readonly SkippedFault[]): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { target, kind, reason } of skipped)
    byReason.set(reason, [...(byReason.get(reason) ?? []), `${target} ${kind}`]);
  return [...byReason].map(([reason, names]) => `${names.join(", ")}: ${reason}`);
}
