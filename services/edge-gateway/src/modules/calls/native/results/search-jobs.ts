import { setImmediate as nextTurn } from "node:timers/promises";
import { containsValue } from "@veil/pii/contains-value";
import type { KeyCaller } from "../../../accounts/index.ts";
import { openRelinkMap, readRelinkMap } from "../../scanning/relink-map.ts";
import type { Jobs, StoredTexts } from "../ports.ts";
import type { Answers } from "./answers.ts";

interface SearchDeps {
  readonly jobs: Pick<Jobs, "stored" | "texts">;
  readonly answers: Answers;
}

export interface FoundJobs {
  /** How many jobs of the caller's key have a map or an answer. */
  readonly searched: number;
  /** How many jobs belong to other keys of the customer. */
  readonly ofOtherKeys: number;
  /** False if there are so many jobs that the oldest were left out. */
  readonly isComplete: boolean;
  readonly inMaps: readonly string[];
  readonly inAnswers: readonly string[];
}

/** Finds the jobs of a caller whose re-link map or answer contains a value. */
export type SearchJobs = (caller: KeyCaller, value: string) => Promise<FoundJobs>;

const MAX_SEARCHED_JOBS = 100_000;
const PAGE = 100;

/** Creates the search. It opens nothing of a call that another API key sent. */
export function createJobSearch({ jobs, answers }: SearchDeps): SearchJobs {
  return async function searchJobs({ customerId, keyId, apiKey }, value) {
    const contains = containsValue(value);
    const stored = await jobs.stored(customerId, MAX_SEARCHED_JOBS);
    const own = stored.filter((job) => job.keyId === keyId).map(({ jobId }) => jobId);
    const inMaps: string[] = [];
    const inAnswers: string[] = [];
    for await (const texts of textsOf(jobs, own)) {
      if (valuesOf(apiKey, texts).some(contains)) inMaps.push(texts.jobId);
      if (contains(answerOf(answers, texts))) inAnswers.push(texts.jobId);
    }
    const isComplete = stored.length < MAX_SEARCHED_JOBS;
    const ofOtherKeys = stored.length - own.length;
    return { searched: own.length, ofOtherKeys, isComplete, inMaps, inAnswers };
  };
}

async function* textsOf({ texts }: SearchDeps["jobs"], jobIds: readonly string[]) {
  for (let start = 0; start < jobIds.length; start += PAGE)
    for (const job of await texts(jobIds.slice(start, start + PAGE))) {
      await nextTurn();
      yield job;
    }
}

function valuesOf(apiKey: string, { jobId, relinkMap }: StoredTexts): readonly string[] {
  const map = relinkMap && openRelinkMap(apiKey, jobId, relinkMap);
  if (map === undefined) return [];
  return readRelinkMap(map).entries.flatMap(({ value, forms = [] }) => [
    value,
    ...forms.map((form) => form.value),
  ]);
}

function answerOf(answers: Answers, { jobId, answer }: StoredTexts): string {
  const result = answer && answers.open(jobId, answer).result;
  return result?.outcome === "completed" ? result.text : "";
}
