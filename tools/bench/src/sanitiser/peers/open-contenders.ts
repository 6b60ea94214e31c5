import { installPeers } from "../../peers/install-peers.ts";
import { type OpenContender, openContender } from "../contenders/open-contender.ts";
import type { ContenderSource } from "../contenders/protocol.ts";

const FROM_NPM = ["openredaction", "redact-pii", "compromise"] as const;

export interface Contenders {
  readonly ours: OpenContender;
  readonly peers: readonly OpenContender[];
  close(): Promise<void>;
}

export async function openContenders(onProgress: (line: string) => void): Promise<Contenders> {
  const ours = await openContender("ours", { kind: "ours" });
  const peers: OpenContender[] = [];
  for (const [name, find] of sources(onProgress)) {
    try {
      peers.push(await openContender(name, await find()));
    } catch (error) {
      onProgress(`without ${name}: ${(error as Error).message}`);
    }
  }
  return {
    ours,
    peers,
    close: async () => void (await Promise.all([ours, ...peers].map((one) => one.close()))),
  };
}

type Source = readonly [name: string, find: () => Promise<ContenderSource>];

function sources(onProgress: (line: string) => void): readonly Source[] {
  let folder: Promise<string> | undefined;
  const installed = () => {
    folder ??= installPeers(onProgress);
    return folder;
  };
  return [
    ...FROM_NPM.map((kind): Source => [kind, async () => ({ kind, folder: await installed() })]),
    ["presidio", async () => ({ kind: "presidio", url: presidioUrl() })],
  ];
}

function presidioUrl(): string {
  const url = process.env["PRESIDIO_URL"] ?? "";
  if (url === "") throw new Error("PRESIDIO_URL names no analyzer");
  return url;
}
