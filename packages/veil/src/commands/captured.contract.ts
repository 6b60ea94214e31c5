import { runCli } from "./run-cli.ts";

/** Runs `veil` with these arguments in this process, and returns its output. */
export async function captured(...args: readonly string[]) {
  const printed = { out: "", err: "" };
  const code = await runCli(args, {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
  });
  return { code, ...printed };
}
