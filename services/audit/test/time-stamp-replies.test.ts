/** @slow starts OpenSSL */
import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { sha256 } from "@veil/crypto";
import { describeWhere, startTunnel } from "@veil/testing";
import {
  createTimeStampFolder,
  sendReply,
  startTimeStampServer,
  type TimeStampFolder,
} from "@veil/testing/time-stamps";
import { mayStamp } from "@veil/veil/time-stamp";
import { fromBER, Integer } from "asn1js";
import { Certificate, ContentInfo, SignedData, TimeStampReq, TimeStampResp } from "pkijs";
import { createHttpTimeStampAuthority } from "../src/adapters/http-time-stamp-authority.ts";

const NOTE = "log.example/audit\n1\nroot\n\n\u2014 log.example/audit signature\n";
const hasOpenssl = spawnSync("openssl", ["version"]).error === undefined;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

let folder: TimeStampFolder;
type Reply = (body: Buffer, res: ServerResponse) => void;

async function ask(reply: Reply, issuer: string | null = "ca.pem", timeoutMs = 5_000) {
  const server = await startTimeStampServer(reply);
  closing.push(server.close);
  const authorities = issuer === null ? [] : [new X509Certificate(folder.read(issuer))];
  const authority = createHttpTimeStampAuthority({ url: server.url, timeoutMs, authorities });
  closing.push(authority.close);
  return { answer: await authority.stamp(Buffer.from(NOTE)), requests: server.requests };
}

const granted =
  (options?: Parameters<TimeStampFolder["answer"]>[1]): Reply =>
  (body, res) =>
    sendReply(res, folder.answer(body, options));

/** Makes the reply to a query that differs from the one sent. */
function toAnother(change: (query: TimeStampReq) => void): Reply {
  return (body, res) => {
    const query = TimeStampReq.fromBER(Uint8Array.from(body).buffer);
    change(query);
    sendReply(res, folder.answer(new Uint8Array(query.toSchema().toBER())));
  };
}

/** Makes a granted reply and then changes it. */
function changed(change: (reply: Buffer) => Uint8Array): Reply {
  return (body, res) => sendReply(res, change(folder.answer(body)));
}

function withCertificates(reply: Uint8Array, ...names: string[]): Uint8Array {
  const response = TimeStampResp.fromBER(Uint8Array.from(reply).buffer);
  const signed = new SignedData({ schema: response.timeStampToken?.content });
  signed.certificates = names.map(certificateOf);
  const content = signed.toSchema(true);
  response.timeStampToken = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content });
  return new Uint8Array(response.toSchema().toBER());
}

/** Makes a reply with the same content but other signers. */
function signedBy(...signers: readonly string[]): Reply {
  return changed((reply) => {
    const response = TimeStampResp.fromBER(Uint8Array.from(reply).buffer);
    const signed = new SignedData({ schema: response.timeStampToken?.content });
    const content = signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0);
    const token = folder.sign(new Uint8Array(content), signers);
    response.timeStampToken = ContentInfo.fromBER(Uint8Array.from(token).buffer);
    return new Uint8Array(response.toSchema().toBER());
  });
}

function certificateOf(name: string): Certificate {
  return Certificate.fromBER(Uint8Array.from(new X509Certificate(folder.read(name)).raw).buffer);
}

