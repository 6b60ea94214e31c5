import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import type { CorpusText, PredictedSpan } from "@veil/pii-lab/measures";
import type {
  ContenderReply,
  ContenderRequest,
  ContenderSource,
  Timed,
  TimeOptions,
} from "./protocol.ts";

export interface OpenContender {
  readonly name: string;
  time(options: TimeOptions): Promise<Timed>;
  find(texts: readonly CorpusText[]): Promise<readonly (readonly PredictedSpan[])[]>;
  close(): Promise<void>;
}

/** @throws Error when it is not available */
export async function openContender(name: string, source: ContenderSource): Promise<OpenContender> {
  const child = fork(new URL("./contender-process.js", import.meta.url), [JSON.stringify(source)], {
    serialization: "advanced",
    // A library may write files.
    cwd: tmpdir(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const first = await nextAnswer(child, name);
  if (first.kind === "failed") throw new Error(first.reason);

  async function ask(request: ContenderRequest): Promise<ContenderReply> {
    const answer = nextAnswer(child, name);
    child.send(request);
    return answer;
  }

  return {
    name,
    async time(options) {
      const answer = await ask({ what: "time", ...options });
      return answer.kind === "timed" ? answer.timed : refuse(name, answer);
    },
    async find(texts) {
      const answer = await ask({ what: "find", texts });
      return answer.kind === "found" ? answer.found : refuse(name, answer);
    },
    async close() {
      const ended = once(child, "exit");
      if (child.kill()) await ended;
    },
  };
}

async function nextAnswer(child: ChildProcess, name: string): Promise<ContenderReply> {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(([answer]) => answer as ContenderReply),
      once(child, "exit", { signal }).then(() => {
        throw new Error(`${name} has ended`);
      }),
    ]);
  } finally {
    stop.abort();
  }
}

function refuse(name: string, answer: ContenderReply): never {
  throw new Error(`${name}: ${answer.kind === "failed" ? answer.reason : "another answer"}`);
}
