import { describe, expect, test } from "@jest/globals";
import type { Request } from "express";
import { sameOrigin } from "./same-origin.ts";

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

describe("A request with a cookie", () => {
  test("may come from the public origin, and in development from the origin that it was sent to", () => {
    for (const production of [true, false]) {
      expect(isAllowed(PUBLIC, { production })).toBe(true);
      expect(isAllowed("http://localhost:8080", { production })).toBe(!production);
      expect(isAllowed("http://localhost:8081", { production })).toBe(false);
      expect(isAllowed(undefined, { production })).toBe(false);
    }
  });

  test("may come without an origin if it only reads", () => {
    for (const method of ["GET", "HEAD"]) expect(isAllowed(undefined, { method })).toBe(true);
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"])
      expect(isAllowed(undefined, { method })).toBe(false);
  });
});
