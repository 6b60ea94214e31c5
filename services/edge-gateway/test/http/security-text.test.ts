import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PATH = "/.well-known/security.txt";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

describeWithServer("postgres", "security.txt", () => {
  test("with SECURITY_CONTACT, the text names the contact, and expires in less than a year", async () => {
    const named = await gateway.replica({ SECURITY_CONTACT: "mailto:security@gateway.example" });
    const { status, type, text } = await request(named.app).get(PATH);
    expect([status, type]).toEqual([200, "text/plain"]);
    const [, contact, expires = ""] = /^Contact: (.*)\nExpires: (.*)\n$/.exec(text) ?? [];
    expect(contact).toBe("mailto:security@gateway.example");
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  test("without SECURITY_CONTACT, there is no such text", async () => {
    expect((await request(gateway.app).get(PATH)).status).toBe(404);
  });
});
