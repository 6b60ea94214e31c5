import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { RequestRecord } from "./request-record.ts";
import { sendJson } from "./send-answer.ts";
import { parseMode, type SimulatorMode } from "./simulator-mode.ts";

interface Control {
  readonly record: RequestRecord;
  readonly setMode: (mode: SimulatorMode) => void;
}

export async function handleControl(
  req: IncomingMessage,
  res: ServerResponse,
  { record, setMode }: Control,
): Promise<void> {
  switch (`${req.method} ${req.url}`) {
    case "GET /_health":
      return sendJson(res, 200, { status: "ok" });
    case "GET /_record":
      return sendJson(res, 200, { requests: record.all() });
    case "DELETE /_record":
      record.clear();
      return sendJson(res, 200, { requests: [] });
    case "POST /_control":
      return control(req, res, setMode);
    default:
      return sendJson(res, 404, { error: "Use /_record, /_control or /_health" });
  }
}

async function control(
  req: IncomingMessage,
  res: ServerResponse,
  setMode: Control["setMode"],
): Promise<void> {
  try {
    const mode = parseMode(JSON.parse(await text(req)));
    setMode(mode);
    sendJson(res, 200, { mode });
  } catch (error) {
    sendJson(res, 400, { error: error instanceof Error ? error.message : "Not a mode" });
  }
}
