/** All exit codes and their meanings. The README contains the same table. */
export const EXITS = {
  done: { code: 0, meaning: "done" },
  check_failed: { code: 1, meaning: "a check or verification failed: the command says what" },
  usage: { code: 2, meaning: "wrong usage, configuration or input; nothing was sent" },
  refused: { code: 3, meaning: "the gateway refused the request; the message has its error code" },
  unreachable: { code: 4, meaning: "the gateway could not be reached, or did not answer in time" },
  bad_answer: { code: 5, meaning: "what answered does not answer as a gateway does" },
  job_failed: { code: 6, meaning: "the job of veil ask failed" },
  internal: { code: 70, meaning: "a mistake in this program" },
  interrupted: { code: 130, meaning: "interrupted with Ctrl-C" },
} as const;

export type ExitKind = keyof typeof EXITS;

export function exitCodesHelp(): string {
  const lines = Object.values(EXITS).map(
    ({ code, meaning }) => `  ${String(code).padEnd(5)}${meaning}`,
  );
  return `Exit codes:\n${lines.join("\n")}\n`;
}