describeWhere(hasOpenssl, "OpenSSL as time-stamping authority", "openssl", () => {
  beforeAll(() => {
    folder = createTimeStampFolder();
    folder.issue("other-serial.pem", "extendedKeyUsage=critical,timeStamping", "-set_serial", "8");
    folder.issue("again.pem", "extendedKeyUsage=critical,timeStamping", "-days", "3");
    folder.issue("expired.pem", "extendedKeyUsage=critical,timeStamping", "-days", "-1");
    folder.issue("uncritical.pem", "extendedKeyUsage=timeStamping");
    folder.issue("wide.pem", "extendedKeyUsage=critical,timeStamping,codeSigning");
    folder.issue("plain.pem", "keyUsage=critical,digitalSignature");
  });
  afterAll(() => folder?.remove());

  test.each(["ca.pem", null])(
    "A granted reply is returned unchanged, and OpenSSL verifies it (authority: %s)",
    async (issuer) => {
      const { answer } = await ask(granted(), issuer);
      expect(answer.kind).toBe("stamped");
      if (answer.kind !== "stamped") return;
      expect(folder.verify(NOTE, answer.reply)).toContain("Verification: OK");
      expect(() => folder.verify(`${NOTE} `, answer.reply)).toThrow();
      expect(folder.openssl("ts", "-reply", "-in", "kept.tsr", "-text").toString()).toContain(
        answer.time.toISOString().slice(11, 19),
      );
    },
  );

  test("The request contains only the hash of the stamped bytes and a nonce", async () => {
    const { requests } = await ask(granted());
    const [{ body, headers, url } = { body: Buffer.alloc(0), headers: {}, url: "" }] = requests;
    expect(url).toBe("/tsa?policy=1");
    expect(headers["content-type"]).toBe("application/timestamp-query");
    expect(body.includes(sha256(Buffer.from(NOTE)))).toBe(true);
    expect(body.length).toBeLessThan(90);
    expect(headers.authorization).toBeUndefined();
  });

  test("Two requests for the same bytes have different nonces", async () => {
    const one = await ask(granted());
    const two = await ask(granted());
    expect(one.requests[0]?.body).not.toEqual(two.requests[0]?.body);
  });

  test("When credentials are configured, then the client sends them in the Authorization header", async () => {
    const server = await startTimeStampServer(granted());
    closing.push(server.close);
    const address = { url: server.url, timeoutMs: 5_000, authorities: [] };
    const authority = createHttpTimeStampAuthority({ ...address, authorization: "Basic dTpw" });
    closing.push(authority.close);
    expect((await authority.stamp(Buffer.from(NOTE))).kind).toBe("stamped");
    expect(server.requests[0]?.headers.authorization).toBe("Basic dTpw");
  });

  test("When a proxy is configured, then the client calls the authority through the proxy by host name", async () => {
    const server = await startTimeStampServer(granted());
    closing.push(server.close);
    const tunnel = await startTunnel(Number(new URL(server.url).port));
    closing.push(tunnel.close);
    const authority = createHttpTimeStampAuthority(
      { url: "http://tsa.example:8090/tsa", timeoutMs: 5_000, authorities: [] },
      tunnel.url,
    );
    closing.push(authority.close);
    expect((await authority.stamp(Buffer.from(NOTE))).kind).toBe("stamped");
    expect(tunnel.asked).toEqual(["tsa.example:8090"]);
  });

  const refusals: readonly (readonly [string, string, Reply, string?])[] = [
    ["an HTTP error status", "answer", (_, res) => res.writeHead(500).end()],
    ["a redirect", "answer", (_, res) => res.writeHead(302, { location: "/other" }).end()],
    [
      "another media type",
      "answer",
      (body, res) => res.writeHead(200, { "content-type": "text/html" }).end(folder.answer(body)),
    ],
    ["a huge body", "length", (_, res) => sendReply(res, Buffer.alloc(65_537, 0x30))],
    ["an empty body", "form", (_, res) => sendReply(res, Buffer.alloc(0))],
    ["garbage", "form", (_, res) => sendReply(res, Buffer.from("not found"))],
    ["deep nesting", "form", (_, res) => sendReply(res, Buffer.alloc(60_000, "3080", "hex"))],
    ["bytes after the end", "form", changed((reply) => Buffer.concat([reply, Buffer.alloc(1)]))],
    ["a truncated reply", "form", changed((reply) => reply.subarray(0, -40))],
    [
      "content of another type",
      "form",
      changed((reply) =>
        replaced(reply, "060b2a864886f70d0109100104", "060b2a864886f70d0109100103"),
      ),
    ],
    ["two signatures", "form", signedBy("tsa.pem", "other-serial.pem")],
    ["a certificate for other purposes too", "certificate", signedBy("wide.pem")],
    ["a rejection", "status", granted({ digests: "sha512" })],
    [
      "a stamp of another hash",
      "imprint",
      toAnother(({ messageImprint: { hashedMessage } }) => {
        hashedMessage.valueBlock.valueHexView.reverse();
      }),
    ],
    [
      "another nonce",
      "nonce",
      toAnother((query) => {
        query.nonce = new Integer({ value: 7 });
      }),
    ],
    [
      "no nonce",
      "nonce",
      toAnother((query) => {
        delete query.nonce;
      }),
    ],
    [
      "no certificate",
      "signature",
      toAnother((query) => {
        query.certReq = false;
      }),
    ],
    ["another time", "signature", changed(withAnotherTime)],
    [
      "a changed signature",
      "signature",
      changed((reply) => {
        reply[reply.length - 1] = (reply[reply.length - 1] ?? 0) ^ 1;
        return reply;
      }),
    ],
    [
      "another certificate of the same key",
      "signature",
      changed((reply) => withCertificates(reply, "again.pem", "ca.pem")),
    ],
    ["a certificate of another authority", "certificate", granted(), "other.pem"],
    [
      "a certificate that was not valid at that time",
      "certificate",
      granted({ signer: "expired.pem" }),
    ],
  ];
  test.each(refusals)(
    "When the authority replies with %s, then the reply is refused with the reason %s",
    async (...row) => {
      const [_what, reason, reply, issuer] = row;
      expect((await ask(reply, issuer)).answer).toEqual({ kind: "refused", reason });
    },
  );

  test("When the test's own signing code uses the right certificate, then the reply is not refused", async () => {
    expect((await ask(signedBy("tsa.pem"))).answer.kind).toBe("stamped");
  });

  test("When the reply is rebuilt with its original certificates, then it is not refused", async () => {
    const reply = changed((one) => withCertificates(one, "tsa.pem", "ca.pem"));
    expect((await ask(reply)).answer.kind).toBe("stamped");
  });

  test("mayStamp returns true only for a certificate whose sole extended key usage is time stamping, marked critical", () => {
    const names = ["tsa.pem", "uncritical.pem", "wide.pem", "plain.pem", "ca.pem"];
    expect(names.map((name) => mayStamp(certificateOf(name)))).toEqual([
      ...[true, false, false, false, false],
    ]);
  });
});

