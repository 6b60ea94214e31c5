import path from "node:path";
import { fileURLToPath } from "node:url";
import { ApiError } from "@veil/contracts/errors";
import type { RequestHandler } from "express";
import helmet from "helmet";

/** The path of the page, below which its script and style are served. */
export const REFERENCE_PATH = "/docs";

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Veil Gateway API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${REFERENCE_PATH}/swagger-ui.css" />
    <style>
      /* No answer has links, whose column makes the table of answers wider than a phone. */
      .swagger-ui .response-col_links { display: none; }
      .swagger-ui table.responses-table { table-layout: fixed; }
    </style>
  </head>
  <body>
    <noscript>This page needs JavaScript. The same content is in <a href="/openapi.json">/openapi.json</a>.</noscript>
    <main id="reference"></main>
    <script src="${REFERENCE_PATH}/swagger-ui-bundle.js"></script>
    <script src="${REFERENCE_PATH}/open.js"></script>
  </body>
</html>
`;

const OPEN = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
});
`;

/**
 * Allows only the gateway's own origin. Swagger UI needs inline styles and `data:` images, because
 * it sets styles on elements and has icons in its CSS.
 */
const policy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
  },
});

export const referencePage: readonly RequestHandler[] = [
  policy,
  function handleReferencePage(_req, res) {
    res.set("Cache-Control", "no-cache").type("html").send(PAGE);
  },
];

export const openReference: RequestHandler = (_req, res) => {
  res.set("Cache-Control", "no-cache").type("js").send(OPEN);
};

const distribution = path.dirname(
  fileURLToPath(import.meta.resolve("swagger-ui-dist/package.json")),
);

/** Serves an unchanged file of the Swagger UI package. */
export function referenceFile(name: "swagger-ui.css" | "swagger-ui-bundle.js"): RequestHandler {
  return function handleReferenceFile(_req, res, next) {
    const options = { root: distribution, maxAge: "1h" } as const;
    res.removeHeader("Cache-Control");
    res.sendFile(name, options, (error) => {
      // Once headers are sent, an error means that the client has closed the connection.
      if (error !== undefined && !res.headersSent) next(error);
    });
  };
}

/** Handles `GET /`: leads browsers to the portal. Programs get 404, as for every unknown path. */
export const home: RequestHandler = (req, res) => {
  res.vary("Accept");
  if (req.accepts(["json", "html"]) !== "html")
    throw new ApiError("not_found", "This path does not exist");
  res.redirect("/portal/");
};

/** Serves the OpenAPI document, which is the same for every request. */
export function readOpenApi(document: object): RequestHandler {
  const text = JSON.stringify(document);
  return function handleReadOpenApi(_req, res) {
    // Pages of other origins may read it, because tools such as client generators run there.
    res.set({ "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*" });
    res.set("Cross-Origin-Resource-Policy", "cross-origin").type("json").send(text);
  };
}
