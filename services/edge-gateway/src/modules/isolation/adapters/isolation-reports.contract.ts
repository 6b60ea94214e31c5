import { beforeAll, describe, expect, test } from "@jest/globals";
import type { IsolationReportMessage } from "@veil/contracts/isolation";
import type { ProbeName } from "@veil/crypto";
import type { IsolationReports } from "../ports.ts";

const EARLIER = new Date("2026-01-01T00:00:00Z");
const LATER = new Date("2026-01-01T00:01:00Z");

export function describeIsolationReports(
  name: string,
  open: () => Promise<IsolationReports>,
): void {
  describe(`IsolationReports: ${name}`, () => {
    let reports: IsolationReports;
    beforeAll(async () => {
      reports = await open();
    });
    const reportOf = (sender: ProbeName, body: string): IsolationReportMessage => ({
      sender,
      receiver: "edge-gateway",
      signing_key_id: "k",
      body,
      signature: "s",
    });

    test("the newest report of each probe is kept, regardless of the order in which reports arrive", async () => {
      expect(await reports.find("bridge-probe")).toBeUndefined();
      const [early, late] = [reportOf("bridge-probe", "early"), reportOf("bridge-probe", "late")];
      await reports.save(early, EARLIER);
      expect(await reports.find("bridge-probe")).toEqual(early);
      await reports.save(late, LATER);
      await reports.save(early, EARLIER);
      expect(await reports.find("bridge-probe")).toEqual(late);
      expect(await reports.find("inference-worker-probe")).toBeUndefined();
    });
  });
}
