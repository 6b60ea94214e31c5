import { expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { freshAddress, freshEmail } from "../support/fresh.ts";
import { expectMasked } from "../support/register-client.ts";
import { openRegisterSuite } from "../support/register-suite.ts";

describeWithServer("postgres", "The limit on POST /api/v1/register", () => {
  const { one, register, registered } = openRegisterSuite();

  // @spec REG-11 ERR-22 LIM-5
  test("the sixth key for one address within an hour is refused, and nothing else is", async () => {
    const on = await one().replica({ REGISTRATIONS_PER_HOUR: "5" });
    const from = freshAddress();
    const emails = Array.from({ length: 5 }, freshEmail);
    const keys = [];
    for (const email of emails) keys.push(await registered({ email }, { from, on }));
    const refused = await register({ email: freshEmail() }, { from, on });
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(refused.body).toEqual({
      error: "registration_limit",
      message: "The limit of 5 new keys per hour from one address has been exceeded",
      retry_after_seconds: seconds,
      request_id: expect.any(String),
    });
    const again = await register({ email: emails[0] }, { from, on });
    expect([again.status, again.body.svc_api_key]).toEqual([200, keys[0]]);
    expect((await register({ email: "?" }, { from, on })).status).toBe(400);
    expect((await register({ email: freshEmail() }, { on })).status).toBe(201);
    await on.close();
  });

  test("requests that issue no key do not count towards the limit on new keys", async () => {
    const on = await one().replica({ REGISTRATIONS_PER_HOUR: "2" });
    const from = freshAddress();
    const body = { email: freshEmail() };
    await registered(body, { from, on });
    for (let sent = 0; sent < 5; sent++) {
      expect((await register(body, { from, on })).status).toBe(200);
      expect((await register("{", { from, on })).status).toBe(400);
      const unfit = { email: freshEmail(), provider_key: "unknown" };
      expect((await register(unfit, { from, on })).status).toBe(400);
    }
    await registered({ email: freshEmail() }, { from, on });
    expect((await register({ email: freshEmail() }, { from, on })).status).toBe(429);
    await on.close();
  });

  test("simultaneous requests that register the same email count as one new key", async () => {
    const on = await one().replica({ REGISTRATIONS_PER_HOUR: "6" });
    const from = freshAddress();
    const body = { email: freshEmail() };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => register(body, { from, on })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    for (let sent = 0; sent < 5; sent++) await registered({ email: freshEmail() }, { from, on });
    expect((await register({ email: freshEmail() }, { from, on })).status).toBe(429);
    await on.close();
  });

  // @spec REG-9
  test("requests that issue no key have a separate limit of 60 an hour, which is checked before the body is read", async () => {
    const from = freshAddress();
    const body = { email: freshEmail() };
    await registered(body, { from });
    const sent = Array.from({ length: 59 }, () => register("{", { from }));
    const codes = (await Promise.all(sent)).map((answer) => answer.body.error);
    expect(new Set(codes)).toEqual(new Set(["invalid_json"]));
    await registered({ email: freshEmail() }, { from });
    expect((await register(body, { from })).status).toBe(200);
    const refused = await register("{", { from });
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        error: "registration_limit",
        message:
          "The limit of 60 requests per hour without a new key from one address has been exceeded",
        retry_after_seconds: Number(refused.headers["retry-after"]),
        request_id: expect.any(String),
      },
    ]);
  });

  test("behind a trusted proxy, each of ten client addresses has a separate limit", async () => {
    const on = await one().replica({ REGISTRATIONS_PER_HOUR: "1" });
    const addresses = Array.from({ length: 10 }, freshAddress);
    const fresh = (from: string) => register({ email: freshEmail() }, { from, on });
    const statuses = async () =>
      (await Promise.all(addresses.map(fresh))).map(({ status }) => status);
    expect(await statuses()).toEqual(addresses.map(() => 201));
    expect(await statuses()).toEqual(addresses.map(() => 429));
    await on.close();
  });

  test("when ten client addresses register the same email at once, one gets the key and the others get a masked key", async () => {
    const email = freshEmail();
    const from = Array.from({ length: 10 }, freshAddress);
    const answers = await Promise.all(
      from.map((address) => register({ email }, { from: address })),
    );
    const [first, ...others] = answers.sort((a, b) => b.status - a.status);
    expect(first?.status).toBe(201);
    for (const other of others) expectMasked(other);
  });

  test("an IPv6 /64 counts as one client address", async () => {
    const on = await one().replica({ REGISTRATIONS_PER_HOUR: "1" });
    const from = (address: string) => register({ email: freshEmail() }, { from: address, on });
    expect((await from("2001:db8:7:7::1")).status).toBe(201);
    expect((await from("2001:db8:7:7::2")).status).toBe(429);
    expect((await from("2001:db8:7:8::1")).status).toBe(201);
    await on.close();
  });

  test("when no proxy is trusted, a forged X-Forwarded-For affects neither the limit nor the proof", async () => {
    const on = await one().replica({ TRUST_PROXY: "none", REGISTRATIONS_PER_HOUR: "1" });
    const body = { email: freshEmail() };
    const key = await registered(body, { from: "203.0.113.1", on });
    // The header is ignored, so this is the same client, which proves the registration.
    expect((await register(body, { from: "203.0.113.2", on })).body.svc_api_key).toBe(key);
    const other = { email: freshEmail() };
    expect((await register(other, { from: "203.0.113.3", on })).status).toBe(429);
    await on.close();
  });

  test("when one proxy is trusted, only the address that this proxy wrote counts", async () => {
    const body = { email: freshEmail() };
    const key = await registered(body, { from: "203.0.113.9" });
    expectMasked(await register(body, { from: "203.0.113.9, 198.51.100.1" }));
    const real = await register(body, { from: "198.51.100.1, 203.0.113.9" });
    expect(real.body.svc_api_key).toBe(key);
  });
});
