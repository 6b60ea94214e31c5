import path from "node:path";
import { fileURLToPath } from "node:url";
import type { RequestHandler } from "express";
import helmet from "helmet";

/** Where the page, its script and its style are. */
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

/** No other origin is used. Swagger UI sets styles on elements and has icons in its CSS. */
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

/** A file of Swagger UI, as it is in the package. */
export function referenceFile(name: "swagger-ui.css" | "swagger-ui-bundle.js"): RequestHandler {
  return function handleReferenceFile(_req, res, next) {
    const options = { root: distribution, maxAge: "1h" } as const;
    res.removeHeader("Cache-Control");
    res.sendFile(name, options, (error) => {
      // The client has closed the connection.
      if (error !== undefined && !res.headersSent) next(error);
    });
  };
}
