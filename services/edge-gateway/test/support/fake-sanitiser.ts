import type { ServerResponse } from "node:http";
import { type EntityType, entityTypeOf } from "@veil/contracts/entities";
import { ApiError } from "@veil/contracts/errors";
import type {
  ListSearchRequest,
  SanitiseRequest,
  SanitiseResponse,
  UnredactedCount,
} from "@veil/contracts/sanitiser";
import { type Redaction, writeSanitiseResponse } from "@veil/pii/sanitise-response";
import { createServiceClient, createTokenIssuer } from "@veil/service-kit/http";
import type { TestTrust } from "@veil/testing";
import { startFakeService } from "./fake-service.ts";
import { createListShelf } from "./list-shelf.ts";

// Matches only at the start of a word, because matching at every letter would take quadratic time
// for long words.
const FORMS =
  /(?<EMAIL>(?<![\w.])[\w.]+@[\w.]+\w)|(?<PERSON>Ann Weber|Weber)|(?<LITERAL>\[(?:PERSON|EMAIL)_\d\])/g;

/** The values of the masking canary. */
const PLANTED = /(?<EMAIL>canary\.[\w.]+@example\.com)|(?<IBAN>DE\d{20})|(?<CREDIT_CARD>4\d{15})/g;

type Answer = (res: ServerResponse, good: SanitiseResponse) => unknown;

export async function startFakeSanitiser({ keysOf, trust }: TestTrust) {
  let left: ReadonlyMap<string, readonly UnredactedCount[]> = new Map();
  const good: Answer = (res, answer) => res.end(JSON.stringify(answer));
  let answer = good;
  const lists = createListShelf(keysOf("sanitiser"), trust);
  const service = await startFakeService((path, body, res) => {
    try {
      if (path === "/lists/search") {
        res.end(JSON.stringify(lists.search(JSON.parse(body) as ListSearchRequest)));
        return;
      }
      const asked = JSON.parse(body) as SanitiseRequest;
      answer(res, sanitised(asked, lists.deniedBy(asked.lists ?? []), left));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      res.writeHead(error.status).end(JSON.stringify(error.toBody()));
    }
  });
  const client = createServiceClient({
    baseUrl: service.url,
    callee: "sanitiser",
    issuer: createTokenIssuer(keysOf("edge-gateway")),
  });
  return {
    ...service,
    client,
    forgetLists: lists.forget,
    leave(next: ReadonlyMap<string, readonly UnredactedCount[]>) {
      left = next;
    },
    answerWith(next: Answer | undefined) {
      answer = next ?? good;
    },
    async close() {
      await client.close();
      await service.close();
    },
  };
}

function formsWith(denied: readonly string[]): RegExp {
  if (denied.length === 0) return FORMS;
  const escaped = denied.map((value) => value.replaceAll(/[^\p{L}\p{N} ]/gu, "\\$&"));
  return new RegExp(`(?<KNOWN_ENTITY>${escaped.join("|")})|${FORMS.source}`, "g");
}

function sanitised(
  { fields, policy }: SanitiseRequest,
  denied: readonly string[],
  said: ReadonlyMap<string, readonly UnredactedCount[]>,
): SanitiseResponse {
  const known = formsWith(denied);
  const stays = (type: EntityType, value: string) =>
    policy?.types?.[type] === false || policy?.allow?.includes(value) === true;
  const placeholders = new Map<string, string>();
  const counts: Record<string, number> = {};
  const mint = (value: string, type: EntityType) => {
    const given = placeholders.get(value);
    if (given !== undefined) return given;
    counts[type] = (counts[type] ?? 0) + 1;
    const minted = `[${type}_${counts[type]}]`;
    placeholders.set(value, minted);
    return minted;
  };
  return writeSanitiseResponse({
    layers_active: ["patterns", "names"],
    fields: fields.map(({ name, text }) => {
      const forms = name === "masking_canary" ? PLANTED : known;
      const redactions: Redaction[] = [];
      const left = new Map<EntityType, UnredactedCount>();
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
