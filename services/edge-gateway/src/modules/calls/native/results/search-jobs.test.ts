import { expect, test } from "@jest/globals";
import { completedNativeResult } from "../../../../../test/support/completed-result.ts";
import { sealingUnder } from "../../../../platform/sealed-record.ts";
import type { CustomerId, KeyCaller } from "../../../accounts/index.ts";
import { sealRelinkMap } from "../../scanning/relink-map.ts";
import type { StoredJob, StoredTexts } from "../ports.ts";
import { createAnswers } from "./answers.ts";
import { createJobSearch } from "./search-jobs.ts";

const CALLER = { customerId: "cus_1" as CustomerId, keyId: "own", apiKey: "svc_own" } as KeyCaller;
const answers = createAnswers(sealingUnder(new Uint8Array(32)));

function job(
  number: number,
  { value = "Ann", text = "Dear [PERSON_1]", keyId = "own" },
): StoredJob & StoredTexts {
  const jobId = `job_${String(number).padStart(4, "0")}`;
  const entries = Buffer.from(JSON.stringify([{ placeholder: "[PERSON_1]", value }]));
  const answer = { form: "text" as const, dlpRedacted: false, result: completedNativeResult(text) };
  return {
    ...{
      jobId,
      keyId,
      relinkMap: sealRelinkMap(`svc_${keyId}`, jobId, { linkHosts: [], entries }),
    },
    answer: answers.seal(jobId, answer),
  };
}

function searchIn(all: readonly (StoredJob & StoredTexts)[]) {
  const jobs = {
    stored: async () => all,
    texts: async (jobIds: readonly string[]) => all.filter(({ jobId }) => jobIds.includes(jobId)),
  };
  return createJobSearch({ jobs, answers })(CALLER, "Ann Weber");
}

test("The search finds a value in maps and in answers, over several pages", async () => {
  const others = Array.from({ length: 250 }, (_, index) => job(index, {}));
  const inMap = job(300, { value: "ann  weber" });
  const inAnswer = job(301, { text: "As Ann Weber said" });
  expect(await searchIn([...others, inMap, inAnswer])).toEqual({
    ...{ searched: 252, ofOtherKeys: 0, isComplete: true },
    ...{ inMaps: [inMap.jobId], inAnswers: [inAnswer.jobId] },
  });
});

test("A call of another key is not opened, not even its answer", async () => {
  const theirs = job(1, { value: "Ann Weber", text: "As Ann Weber said", keyId: "other" });
  expect(await searchIn([theirs])).toEqual({
    ...{ searched: 0, ofOtherKeys: 1, isComplete: true },
    ...{ inMaps: [], inAnswers: [] },
  });
});

test("An answer is searched even if its map was already deleted", async () => {
  const answered = { ...job(1, { text: "As Ann Weber said" }), relinkMap: undefined };
  expect((await searchIn([answered])).inAnswers).toEqual([answered.jobId]);
});
