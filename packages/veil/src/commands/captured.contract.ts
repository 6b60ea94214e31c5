import { runCli } from "./run-cli.ts";

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
