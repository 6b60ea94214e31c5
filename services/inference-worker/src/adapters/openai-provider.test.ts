import { createOpenaiProvider } from "./openai-provider.ts";
import { describeProvider } from "./provider.contract.ts";

describeProvider("openai-provider", {
  open: createOpenaiProvider,
  path: "/v1/chat/completions",
  keyHeaders: { authorization: "Bearer sk-test" },
  bodyFields: ["model", "max_tokens", "temperature", "user", "messages"],
  withSystem: (content, messages) => ({ messages: [{ role: "system", content }, ...messages] }),
  userOf: (body) => body["user"],
});
