import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import type { Redaction, SanitiseRequest, SanitiseResponse } from "@veil/contracts/sanitiser";
import { createServiceClient, createTokenIssuer } from "@veil/http-kit";
import type { TestTrust } from "@veil/testing";

const FORMS = /(?<EMAIL>[\w.]+@[\w.]+\w)|(?<PERSON>Ann Weber|Weber)|(?<LITERAL>\[PERSON_\d\])/g;

type Answer = (res: ServerResponse, good: SanitiseResponse) => unknown;

/** A sanitiser behind HTTP that knows two forms, and misbehaves when it is told to. */
export async function startFakeSanitiser({ keysOf }: TestTrust) {
  const bodies: string[] = [];
  const good: Answer = (res, answer) => res.end(JSON.stringify(answer));
  let answer = good;
  const server = createServer(async (req, res) => {
    const body = await textOf(req);
    bodies.push(body);
    answer(res, sanitised(JSON.parse(body) as SanitiseRequest));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = createServiceClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    callee: "sanitiser",
    issuer: createTokenIssuer(keysOf("edge-gateway")),
  });
  return {
    client,
    /** Every request so far. */
    bodies,
    /** Undefined: as it should. */
    answerWith(next: Answer | undefined) {
      answer = next ?? good;
    },
    async close() {
      await client.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

function sanitised({ fields }: SanitiseRequest): SanitiseResponse {
  const placeholders = new Map<string, string>();
  const counts: Record<string, number> = {};
  const mint = (value: string, type: string) => {
    const known = placeholders.get(value);
    if (known !== undefined) return known;
    counts[type] = (counts[type] ?? 0) + 1;
    const minted = `[${type}_${counts[type]}]`;
    placeholders.set(value, minted);
    return minted;
  };
  return {
    layers_active: ["patterns", "names"],
    fields: fields.map(({ name, text }) => {
      const redactions: Redaction[] = [];
      for (const { 0: value, index, groups = {} } of text.matchAll(FORMS)) {
        const type = Object.keys(groups).find((key) => groups[key] !== undefined) ?? "";
        const placeholder = mint(value, type);
        const span = { start: index, end: index + value.length };
        redactions.push({ ...span, placeholder, type, confidence: 0.9, recognizer: "fake" });
      }
      const replace = (value: string) => placeholders.get(value) ?? value;
      return { name, text: text.replace(FORMS, replace), redactions };
    }),
  };
}
