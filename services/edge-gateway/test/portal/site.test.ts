import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

describeWithServer("postgres", "The portal's files", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    request(gateway.app)
      .get(path)
      .set({ "accept-encoding": "identity", ...headers });
  const script = async () => {
    const { text } = await get("/portal/");
    return /src="(\/portal\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? "";
  };

  test("each address below /portal gets the same page under a policy that allows only the gateway's own files and no markup from text", async () => {
    const [first, second] = [await get("/portal"), await get("/portal/audit/deeper?days=3")];
    expect(second.text).toBe(first.text);
    expect(first.headers["cache-control"]).toBe("no-cache");
    const policy = String(first.headers["content-security-policy"]);
    expect(policy.split(";").map((rule) => rule.trim())).toEqual(
      expect.arrayContaining([
        ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"],
        ...["form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"],
        ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
      ]),
    );
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
  });

  test("a file is immutable, is sent in each compression that the browser accepts", async () => {
    const path = await script();
    const plain = await get(path);
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(plain.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    for (const [encoding, decompress] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const { body, headers } = await get(path, { "accept-encoding": encoding })
        .buffer()
        .responseType("blob")
        .parse((res, done) => {
          const parts: Buffer[] = [];
          res.on("data", (part: Buffer) => parts.push(part));
          res.on("end", () => done(null, Buffer.concat(parts)));
        });
      expect(headers["content-encoding"]).toBe(encoding);
      const text = headers["content-length"] === String(body.length) ? decompress(body) : body;
      expect(String(text)).toBe(plain.text);
    }
  });

  test.each(["none.js", "..%2f..%2fpackage.json", "index.html", "%00"])(
    "a name that is no file of the portal gets 404: %s",
    async (name) => {
      const { status, body } = await get(`/portal/assets/${name}`);
      expect([status, body.error]).toEqual([404, "not_found"]);
    },
  );
});
