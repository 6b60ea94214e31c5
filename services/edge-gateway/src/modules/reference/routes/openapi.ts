import type { RequestHandler } from "express";

/** The document is the same for every caller and every request. */
export function readOpenApi(document: object): RequestHandler {
  const text = JSON.stringify(document);
  return function handleReadOpenApi(_req, res) {
    // Browsers of other origins may read it: tools such as generators of clients run there.
    res.set({ "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*" });
    res.set("Cross-Origin-Resource-Policy", "cross-origin").type("json").send(text);
  };
}
