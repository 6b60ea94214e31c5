import { createHttpClient } from "../client/http-client.ts";
import { describeCallTransport } from "./call-transport.contract.ts";
import { closeLater, openConnection, tokenOf } from "./calls-test-service.contract.ts";

const LIMITS = { body: "{}", requestId: "", timeoutMs: 30_000 };

describeCallTransport("HTTP", async (baseUrl) => {
  const client = createHttpClient({ baseUrl, connections: 8, connectTimeoutMs: 2_000 });
  closeLater(() => client.close());
  const authorization = `Bearer ${await tokenOf("edge-gateway")}`;
  return (call) => {
    const { timeoutMs, silenceMs, requestId, ...request } = { ...LIMITS, ...call };
    const headers = { authorization, "x-request-id": requestId };
    return client.exchange({ ...request, headers }, timeoutMs, silenceMs);
  };
});

describeCallTransport("a call connection", async (url) => {
  const connection = await openConnection(url);
  return (call) => connection.exchange({ ...LIMITS, ...call });
});
