import { expect, test } from "@jest/globals";
import type { CookieOptions, Request, Response } from "express";
import { sessionCookie, sessionTokenOf } from "./session-cookie.ts";

const FIXED = { httpOnly: true, sameSite: "strict", path: "/" };

test.each([true, false])(
  "When secure is %p, then the cookie says so, also when it is removed",
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
])("The Cookie header %p has the token %p", (header, token) => {
  const req = { get: () => header } as unknown as Request;
  expect(sessionTokenOf(req)).toBe(token);
});
