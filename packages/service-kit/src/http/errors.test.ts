import { get } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { ApiError } from "@veil/contracts/errors";
import express from "express";
import request from "supertest";
import { createLogger, createMetrics } from "../telemetry/index.ts";
import { endpoint } from "./endpoint.ts";
import { errorHandler, notFound } from "./errors.ts";
import { requestContext } from "./request-context.ts";
import { type Listener, listen } from "./server.ts";

const lines: string[] = [];
const log = createLogger({
  service: "test",
  level: "info",
  destination: { write: (line) => void lines.push(line) },
});
const secret = "duplicate key (email)=(ann@example.org)";

const app = express().use(requestContext({ log, metrics: createMetrics("test") }));
endpoint(app, "/item/:id", {
  get: [(req, res) => void res.json({ id: req.params["id"] })],
  post: [(_req, res) => void res.status(201).end()],
});
const failures: Readonly<Record<string, () => unknown>> = {
  "/unknown": () => {
    throw new Error(secret);
  },
  "/text": () => {
    throw secret;
  },
  "/later": () => Promise.reject(new TypeError(secret)),
  "/busy": () => {
    throw new ApiError("busy", "Try again", { retryAfterSeconds: 5, cause: new Error(secret) });
  },
  "/quota": () => {
    throw new ApiError("quota_exceeded", "Used up", {
      used: 500,
      limit: 500,
      retryAfterHeaderSeconds: 60,
      hint: "Upgrade",
    });
  },
};
for (const [path, fail] of Object.entries(failures)) endpoint(app, path, { get: [() => fail()] });
endpoint(app, "/half", {
  get: [
    (_req, res) => {
      res.write("half of it");
      throw new Error(secret);
    },
  ],
});
app.use(notFound, errorHandler(log));

let listener: Listener;
beforeAll(async () => {
  listener = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterAll(() => listener.close(0));
beforeEach(() => void lines.splice(0));
const ask = (path: string) => request(listener.url).get(path);

describe("errorHandler for an unknown error", () => {
  // @spec DEC-5
  test.each(["/unknown", "/text", "/later"])(
    "%s gets 500 internal_error, and the message appears neither in the response nor in the log",
    async (path) => {
      const response = await ask(path);
      expect([response.status, response.body]).toEqual([
        500,
        {
          error: "internal_error",
          message: "Internal error",
          request_id: response.get("x-request-id"),
        },
      ]);
      expect(lines.some((line) => line.includes('"event":"request_failed"'))).toBe(true);
      expect(response.text + lines.join("")).not.toContain("ann@example.org");
    },
  );

  test("an error after the first byte of the response closes the connection, and is logged without its message", async () => {
    const printed = jest.spyOn(console, "error").mockImplementation(() => {});
    const broken = await new Promise((resolve) => {
      const call = get(`${listener.url}/half`, (res) => res.resume().once("error", resolve));
      call.once("error", resolve);
    });
    expect(broken).toMatchObject({ code: "ECONNRESET" });
    expect(lines.join("")).toContain('"event":"request_failed"');
    expect(lines.join("")).not.toContain("ann@example.org");
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });
});

describe("errorHandler for an ApiError", () => {
  test("the response to an ApiError contains its code, message and Retry-After", async () => {
    const response = await ask("/busy");
    expect(response.status).toBe(503);
    expect(response.get("retry-after")).toBe("5");
    expect(response.body).toMatchObject({
      error: "busy",
      message: "Try again",
      retry_after_seconds: 5,
    });
    expect(response.text + lines.join("")).not.toContain("ann@example.org");
  });

  test("retryAfterHeaderSeconds sets Retry-After, but no field in the body", async () => {
    const response = await ask("/quota");
    expect(response.get("retry-after")).toBe("60");
    expect(response.body).toEqual({
      error: "quota_exceeded",
      message: "Used up",
      hint: "Upgrade",
      used: 500,
      limit: 500,
      request_id: response.get("x-request-id"),
    });
  });

  test("an ApiError with a 4xx status is not logged as an error", async () => {
    await ask("/nowhere");
    expect(lines.join("")).not.toContain("request_failed");
  });
});

describe("An unknown path", () => {
  test.each(["/nowhere", "/", "/item/", "/item/%E0%A4%A", "/%", "/item/a/b"])(
    "a request for %s gets a 404 with a JSON body",
    async (path) => {
      const response = await ask(path);
      expect(response.status).toBe(404);
      expect(response.body).toMatchObject({ error: "not_found" });
    },
  );
});

describe("endpoint", () => {
  test.each(["put", "delete", "patch", "options"] as const)(
    "endpoint responds to %s with 405 and lists the allowed methods",
    async (method) => {
      const response = await request(listener.url)[method]("/item/1");
      expect([response.status, response.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
      expect(response.body).toMatchObject({ error: "method_not_allowed" });
    },
  );

  test("endpoint responds to HEAD like GET, but without a body", async () => {
    const response = await request(listener.url).head("/item/1");
    expect([response.status, response.text]).toEqual([200, undefined]);
    expect(response.get("content-type")).toMatch(/json/);
  });
});
