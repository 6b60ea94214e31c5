import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { describeWithServer, until } from "@veil/testing";
import { openKeysSuite } from "../support/keys-suite.ts";
import {
  acceptedOf,
  callNatively,
  codeOf,
  finalOf,
  letterRequest,
  readJob,
} from "../support/native-client.ts";

const PATIENT_MS = "60000";
const LETTER = letterRequest().context.letter;
const MASKED = "[PERSON_1] writes from [EMAIL_1].";
const hint = expect.stringContaining("only for the API key that sent the request");

const { clock, own, gateway, issue, rotate, revoked } = openKeysSuite({ WAIT_TIMEOUT_MS: "50" });
beforeEach(() => {
  gateway().worker.jobIds.length = 0;
  gateway().worker.hold();
});
afterEach(() => gateway().worker.letGo());

async function started(overrides = {}): Promise<string> {
  const jobId = acceptedOf(await callNatively(gateway(), own.apiKey, letterRequest(overrides)));
  await until("the worker has it", () => gateway().worker.jobIds.includes(jobId));
  return jobId;
}

const settled = (jobId: string, key: string) =>
  until("the job is done", async () => {
    const reply = await readJob(gateway(), key, jobId);
    return reply.status === 202 ? undefined : finalOf(reply);
  });

describeWithServer("postgres", "Jobs of a key that ends", () => {
  test("Within the grace, the old key re-links its jobs, and the new key gets a hint", async () => {
    const jobId = await started();
    const { api_key, relink_ended_jobs } = await rotate();
    expect(relink_ended_jobs).toBe(0);
    gateway().worker.letGo();
    const byNew = await settled(jobId, api_key);
    expect(byNew).toMatchObject({ relinked: false, result: MASKED, hint });
    const byFormer = await settled(jobId, own.apiKey);
    expect(byFormer).toMatchObject({ relinked: true, result: LETTER });
    expect(byFormer).not.toHaveProperty("hint");
  });

  test.each(["a revocation", "a rotation without grace"])(
    "After %s, the key's jobs can no longer be re-linked, and the response contains their number",
    async (how) => {
      const { api_key } = await issue();
      const finished = await started();
      gateway().worker.letGo();
      expect(await settled(finished, own.apiKey)).toMatchObject({ relinked: true });
      gateway().worker.hold();
      const jobs = [finished, await started(), await started()];
      await started({ relink_response: false });
      const ended =
        how === "a revocation"
          ? await revoked(own.keyId, api_key)
          : await rotate(own.keyId, { grace_seconds: 0 });
      expect(ended.relink_ended_jobs).toBe(3);
      gateway().worker.letGo();
      for (const jobId of jobs) {
        expect(codeOf(await readJob(gateway(), own.apiKey, jobId))).toEqual([
          401,
          "invalid_api_key",
        ]);
        const left = await settled(jobId, api_key);
        expect(left).toMatchObject({ relinked: false, result: MASKED, hint });
      }
    },
  );

  test("A call that is waiting while its key is revoked gets placeholders, on each replica", async () => {
    const { api_key } = await issue();
    const other = await gateway().replica({ WAIT_TIMEOUT_MS: PATIENT_MS });
    const waiting = callNatively(other, own.apiKey, letterRequest());
    const answered = waiting.then(finalOf);
    await until("the worker has it", () => gateway().worker.jobIds.length === 1);
    expect(await revoked(own.keyId, api_key)).toMatchObject({ relink_ended_jobs: 1 });
    // After this time, the other replica has dropped the key from its cache too.
    clock.ms += 5_000;
    gateway().worker.letGo();
    expect(await answered).toMatchObject({ relinked: false, result: MASKED, hint });
    await other.close();
  });
});
