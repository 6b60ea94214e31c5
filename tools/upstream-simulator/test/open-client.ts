import { request } from "undici";
import { startSimulator } from "../src/start-simulator.ts";

export const KEYS = {
  "x-api-key": "k",
  "anthropic-version": "2023-06-01",
  authorization: "Bearer k",
};
export const BODY = {
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user", content: "Write to [PERSON_1]" }],
};

type Headers = Readonly<Record<string, string>>;

/** Starts a simulator, and sends requests to it. */
export async function openClient() {
  const simulator = await startSimulator();
  async function send(
    path: string,
    options: { method: "GET" | "POST"; body?: string },
    headers: Headers,
  ) {
    const answer = await request(simulator.url + path, { ...options, headers });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, text };
  }
  return {
    simulator,
    get: (path: string, headers: Headers = KEYS) => send(path, { method: "GET" }, headers),
    post(path: string, sent: unknown = BODY, headers: Headers = KEYS) {
      const body = typeof sent === "string" ? sent : JSON.stringify(sent);
      return send(
        path,
        { method: "POST", body },
        { "content-type": "application/json", ...headers },
      );
    },
  };
}
