import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { ed25519PrivateKey } from "@veil/crypto";
import { createNoteSigner } from "@veil/veil";
import type { NoteKey } from "@veil/veil/log";
import { createWitness, openStateFolder } from "@veil/veil-witness";

const signer = createNoteSigner(
  "witness.example/w1",
  "cosignature/v1",
  ed25519PrivateKey(Buffer.alloc(32, 9)),
);
export const witnessKey = signer.key;

interface WitnessServer {
  readonly address: { readonly url: string; readonly key: NoteKey };
  readonly requests: readonly string[];
  close(): Promise<void>;
}

interface WitnessOptions {
  readonly nowMs?: () => number;
  readonly port?: number;
  /** Awaited before the witness handles a request. */
  readonly onRequest?: (body: string) => Promise<void>;
}

/** Starts an HTTP witness of one log. */
export async function startWitness(
  log: NoteKey,
  { nowMs = Date.now, port = 0, onRequest }: WitnessOptions = {},
): Promise<WitnessServer> {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-witness-"));
  const states = openStateFolder(folder, [log.name]);
  const add = createWitness({ logs: [log], signer, states, nowMs });
  const requests: string[] = [];
  const server = createServer(async (req, res) => {
    const body = await buffer(req);
    requests.push(body.toString());
    await onRequest?.(body.toString());
    const answer = await add(body);
    res.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: { url, key: signer.key },
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      rmSync(folder, { recursive: true });
    },
  };
}
