import type { SearchedPlace, UnsearchedPlace } from "@veil/contracts/public/compliance/dsar";
import type { CustomerCaller } from "../../../accounts/index.ts";
import type { FoundJobs, SearchJobs } from "../../../calls/index.ts";
import type { ListErasure } from "../../../entities/index.ts";

export interface ValueSearch {
  readonly searched: SearchedPlace[];
  readonly not_searched: UnsearchedPlace[];
}

interface SearchDeps {
  readonly lists: Pick<ListErasure, "find">;
  readonly searchJobs: SearchJobs;
}

/** Places that this gateway cannot search. Mostly, they contain no value at all. */
const NEVER_SEARCHED: readonly UnsearchedPlace[] = [
  {
    place: "model_providers",
    reason: "The provider got the prompt with placeholders. What it keeps, its contract says",
  },
  {
    place: "certificates",
    reason: "They contain commitments, from which no one can compute a value",
  },
  {
    place: "audit_log",
    reason:
      "It contains ids, counts and hashes. It cannot be changed, and identifies no person (Art. 11)",
  },
  {
    place: "logs_and_metrics",
    reason: "They contain named fields without texts; the operator can search them",
  },
  {
    place: "texts_of_compliance",
    reason: "What you have filled in is shown to you by the processing record and the assessment",
  },
  { place: "backups", reason: "The operator makes them; they end with their own retention" },
];

/** Searches the places that can be searched for a value. */
export async function searchValue(
  { lists, searchJobs }: SearchDeps,
  caller: CustomerCaller,
  value: string,
): Promise<ValueSearch> {
  const { searched, found } = await lists.find(caller.customerId, value);
  const inLists = { place: "entity_lists" as const, searched, found: [...found] };
  if (caller.kind === "session") return { searched: [inLists], not_searched: withoutKey() };
  const jobs = await searchJobs(caller, value);
  return {
    searched: [
      inLists,
      { place: "relink_maps", searched: jobs.searched, found: [...jobs.inMaps] },
      { place: "answers", searched: jobs.searched, found: [...jobs.inAnswers] },
    ],
    not_searched: [...notOpened(jobs), ...NEVER_SEARCHED],
  };
}

function withoutKey(): UnsearchedPlace[] {
  const reason = "Only the API key that sent a call opens its map: send the request with that key";
  return [{ place: "relink_maps_and_answers", reason }, ...NEVER_SEARCHED];
}

function notOpened({ ofOtherKeys, isComplete }: FoundJobs): UnsearchedPlace[] {
  const place = "relink_maps_and_answers";
  const others = `${ofOtherKeys} calls of other API keys or of the portal: send the request with those keys, too`;
  return [
    ...(ofOtherKeys > 0 ? [{ place, reason: others }] : []),
    ...(isComplete ? [] : [{ place, reason: "The oldest calls, because there are too many" }]),
  ];
}

/** Returns the ids of the jobs that a search found. */
export function foundJobs({ searched }: ValueSearch): readonly string[] {
  const ids = searched
    .filter(({ place }) => place !== "entity_lists")
    .flatMap(({ found }) => found);
  return [...new Set(ids)];
}
