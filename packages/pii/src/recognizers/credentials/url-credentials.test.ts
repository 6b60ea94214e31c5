import { describeRecognizer } from "../recognizer.contract.ts";
import { urlCredentials } from "./url-credentials.ts";

describeRecognizer(urlCredentials, {
  hits: [
    "⟦https://anna:s3cret@example.com/path⟧",
    "use ⟦postgres://user:pw@db.example:5432/app⟧.",
    "⟦redis://:hunter2@cache:6379⟧",
    "(⟦https://example.com/reset?token=abcdef123456⟧)",
    '"⟦https://example.com/a?x=1&api_key=0123456789⟧"',
    "⟦https://example.com/cb#access_token=abcdef0123⟧",
  ],
  misses: [
    "https://example.com/path?q=anna",
    "ssh://git@example.com/repo",
    "https://example.com/@anna:weber",
    "https://example.com/?token=abc",
    "example.com?token=abcdef123456",
    "://a:b@c",
    "https://example.com/path?tokens=abcdef123456",
    "[URL_1]",
  ],
});
