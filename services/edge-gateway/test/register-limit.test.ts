import { expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { freshAddress, freshEmail } from "./support/fresh.ts";
import { expectMasked } from "./support/register-client.ts";
import { openRegisterSuite } from "./support/register-suite.ts";

describeWithServer("postgres", "The limit of POST /api/v1/register", (adminUrl) => {
  const { one, register, registered } = openRegisterSuite(adminUrl);

  test("the sixth from one address within an hour is refused, answers with 200 counted", async () => {
    const on = await one().replica({ REGISTRATIONS_PER_HOUR: "5" });
    const from = freshAddress();
    const email = freshEmail();
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await register({ email }, { from, on })).status);
    expect(statuses).toEqual([201, 200, 200, 200, 200]);
    const refused = await register({ email }, { from, on });
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(3_590);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(refused.body).toEqual({
      error: "registration_limit",
      message: "The limit of 5 registrations per hour from one address has been exceeded",
      retry_after_seconds: seconds,
      request_id: expect.any(String),
    });
    expect((await register({ email }, { on })).status).toBe(200);
    await on.close();
  });

  test("it comes before the body is read", async () => {
    const on = await one().replica({ REGISTRATIONS_PER_HOUR: "1" });
    const from = freshAddress();
    expect((await register("{", { from, on })).body.error).toBe("invalid_json");
    expect((await register("{", { from, on })).body.error).toBe("registration_limit");
    await on.close();
  });

  test("a whole /64 of IPv6 is one address", async () => {
    const on = await one().replica({ REGISTRATIONS_PER_HOUR: "1" });
    const email = freshEmail();
    await registered({ email }, { from: "2001:db8:7:7::1", on });
    expect((await register({ email }, { from: "2001:db8:7:7::2", on })).status).toBe(429);
    expect((await register({ email }, { from: "2001:db8:7:8::1", on })).status).toBe(200);
    await on.close();
  });

  test("When no proxy is trusted, a forged X-Forwarded-For changes neither limit nor proof", async () => {
    const on = await one().replica({ TRUST_PROXY: "none", REGISTRATIONS_PER_HOUR: "2" });
    const body = { email: freshEmail() };
    const key = await registered(body, { from: "203.0.113.1", on });
    // The same client: a proof, whatever the header says.
    expect((await register(body, { from: "203.0.113.2", on })).body.svc_api_key).toBe(key);
    expect((await register(body, { from: "203.0.113.3", on })).status).toBe(429);
    await on.close();
  });

  test("When one proxy is trusted, only what that proxy wrote counts", async () => {
    const body = { email: freshEmail() };
    const key = await registered(body, { from: "203.0.113.9" });
    expectMasked(await register(body, { from: "203.0.113.9, 198.51.100.1" }));
    const real = await register(body, { from: "198.51.100.1, 203.0.113.9" });
    expect(real.body.svc_api_key).toBe(key);
  });
});
