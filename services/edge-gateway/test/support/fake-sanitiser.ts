import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { type EntityType, entityTypeOf } from "@veil/contracts/entities";
import { ApiError } from "@veil/contracts/errors";
import {
  type EntityListContent,
  type EntityListReference,
  entityListBindings,
  type Left,
  type SanitiseRequest,
  type SanitiseResponse,
} from "@veil/contracts/sanitiser";
import { openHpke, type ServiceKeys } from "@veil/crypto";
import { createServiceClient, createTokenIssuer } from "@veil/http-kit";
import { type Redaction, writeAnswer } from "@veil/pii/answer";
import type { TestTrust } from "@veil/testing";

const FORMS = /(?<EMAIL>[\w.]+@[\w.]+\w)|(?<PERSON>Ann Weber|Weber)|(?<LITERAL>\[PERSON_\d\])/g;

type Answer = (res: ServerResponse, good: SanitiseResponse) => unknown;

/** A sanitiser behind HTTP that knows two forms and lists, and misbehaves when it is told to. */
export async function startFakeSanitiser({ keysOf }: TestTrust) {
  const bodies: string[] = [];
  let left: ReadonlyMap<string, readonly Left[]> = new Map();
  const good: Answer = (res, answer) => res.end(JSON.stringify(answer));
  let answer = good;
  const lists = createListShelf(keysOf("sanitiser"));
  const server = createServer(async (req, res) => {
    const body = await textOf(req);
    bodies.push(body);
    const asked = JSON.parse(body) as SanitiseRequest;
    const denied = lists.deniedBy(asked.lists ?? []);
    if (denied === undefined) {
      const refusal = new ApiError("list_needed", "A list is not held here");
      res.writeHead(refusal.status).end(JSON.stringify(refusal.toBody()));
    } else answer(res, sanitised(asked, denied, left));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createServiceClient({
    baseUrl: url,
    callee: "sanitiser",
    issuer: createTokenIssuer(keysOf("edge-gateway")),
  });
  return {
    url,
    client,
    /** Every request so far. */
    bodies,
    forgetLists: lists.forget,
    /** What it says that it left, by field; of other fields what it did leave. */
    leave(next: ReadonlyMap<string, readonly Left[]>) {
      left = next;
    },
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

/** Lists that came in boxes, by id and version. */
function createListShelf(keys: ServiceKeys) {
  const held = new Map<string, EntityListContent>();

  function contentOf({ id, version, box, sealing_key_id = "" }: EntityListReference) {
    const known = held.get(`${id}@${version}`);
    if (known !== undefined || box === undefined) return known;
    const bindings = entityListBindings(id, version);
    const opened = openHpke(keys.opening(sealing_key_id), Buffer.from(box, "base64"), bindings);
    const content = JSON.parse(opened.toString()) as EntityListContent;
    held.set(`${id}@${version}`, content);
    return content;
  }

  return {
    forget: () => held.clear(),
    /** What all of them together replace; undefined when one is not held. */
    deniedBy(references: readonly EntityListReference[]): readonly string[] | undefined {
      const contents = references.map(contentOf);
      if (contents.includes(undefined)) return undefined;
      return contents
        .filter((content) => content?.kind === "deny")
        .flatMap((content) => content?.entries.map(({ value }) => value) ?? []);
    },
  };
}

function formsWith(denied: readonly string[]): RegExp {
  if (denied.length === 0) return FORMS;
  const escaped = denied.map((value) => value.replaceAll(/[^\p{L}\p{N} ]/gu, "\\$&"));
  return new RegExp(`(?<KNOWN_ENTITY>${escaped.join("|")})|${FORMS.source}`, "g");
}

/** Leaves what the policy of the request lets stay, and says so. */
function sanitised(
  { fields, policy }: SanitiseRequest,
  denied: readonly string[],
  said: ReadonlyMap<string, readonly Left[]>,
): SanitiseResponse {
  const forms = formsWith(denied);
  const stays = (type: EntityType, value: string) =>
    policy?.types?.[type] === false || policy?.allow?.includes(value) === true;
  const placeholders = new Map<string, string>();
  const counts: Record<string, number> = {};
  const mint = (value: string, type: EntityType) => {
    const known = placeholders.get(value);
    if (known !== undefined) return known;
    counts[type] = (counts[type] ?? 0) + 1;
    const minted = `[${type}_${counts[type]}]`;
    placeholders.set(value, minted);
    return minted;
  };
  return writeAnswer({
    layers_active: ["patterns", "names"],
    fields: fields.map(({ name, text }) => {
      const redactions: Redaction[] = [];
      const left = new Map<EntityType, Left>();
      for (const { 0: value, index, groups = {} } of text.matchAll(forms)) {
        const name = Object.keys(groups).find((key) => groups[key] !== undefined) ?? "";
        const type = entityTypeOf(name) ?? "LITERAL";
        if (stays(type, value)) {
          left.set(type, { type, reason: "policy", count: (left.get(type)?.count ?? 0) + 1 });
          continue;
        }
        const placeholder = mint(value, type);
        const span = { start: index, end: index + value.length };
        redactions.push({ ...span, placeholder, type, confidence: 0.9, recognizer: "fake" });
      }
      const replace = (value: string) => placeholders.get(value) ?? value;
      const leaving = said.get(name) ?? [...left.values()];
      return { name, text: text.replace(forms, replace), redactions, left: [...leaving] };
    }),
  });
}