describe("A time-stamping authority", () => {
  test.each([
    ["does not respond", () => undefined],
    ["stops in the middle", (_: Buffer, res: ServerResponse) => void res.write("3")],
    ["closes the connection", (_: Buffer, res: ServerResponse) => void res.destroy()],
  ])("When the authority %s, then the result is unreachable", async (_what, reply) => {
    expect((await ask(reply, null, 300)).answer).toEqual({ kind: "unreachable" });
  });

  test("When the authority's port is closed, then the result is unreachable", async () => {
    const address = { url: "http://127.0.0.1:1", timeoutMs: 5_000, authorities: [] };
    const authority = createHttpTimeStampAuthority(address);
    closing.push(authority.close);
    expect(await authority.stamp(Buffer.from(NOTE))).toEqual({ kind: "unreachable" });
  });
});

function replaced(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString("hex").replace(from, to), "hex");
}

/** Replaces the only GeneralizedTime in a reply. */
function withAnotherTime(reply: Buffer): Buffer {
  expect(fromBER(Uint8Array.from(reply).buffer).offset).toBe(reply.length);
  const at = /20\d{12}Z/.exec(reply.toString("latin1"))?.index ?? -1;
  expect(at).toBeGreaterThan(0);
  reply[at + 13] = reply[at + 13] === 0x30 ? 0x31 : 0x30;
  return reply;
}
