import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";

const EC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"] as const;
const STAMPING = "extendedKeyUsage=critical,timeStamping";

/** Returns the OpenSSL configuration with the accepted digests and the policy of the tests. */
const configuration = (digests: string) => `
[tsa]
default_tsa = authority
[authority]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
certs = ca.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = ${digests}
ess_cert_id_alg = sha256
`;

/**
 * Uses OpenSSL to create a folder with a certification authority and a time-stamping authority that
 * it certifies.
 */
export function createTimeStampFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-tsa-"));
  const at = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) =>
    execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const read = (name: string) => readFileSync(at(name));

  function issue(name: string, extension: string, ...options: string[]): void {
    writeFileSync(at("extensions"), `${extension}\n`);
    const issuer = ["-CA", "ca.pem", "-CAkey", "ca.key", "-extfile", "extensions"];
    const validity = options.includes("-days") ? [] : ["-days", "2"];
    const serial = options.includes("-set_serial") ? [] : ["-set_serial", "7"];
    const request = ["x509", "-req", "-in", "tsa.csr", "-out", name];
    openssl(...request, ...issuer, ...validity, ...serial, ...options);
  }

  function createAuthority(name: string): void {
    const subject = ["-subj", `/CN=${name}`, "-days", "2"];
    openssl("req", "-x509", ...EC, "-keyout", `${name}.key`, "-out", `${name}.pem`, ...subject);
  }

  createAuthority("ca");
  createAuthority("other");
  openssl("req", ...EC, "-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/CN=tsa");
  issue("tsa.pem", STAMPING);
  writeFileSync(at("serial"), "01\n");

  /** Returns OpenSSL's reply to a query. */
  function answer(query: Uint8Array, { digests = "sha256", signer = "tsa.pem" } = {}): Buffer {
    writeFileSync(at("query.tsq"), query);
    writeFileSync(at("tsa.cnf"), configuration(digests));
    const files = ["-queryfile", "query.tsq", "-out", "reply.tsr", "-signer", signer];
    openssl("ts", "-reply", "-config", "tsa.cnf", ...files);
    return read("reply.tsr");
  }

  /** Returns OpenSSL's reply to its query for a time stamp of the text. */
  function stamp(text: string): Buffer {
    writeFileSync(at("note"), text);
    openssl("ts", "-query", "-data", "note", "-sha256", "-cert", "-out", "own.tsq");
    return answer(read("own.tsq"));
  }

  /** Signs a time stamp's content, even with certificates that OpenSSL refuses for time stamps. */
  function sign(content: Uint8Array, signers: readonly string[]): Buffer {
    writeFileSync(at("content"), content);
    const type = ["-econtent_type", "1.2.840.113549.1.9.16.1.4", "-cades"];
    const by = signers.flatMap((signer) => ["-signer", signer, "-inkey", "tsa.key"]);
    const files = ["-in", "content", "-outform", "DER", "-out", "signed.der"];
    openssl("cms", "-sign", "-binary", "-nodetach", ...type, ...by, ...files);
    return read("signed.der");
  }

  /** @returns OpenSSL's output; throws when OpenSSL does not accept the reply */
  function verify(data: string, reply: Uint8Array): string {
    writeFileSync(at("note"), data);
    writeFileSync(at("kept.tsr"), reply);
    const files = ["-data", "note", "-in", "kept.tsr", "-CAfile", "ca.pem"];
    return openssl("ts", "-verify", ...files).toString();
  }

  const remove = () => rmSync(folder, { recursive: true });
  return { path: at, openssl, read, issue, answer, stamp, sign, verify, remove };
}

export type TimeStampFolder = ReturnType<typeof createTimeStampFolder>;

interface TimeStampRequestSeen {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly body: Buffer;
}

/** Starts an HTTP time-stamp server that responds with `reply`. */
export async function startTimeStampServer(reply: (body: Buffer, res: ServerResponse) => void) {
  const requests: TimeStampRequestSeen[] = [];
  const server = createServer(async (req, res) => {
    const body = await buffer(req);
    requests.push({ headers: req.headers, url: req.url ?? "", body });
    reply(body, res);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa?policy=1`,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

export function sendReply(res: ServerResponse, bytes: Uint8Array): void {
  res.writeHead(200, { "content-type": "application/timestamp-reply" }).end(bytes);
}
