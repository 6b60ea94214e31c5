import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";

// A minimal gateway, which shows the least that a gateway costs. It has no keys, quotas, name
// detection, isolation or audit log.

const PATTERNS = {
  EMAIL: /[\w.+-]+@[\w-]+\.[\w.-]+/g,
  IBAN: /\b[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){3,7}(?: ?[\dA-Z]{1,3})?\b/g,
  PHONE: /\+?\d[\d ()/-]{6,}\d/g,
};
const HEADERS = {
  "content-type": "application/json",
  "x-api-key": "sk-ant-reference",
  "anthropic-version": "2023-06-01",
};

const [upstream = ""] = process.argv.slice(2);
const pool = new Pool(upstream, { connections: 64, pipelining: 1 });
const server = createServer(async (request, response) => {
  const { values, masked } = mask((await textOf(request)) || "{}");
  const body = JSON.stringify({
    ...{ model: "bench", max_tokens: 1024 },
    messages: [{ role: "user", content: JSON.parse(masked).text }],
  });
  const answer = await pool.request({
    path: "/v1/messages",
    method: "POST",
    headers: HEADERS,
    body,
  });
  const text = (await answer.body.text()).replace(
    /\[[A-Z]+_\d+\]/g,
    (one) => values.get(one) ?? one,
  );
  response.writeHead(answer.statusCode, { "content-type": "application/json" }).end(text);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
process.once("disconnect", () => process.exit());

function mask(text: string) {
  const values = new Map<string, string>();
  let masked = text;
  for (const [type, pattern] of Object.entries(PATTERNS))
    masked = masked.replace(pattern, (value) => {
      const placeholder = `[${type}_${values.size + 1}]`;
      values.set(placeholder, value);
      return placeholder;
    });
  return { values, masked };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
