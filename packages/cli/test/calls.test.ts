import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { describe, expect, test } from "@jest/globals";
import { createTestCa } from "@veil/testing/tls";
import { capturedWith } from "../src/program/captured.contract.ts";
import { type FakeAnswer, startFakeGateway } from "./fake-gateway.ts";
import { ADMIN_KEY, API_KEY, veilWith } from "./with-gateway.ts";

const USAGE = {
  customer_id: "cus_1",
  tier: "pro",
  monthly_limit: 50_000,
  used: 3,
  remaining: 49_997,
  managed_ai: true,
  audit_export: true,
};
const usage = (answer: FakeAnswer, ...more: string[]) => veilWith(() => answer, ["usage", ...more]);

describe("Commands that make one call", () => {
  test("a command sends the API key, and prints the response for people", async () => {
    const { code, out, requests } = await usage({ body: USAGE });
    expect(code).toBe(0);
    expect(out).toMatch(/^used +3$/m);
    expect(requests).toMatchObject([
      { method: "GET", path: "/api/v1/usage", headers: { "x-api-key": API_KEY } },
    ]);
  });

  test("with --json, a command prints the whole body, including unknown fields", async () => {
    const { out } = await usage({ body: { ...USAGE, of_a_newer_gateway: 1 } }, "--json");
    expect(JSON.parse(out)).toEqual({ ...USAGE, of_a_newer_gateway: 1 });
  });

  test("an admin command sends the admin key and no API key", async () => {
    const stats = {
      customers: { free: 1, pro: 2, enterprise: 3 },
      ...{ organizations: 1, active_keys: 2, active_sessions: 0, users: 0 },
      ...{ used: 5, used_by_developer_keys: 0 },
    };
    const { code, requests } = await veilWith(() => ({ body: stats }), ["admin", "stats"]);
    expect(code).toBe(0);
    expect(requests[0]?.headers).toMatchObject({ "x-admin-key": ADMIN_KEY });
    expect(requests[0]?.headers).not.toHaveProperty("x-api-key");
  });

  test("a command keeps the path of the gateway's URL", async () => {
    const { requests } = await veilWith(() => ({ body: USAGE }), ["usage"], {
      changes: ({ url }) => ({ env: { VEIL_URL: `${url}/veil/` } }),
    });
    expect(requests[0]?.path).toBe("/veil/api/v1/usage");
  });

  test("a command puts its arguments into the operation's path, in order", async () => {
    const args = ["admin", "entity-lists", "delete", "cus_1", "lst_2"];
    const { out, requests } = await veilWith(() => ({ status: 204 }), args);
    expect(out).toBe("done\n");
    expect(requests).toMatchObject([
      { method: "DELETE", path: "/api/v1/admin/customers/cus_1/entity-lists/lst_2" },
    ]);
  });

  test("a list command sends --limit and --cursor as query parameters", async () => {
    const args = ["admin", "users", "list", "--limit", "3", "--cursor", "abc"];
    const { code, requests } = await veilWith(() => ({ body: { users: [] } }), args);
    expect([code, requests[0]?.path]).toEqual([0, "/api/v1/admin/users?limit=3&cursor=abc"]);
  });

  test.each(["..", ".", "a/b", "", "a?b", "%2e%2e"])(
    "a command exits with 2 and sends nothing for the id %j",
    async (id) => {
      const { code, requests } = await veilWith(() => ({ body: {} }), ["keys", "revoke", id]);
      expect([code, requests.length]).toEqual([2, 0]);
    },
  );
});

describe("Errors of the gateway", () => {
  const refused = {
    error: "invalid_api_key",
    message: "The API key is not valid",
    request_id: "r1",
  };

  test("an error of the gateway causes exit code 3, and the message contains its code, the request id and the key's source", async () => {
    const { code, out, err } = await usage({ status: 401, body: refused });
    expect([code, out]).toEqual([3, ""]);
    expect(err).toBe(
      "veil usage: The API key is not valid (invalid_api_key, request r1)\n" +
        "Hint: the key is from VEIL_API_KEY\n",
    );
  });

  test("with --json, an error of the gateway is printed with all fields, even if its code is unknown", async () => {
    const body = { ...refused, error: "of_a_newer_gateway", retry_after_seconds: 7, hint: "wait" };
    const { code, err } = await usage({ status: 429, body }, "--json");
    expect(code).toBe(3);
    expect(JSON.parse(err).error).toEqual({
      ...{ kind: "refused", exit_code: 3, message: body.message, hint: "wait", status: 429 },
      ...{ code: "of_a_newer_gateway", request_id: "r1", retry_after_seconds: 7 },
    });
  });
});

