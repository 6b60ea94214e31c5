import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { codeOf } from "../support/native-client.ts";
import { callSdk, sentJob, textsSent } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";
import { keyWithTools, toolsBody } from "../support/tools.ts";

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway({
    ...{ TOOLS_ENABLED: "true", PUBLISHED_ADDRESSES: "noreply@maker.example" },
  });
  key = await keyWithTools(gateway);
});
beforeEach(() => {
  gateway.worker.direct.length = 0;
});
afterAll(() => gateway.close());

const send = (description: string, content = "Hi") =>
  callSdk(
    gateway,
    "messages",
    toolsBody("messages", {
      tools: [{ name: "commit", description, input_schema: { type: "object" } }],
      messages: [{ role: "user", content }],
    }),
    { key },
  );

describeWithServer("postgres", "Published addresses", () => {
  test("a published address in a tool definition reaches the provider, and the trace names it", async () => {
    const { status, body } = await send("Adds: Maker <noreply@maker.example>");
    expect(status).toBe(200);
    expect(sentJob(gateway).options.tools).toMatchObject([
      { description: "Adds: Maker <noreply@maker.example>" },
    ]);
    expect(body.metadata.svc_compliance.compliance_trace.data_exposure_summary.hint).toContain(
      "noreply@maker.example",
    );
  });

  test("a published address in a message is replaced as usual", async () => {
    await send("Commits", "Write to noreply@maker.example");
    expect(textsSent(gateway).at(-1)).toEqual(["user", "Write to [EMAIL_1]"]);
  });

  test("another address in a tool definition is refused, also next to a published one", async () => {
    for (const text of ["ann@maker.example", "noreply@maker.example, ann@maker.example"])
      expect(codeOf(await send(text))).toEqual([400, "tool_definition_pii_detected"]);
  });
});
