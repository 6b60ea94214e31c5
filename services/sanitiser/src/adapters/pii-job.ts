import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import { checkedJson } from "@veil/contracts/parsing";
import {
  type EntityListReference,
  type Language,
  MAX_FINDINGS,
  SanitiseRequest,
} from "@veil/contracts/sanitiser";
import { systemRandomBytes } from "@veil/crypto";
import {
  createEngine,
  detectLanguage,
  type PiiEngine,
  type ReplacedPlaces,
  sanitiseFields,
  TooManyFindingsError,
} from "@veil/pii";
import type { NameModels } from "@veil/pii/models";
import { type Sanitised, writeSanitiseResponse } from "@veil/pii/sanitise-response";
import { createClaimMaker } from "@veil/veil/claims";
import { checkedExtras } from "../domain/checked-extras.ts";
import { HeldLists, type NamedList } from "../domain/held-lists.ts";
import { sanitisingClaim } from "../domain/sanitising-claim.ts";
import type { PoolWork } from "../ports.ts";

/** Each thread caches a list for one minute, on top of the time that the process caches it. */
const KEPT = { ttlMs: 60_000, maxBytes: 256 * 1024 * 1024 };

export interface PiiJobInput extends PoolWork {
  readonly body: Uint8Array;
  readonly lists?: readonly NamedList[];
}

/** The result of a job that must run again with these lists. */
export interface ListsNeeded {
  readonly needed: readonly EntityListReference[];
}

export interface PiiJob {
  run(input: PiiJobInput): Uint8Array<ArrayBuffer> | ListsNeeded;
}

const parse = checkedJson(SanitiseRequest);
const encoder = new TextEncoder();

export interface PiiJobOptions {
  readonly nowMs: Clock;
  /** The 32-byte key that authenticates claims. */
  readonly claimMacKey: Uint8Array;
  readonly names: NameModels;
  readonly places?: ReplacedPlaces;
}

/** Creates the job of one thread, which caches lists for a minute. */
export function createPiiJob(options: PiiJobOptions): PiiJob {
  const { nowMs, claimMacKey: macKey, names, places } = options;
  const maker = createClaimMaker({ component: "sanitiser", macKey, nowMs });
  const engines = { all: createEngine({ names }), patterns: createEngine() };
  const held = new HeldLists({ ...KEPT, nowMs });

  function listsOf(references: readonly EntityListReference[], given: readonly NamedList[]) {
    for (const list of given) held.put(list);
    return references.map((reference) => {
      const same = ({ id, version }: NamedList) =>
        id === reference.id && version === reference.version;
      return { reference, list: given.find(same)?.list ?? held.get(reference) };
    });
  }

  function claimOf(request: SanitiseRequest, { fields }: Sanitised, input: PiiJobInput) {
    const { claim: requested } = request;
    if (requested === undefined || input.isDraft === true) return undefined;
    const work = { request, requested, sanitised: fields, sent: input.sent ?? {} };
    return sanitisingClaim(work, { maker, random: systemRandomBytes });
  }

  return {
    run(input) {
      const { body, extras = [], namesElsewhere = [], layers = [], lists: given = [] } = input;
      held.forget();
      const request = parse(body);
      const found = listsOf(request.lists ?? [], given);
      const needed = found.filter(({ list }) => list === undefined);
      if (needed.length > 0) return { needed: needed.map(({ reference }) => reference) };
      const lists = found.flatMap(({ list }) => (list === undefined ? [] : [list]));
      const checked = checkedExtras(extras, request.fields);
      const options = { lists, extras: checked, ...(places !== undefined && { places }) };
      const engine = namesElsewhere.length === 0 ? engines.all : choosing(engines, namesElsewhere);
      const sanitised = sanitisedOrRefused(engine, request, options);
      const layers_active = [...sanitised.layers_active, ...layers];
      const claim = claimOf(request, sanitised, input);
      const answer = writeSanitiseResponse({ ...sanitised, layers_active });
      return encoder.encode(JSON.stringify({ ...answer, ...(claim && { claim }) }));
    },
  };
}

function sanitisedOrRefused(
  engine: PiiEngine,
  request: SanitiseRequest,
  options: Parameters<typeof sanitiseFields>[2],
): Sanitised {
  try {
    return sanitiseFields(engine, request, { ...options, maxFindings: MAX_FINDINGS });
  } catch (error) {
    if (!(error instanceof TooManyFindingsError)) throw error;
    throw new ApiError("too_many_findings", `The text has more than ${MAX_FINDINGS} findings`);
  }
}

function choosing(
  { all, patterns }: { readonly all: PiiEngine; readonly patterns: PiiEngine },
  namesElsewhere: readonly Language[],
): PiiEngine {
  let layers = patterns.layers;
  return {
    get layers() {
      return layers;
    },
    find(text, options = {}) {
      const language = options.language ?? detectLanguage(text);
      const engine = namesElsewhere.includes(language) ? patterns : all;
      if (engine === all) layers = all.layers;
      return engine.find(text, { ...options, language });
    },
  };
}
