import type { Cli } from "../program/cli.ts";
import { CommandError } from "../program/command-error.ts";

export interface Sent {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutSeconds: number;
  /** Whether the request changes something. If so, an error says that the outcome is unknown. */
  readonly changes: boolean;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Messages for errors that happen before anything was sent. */
const NOT_CONNECTED: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "the name is not known",
  EAI_AGAIN: "the name could not be looked up",
  UND_ERR_CONNECT_TIMEOUT: "no connection",
  EHOSTUNREACH: "no route to it",
  ENETUNREACH: "no route to it",
};
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/;

/**
 * Sends one request. It does not follow redirects, because their target would get the key.
 * @throws CommandError
 */
export async function send({ interrupted }: Cli, request: Sent): Promise<Received> {
  const { url, timeoutSeconds, body, changes, ...rest } = request;
  const deadline = AbortSignal.timeout(timeoutSeconds * 1_000);
  let response: Response;
  let bytes: Buffer;
  try {
    response = await fetch(url, {
      ...rest,
      ...(body !== undefined && { body }),
      redirect: "manual",
      signal: AbortSignal.any([interrupted, deadline]),
    });
    bytes = Buffer.from(await response.arrayBuffer());
  } catch (error) {
    if (interrupted.aborted)
      throw new CommandError("interrupted", "interrupted", {
        cause: error,
        outcomeUnknown: changes,
      });
    throw deadline.aborted ? tooLate(request, error) : unreachable(request, error);
  }
  const { status, headers } = response;
  if (status >= 300 && status < 400)
    throw new CommandError("bad_answer", `${url.origin} answers with a redirect`, {
      status,
      hint: "redirects are not followed, since they would get the key; use the final address as --url",
    });
  return { status, headers, bytes, text: bytes.toString() };
}

function tooLate({ url, timeoutSeconds, changes }: Sent, cause: unknown): CommandError {
  return new CommandError("unreachable", `no answer of ${url.origin} in ${timeoutSeconds} s`, {
    cause,
    outcomeUnknown: changes,
    hint: "--timeout SECONDS waits longer",
  });
}

function unreachable({ url: { origin }, changes }: Sent, cause: unknown): CommandError {
  const { code = "" } = ((cause as Error).cause ?? {}) as { code?: string };
  if (CERTIFICATE.test(code))
    return new CommandError("unreachable", `the certificate of ${origin} is not valid: ${code}`, {
      cause,
      hint: "for an authority of your own: NODE_EXTRA_CA_CERTS=FILE",
    });
  const notConnected = NOT_CONNECTED[code];
  const reason = notConnected ?? `the connection was cut${code && ` (${code})`}`;
  return new CommandError("unreachable", `no gateway at ${origin}: ${reason}`, {
    cause,
    outcomeUnknown: changes && notConnected === undefined,
    hint: "name it with --url or VEIL_URL; npm start starts one on this machine",
  });
}
