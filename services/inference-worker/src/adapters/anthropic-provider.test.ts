import { createAnthropicProvider } from "./anthropic-provider.ts";
import { describeProvider } from "./provider.contract.ts";

describeProvider("anthropic-provider", {
  open: createAnthropicProvider,
  path: "/v1/messages",
  keyHeaders: { "x-api-key": "sk-test", "anthropic-version": "2023-06-01" },
  bodyFields: ["model", "max_tokens", "temperature", "metadata", "messages"],
  withSystem: (system, messages) => ({ system, messages }),
  userOf: (body) => (body["metadata"] as { user_id?: unknown }).user_id,
});