describe("Servers that are not a gateway", () => {
  test.each<[string, FakeAnswer, number]>([
    ["a response with another schema", { body: { used: "many" } }, 5],
    ["a response that is not JSON", { body: "<html>" }, 5],
    ["an error status without an error body", { status: 404, body: "<html>" }, 5],
    ["a proxy whose gateway is unreachable", { status: 502, body: "<html>" }, 4],
  ])("%s causes the right exit code", async (_case, answer, expected) => {
    const { code, out } = await usage(answer);
    expect([code, out]).toEqual([expected, ""]);
  });

  test("a redirect causes exit code 5, and the key is not sent to its target", async () => {
    const other = await startFakeGateway(() => ({ body: USAGE }));
    try {
      const answer = { status: 307, headers: { location: `${other.url}/api/v1/usage` } };
      const { code, err } = await usage(answer);
      expect(code).toBe(5);
      expect(err).toContain("redirect");
      expect(other.requests).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test("if no server listens, the exit code is 4, and the message suggests --url", async () => {
    const gone = await startFakeGateway(() => undefined);
    await gone.close();
    const env = { VEIL_URL: gone.url, VEIL_API_KEY: API_KEY };
    const { code, err } = await capturedWith({ env }, "usage");
    expect(code).toBe(4);
    expect(err).toContain(`no gateway at ${gone.url}: nothing listens there`);
    expect(err).toContain("--url");
  });

  test("a broken connection causes exit code 4", async () => {
    const server = createServer((req) => req.socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const env = { VEIL_URL: `http://127.0.0.1:${port}`, VEIL_API_KEY: API_KEY };
    const { code, err } = await capturedWith({ env }, "usage");
    server.close();
    expect(code).toBe(4);
    expect(err).toContain("the connection was cut");
  });

  test("a time-out causes exit code 4", async () => {
    const { code, err } = await veilWith(() => undefined, ["usage", "--timeout", "1"]);
    expect(code).toBe(4);
    expect(err).toContain("in 1 s");
    expect(err).not.toContain("It is not known");
  });

  test("a certificate of an unknown authority causes exit code 4, and the message suggests NODE_EXTRA_CA_CERTS", async () => {
    const pem = await (await createTestCa()).issue({ ips: ["127.0.0.1"] });
    const server = createTlsServer({ cert: pem.cert, key: pem.key });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const env = { VEIL_URL: `https://127.0.0.1:${port}`, VEIL_API_KEY: API_KEY };
    const { code, err } = await capturedWith({ env }, "usage");
    server.close();
    expect(code).toBe(4);
    expect(err).toContain("certificate");
    expect(err).toContain("NODE_EXTRA_CA_CERTS");
  });
});

describe("outcome_unknown in errors of commands that change something", () => {
  const rotate = ["keys", "rotate", "--timeout", "1", "--json"];
  const unknownIn = (err: string) =>
    (JSON.parse(err) as { error: { outcome_unknown?: true } }).error.outcome_unknown;

  test("outcome_unknown is true after a time-out and after an error of a proxy", async () => {
    for (const answer of [undefined, { status: 504, body: "<html>" }]) {
      const { code, err } = await veilWith(() => answer, rotate);
      expect([code, unknownIn(err)]).toEqual([4, true]);
    }
  });

  test("outcome_unknown is absent after an error of the gateway, and if no gateway listens", async () => {
    const body = { error: "not_found", message: "No such key" };
    const refused = await veilWith(() => ({ status: 404, body }), rotate);
    const none = await startFakeGateway(() => undefined);
    await none.close();
    const env = { VEIL_URL: none.url, VEIL_API_KEY: API_KEY };
    const gone = await capturedWith({ env }, ...rotate);
    expect([refused.code, gone.code]).toEqual([3, 4]);
    for (const { err } of [refused, gone]) expect(unknownIn(err)).toBeUndefined();
  });
});

test("control characters in received text are replaced, and escaped in JSON", async () => {
  const contacts = [
    {
      ...{ contact_id: "c1", kept_until: "2027-01-01T00:00:00Z", email: "a@example.org" },
      ...{ message: "\u001b]0;title\u0007 \u202emoc", created_at: "2026-01-01T00:00:00Z" },
    },
  ];
  for (const more of [[], ["--json"]]) {
    const args = ["admin", "contacts", "list", ...more];
    const { code, out } = await veilWith(() => ({ body: { contacts } }), args);
    expect(code).toBe(0);
    for (const mark of ["\u001b", "\u0007", "\u202e"]) expect(out).not.toContain(mark);
    if (more.length > 0) expect(JSON.parse(out)).toEqual({ contacts });
  }
});
