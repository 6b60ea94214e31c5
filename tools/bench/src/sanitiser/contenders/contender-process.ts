import { createRequire } from "node:module";
import path from "node:path";
import { openCompromise } from "./compromise.ts";
import type { Contender } from "./contender.ts";
import { openOpenredaction } from "./openredaction.ts";
import { openOurs } from "./ours.ts";
import { openPresidio } from "./presidio.ts";
import type { ContenderReply, ContenderRequest, ContenderSource } from "./protocol.ts";
import { openRedactPii } from "./redact-pii.ts";
import { timeTexts } from "./time-texts.ts";

/**
 * This program runs as a child of `openContender`, so that contenders do not disturb each other.
 */
const source = JSON.parse(process.argv[2] ?? "") as ContenderSource;

function open(): Contender {
  switch (source.kind) {
    case "ours":
      return openOurs();
    case "openredaction":
      return openOpenredaction(peer(source));
    case "redact-pii":
      return openRedactPii(peer(source));
    case "compromise":
      return openCompromise(peer(source));
    case "presidio":
      return openPresidio(source.url);
  }
}

function peer<T>({ kind, folder }: { readonly kind: string; readonly folder: string }): T {
  return createRequire(path.join(folder, "package.json"))(kind) as T;
}

async function answer(contender: Contender, request: ContenderRequest): Promise<ContenderReply> {
  switch (request.what) {
    case "time":
      return { kind: "timed", timed: await timeTexts(contender, request) };
    case "find":
      return { kind: "found", found: await contender.find(request.texts) };
  }
}

async function serve(): Promise<void> {
  const contender = open();
  process.on("message", (request: ContenderRequest) => {
    void answer(contender, request).catch(failed).then(send);
  });
  send({ kind: "ready" });
}

function failed(error: unknown): ContenderReply {
  return { kind: "failed", reason: (error as Error).message };
}

function send(message: ContenderReply): void {
  process.send?.(message);
}

await serve().catch((error: unknown) => {
  send(failed(error));
  process.disconnect();
});
