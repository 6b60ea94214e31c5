import { fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import type { CorpusText, PredictedSpan } from "@veil/pii-lab/measures";
import { nextMessage } from "../../next-message.ts";
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

/** Starts a contender in a separate process. @throws Error when the contender is not available */
export async function openContender(name: string, source: ContenderSource): Promise<OpenContender> {
  const child = fork(new URL("./contender-process.js", import.meta.url), [JSON.stringify(source)], {
    serialization: "advanced",
    // A contender's library may write files.
    cwd: tmpdir(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const answerOf = async () => (await nextMessage(child, name)) as ContenderReply;
  const first = await answerOf();
  if (first.kind === "failed") throw new Error(first.reason);

  async function ask(request: ContenderRequest): Promise<ContenderReply> {
    const answer = answerOf();
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

function refuse(name: string, answer: ContenderReply): never {
  throw new Error(`${name}: ${answer.kind === "failed" ? answer.reason : "another answer"}`);
}
