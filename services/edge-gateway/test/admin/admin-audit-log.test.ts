import { afterEach, expect, test } from "@jest/globals";
import { LogLeaves, LogTimeStamp } from "@veil/contracts/audit-log";
import { checked } from "@veil/contracts/parsing";
import { AuditCheckpointResponse } from "@veil/contracts/public/admin";
import { ed25519PrivateKey } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import { createNoteSigner } from "@veil/veil";
import { signCheckpoint } from "@veil/veil/log";
import request from "supertest";
import { ADMIN_KEYS, openAdminSuite } from "../support/admin-suite.ts";
import { codeOf } from "../support/native-client.ts";

const signer = createNoteSigner("log.example", "ed25519", ed25519PrivateKey(Buffer.alloc(32, 7)));
const checkpoint = signCheckpoint({ size: 9, root: Buffer.alloc(32, 1) }, signer);
const path = [Buffer.alloc(32, 2).toString("base64")];
const PATHS = ["/audit/checkpoint", "/audit/leaves?after=0", "/audit/time-stamp?size=1"];

describeWithServer("postgres", "The audit log for administrators", () => {
  const { one, admin, admined } = openAdminSuite();
  afterEach(() => one().audit.respondWith(undefined));

  /** Sets the responses of the audit service. @returns the list of requests that it receives */
  function answerWith(answers: Readonly<Record<string, object>>): string[] {
    const asked: string[] = [];
    one().audit.respondWith((where, body, res) => {
      const answer = answers[where];
      asked.push(`${where} ${body}`);
      res.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
    });
    return asked;
  }

  // @spec END-2
  test("An administrator gets the log's checkpoint, consistency proof, leaves and time stamp, or 404 when there is none", async () => {
    const leaves = { leaves: path, pruned: 1, broken: { seq: 2, reason: "hash" } };
    const stamp = { checkpoint, path, time_stamp: "MAA=" };
    const log = { "/checkpoint": { checkpoint }, "/consistency": { path }, "/leaves": leaves };
    const asked = answerWith({ ...log, "/time-stamp": stamp });
    const read = async (from: string) =>
      checked(AuditCheckpointResponse)(await admined("get", `/audit/checkpoint${from}`));
    expect(await read("?from=4")).toEqual({ checkpoint, consistency: path });
    for (const from of ["", "?from=9", "?from=10"])
      expect(await read(from)).toEqual({ checkpoint, consistency: [] });
    expect(checked(LogLeaves)(await admined("get", "/audit/leaves?after=0"))).toEqual(leaves);
    expect(checked(LogTimeStamp)(await admined("get", "/audit/time-stamp?size=7"))).toEqual(stamp);
    expect(asked.filter((each) => !each.startsWith("/checkpoint"))).toEqual([
      ...['/consistency {"from":4,"to":9}', '/leaves {"after":0}', '/time-stamp {"size":7}'],
    ]);

    answerWith({});
    for (const each of ["/audit/checkpoint", "/audit/time-stamp?size=7"])
      expect(codeOf(await admin("get", each))).toEqual([404, "not_found"]);
  });

  test.each([
    ["an invalid checkpoint", { "/checkpoint": { checkpoint: "text" } }],
    ["no consistency proof", { "/checkpoint": { checkpoint } }],
  ])(
    "When the audit service responds with %s, then the administrator gets 503 audit_unavailable",
    async (_what, answers) => {
      answerWith(answers);
      expect(codeOf(await admin("get", "/audit/checkpoint?from=4"))).toEqual([
        ...[503, "audit_unavailable"],
      ]);
    },
  );

  // @spec END-2
  test("When the audit service does not respond, then the administrator gets 503 audit_unavailable", async () => {
    const other = await one().replica({ AUDIT_URL: "http://127.0.0.1:1" });
    for (const each of PATHS) {
      const sent = request(other.app).get(`/api/v1/admin${each}`);
      expect(codeOf(await sent.set("x-admin-key", ADMIN_KEYS[0]))).toEqual([
        ...[503, "audit_unavailable"],
      ]);
    }
    await other.close();
  });

  test.each(PATHS)(
    "A request without an admin key gets 401 admin_unauthorized: %s",
    async (each) => {
      const refused = await request(one().app).get(`/api/v1/admin${each}`);
      expect(codeOf(refused)).toEqual([401, "admin_unauthorized"]);
    },
  );
});
