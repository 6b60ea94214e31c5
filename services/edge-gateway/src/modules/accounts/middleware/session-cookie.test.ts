import { describe, expect, test } from "@jest/globals";
import type { CookieOptions, Request, Response } from "express";
import { sameOrigin, sessionCookie, sessionTokenOf } from "./session-cookie.ts";

const FIXED = { httpOnly: true, sameSite: "strict", path: "/" };

test.each([true, false])(
  "When secure is %p, then the cookie has that attribute both when it is set and when it is removed",
  (secure) => {
    const seen: CookieOptions[] = [];
    const res = {
      cookie: (_name: string, _value: string, options: CookieOptions) => seen.push(options),
      clearCookie: (_name: string, options: CookieOptions) => seen.push(options),
    } as unknown as Response;
    const cookie = sessionCookie({ secure });
    cookie.set(res, "token", 1_000);
    cookie.clear(res);
    expect(seen).toEqual([
      { ...FIXED, secure, maxAge: 1_000 },
      { ...FIXED, secure },
    ]);
  },
);

test.each([
  [undefined, undefined],
  ["", undefined],
  ["svc_session=", undefined],
  ["other=1", undefined],
  ["__Host-svc_session=no", undefined],
  ["other=1; svc_session=abc; more=2", "abc"],
  ["svc_session=first; svc_session=second", "first"],
])("For the Cookie header %p, sessionTokenOf returns %p", (header, token) => {
  const req = { get: () => header } as unknown as Request;
  expect(sessionTokenOf(req)).toBe(token);
});

const PUBLIC = "https://gateway.example";

function requestWith(origin: string | undefined, method = "POST"): Request {
  const headers: Record<string, string | undefined> = { origin, host: "localhost:8080" };
  const req = { method, protocol: "http", get: (name: string) => headers[name] };
  return req as unknown as Request;
}

function isAllowed(origin: string | undefined, { production = true, method = "POST" } = {}) {
  const check = sameOrigin({ publicBaseUrl: `${PUBLIC}/path`, production });
  try {
    check.require(requestWith(origin, method));
    return true;
  } catch {
    return false;
  }
}

describe("The origin of a request with a cookie", () => {
  test("a request may come from the public origin and, in development, from the origin that it was sent to", () => {
    for (const production of [true, false]) {
      expect(isAllowed(PUBLIC, { production })).toBe(true);
      expect(isAllowed("http://localhost:8080", { production })).toBe(!production);
      expect(isAllowed("http://localhost:8081", { production })).toBe(false);
      expect(isAllowed(undefined, { production })).toBe(false);
    }
  });

  test("a request with a cookie but no Origin header is allowed only if its method is GET or HEAD", () => {
    for (const method of ["GET", "HEAD"]) expect(isAllowed(undefined, { method })).toBe(true);
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"])
      expect(isAllowed(undefined, { method })).toBe(false);
  });
});
