import type { Command } from "@commander-js/extra-typings";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { operationOf } from "../../gateway/operation-of.ts";
import type { Cli } from "../../program/cli.ts";
import { usageError } from "../../program/command-error.ts";
import { gatewayLeaf, integer } from "../../program/leaf.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { LANGUAGE } from "../options.ts";
import { askRequest } from "./ask-request.ts";
import { awaitJob, startJob } from "./await-job.ts";
import { printAnswerOf } from "./print-answer.ts";

export function addAsk(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: operationOf("proxyMessages"),
    usage: "ask [TEXT]",
    summary: "ask the model; personal data is replaced on the way and restored in the answer",
    description:
      "Sends the text as the variable {text} of a template, waits for the answer as long as it takes, and prints it. " +
      "Other users of this machine can read an argument: use a file or standard input for real data. Ctrl-C leaves " +
      "the job running and prints how to fetch its answer.",
    examples: [
      'veil ask "Write a haiku about privacy"',
      'veil ask --template "Summarize: {text}" --file letter.txt',
      'veil ask --template "Answer {mail} like {text}" --context mail=mail.txt < style.txt',
      "veil ask --job job_0123456789abcdef0123456789abcdef --json",
    ],
  })
    .option("--file <FILE>", "read the text from this file; without TEXT and FILE: standard input")
    .option(
      "--template <TEMPLATE>",
      "free of personal data, with {text} and other variables",
      "{text}",
    )
    .option(
      "--context <NAME=FILE>",
      "a further variable, from a file; repeatable",
      contextOption,
      {},
    )
    .option("--model <MODEL>", "else the gateway's own choice")
    .option("--max-tokens <COUNT>", "of the answer", integer(1, 1_000_000))
    .option("--temperature <NUMBER>", "0 to 1", temperature)
    .addOption(LANGUAGE())
    .option("--no-relink", "leave the placeholders in the answer")
    .option(
      "--idempotency-key <TEXT>",
      "run once: the same text and request in 24 h are the same job",
    )
    .option("--job <JOB_ID>", "send nothing: fetch the answer of this job, and wait for it")
    .action(async (text, options) => {
      const settings = await readSettings(cli, options);
      const { job, file } = options;
      if (job !== undefined && (text !== undefined || file !== undefined))
        throw usageError("use either --job or a text, not both");
      const started =
        job === undefined
          ? await startJob(cli, settings, await askRequest(cli, text, options), options)
          : ({ kind: "running", jobId: job } as const);
      const answer =
        started.kind === "done" ? started.answer : await awaitJob(cli, settings, started.jobId);
      printAnswerOf(cli, options, answer);
    });
}

type Files = Readonly<Record<string, string>>;

function contextOption(text: string, files: Files): Files {
  const [, name, file] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || file === undefined)
    throw new InvalidArgumentError("Use NAME=FILE, such as letter=letter.txt.");
  return { ...files, [name]: file };
}

function temperature(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError("Use a number from 0 to 1.");
}
