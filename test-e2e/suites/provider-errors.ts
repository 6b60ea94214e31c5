import { describe, expect, test } from "@jest/globals";
import type { SimulatorMode } from "@veil/upstream-simulator";
import { finalOf } from "../support/gateway.ts";
import type { Side } from "../support/side.ts";
import { letterRequest } from "../support/texts.ts";

export function describeProviderErrors({ world, provider, customer }: Side): void {
  const REFUSED = "The model provider refused the request";
  const UNREACHED = "The model provider could not be reached or did not answer";
  const UNREADABLE = "The model provider's answer could not be read";

  async function ask(mode: SimulatorMode) {
    const { gateway } = world();
    const { apiKey } = await customer();
    provider().setMode(mode);
    provider().clear();
    const reply = await gateway.proxy(apiKey, letterRequest());
    provider().setMode({});
    expect((await gateway.usage(apiKey)).used).toBe(1);
    return { response: finalOf(reply), calls: provider().record().length };
  }

  describe("fails with a fixed phrase", () => {
    test.each<[string, SimulatorMode, string, number]>([
      ["400", { statuses: [400] }, REFUSED, 1],
      ["401", { statuses: [401] }, REFUSED, 1],
      ["a redirection", { statuses: [302] }, REFUSED, 1],
      ["429 twice", { statuses: [429, 429] }, UNREACHED, 2],
      ["500 twice", { statuses: [500, 503] }, UNREACHED, 2],
      ["a reset each time", { fault: "reset" }, UNREACHED, 2],
      ["half an answer each time", { fault: "cut" }, UNREACHED, 2],
      ["garbage", { fault: "garbage" }, UNREADABLE, 1],
      ["half a document", { fault: "truncated" }, UNREADABLE, 1],
      ["JSON of another shape", { fault: "wrong_shape" }, UNREADABLE, 1],
    ])("on %s", async (_case, mode, phrase, calls) => {
      const { response, calls: made } = await ask(mode);
      expect(made).toBe(calls);
      const { compliance_trace, latency_ms, ...rest } = response;
      expect(rest).toEqual({ status: "JOB_STATUS_FAILED", error_message: phrase });
      expect(compliance_trace.attempts).toBe(calls);
      expect(compliance_trace.steps.at(-1)?.action).toBe("infer");
      const { llm_saw } = compliance_trace.data_exposure_summary;
      expect(llm_saw.startsWith("not known")).toBe(phrase === UNREACHED);
      expect(latency_ms).toBeGreaterThanOrEqual(0);
    });
  });

  test("A 429 and then an answer is one completed job of two attempts", async () => {
    const { response, calls } = await ask({ statuses: [429], retry_after: 0 });
    expect(calls).toBe(2);
    expect(response).toMatchObject({ status: "JOB_STATUS_COMPLETED", relinked: true });
    expect(response.compliance_trace.attempts).toBe(2);
  });
}
