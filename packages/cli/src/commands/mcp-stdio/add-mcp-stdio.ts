import type { Command } from "@commander-js/extra-typings";
import { operationOf } from "../../gateway/operation-of.ts";
import type { Cli } from "../../program/cli.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { readSettings } from "../../settings/read-settings.ts";

const SEND = operationOf("sendMcpMessage");

export function addMcpStdio(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: SEND,
    usage: "mcp-stdio",
    summary: "connect an MCP client that speaks over standard input and output",
    description:
      "Carries the messages of an MCP client on standard input to the gateway, and the answers to standard output, until the input ends. " +
      "VEIL_UPSTREAM_KEY is the provider's key, unless the gateway has one.",
    examples: ["veil mcp-stdio", "veil mcp-stdio --url https://gateway.example --relink"],
  })
    .option("--relink", "have values restored in the answers, where the key allows it")
    .action(async ({ relink, ...options }) => {
      const settings = await readSettings(cli, options);
      // Loads the library on demand, because no other command needs it.
      const { bridge, gatewayTransport } = await import("./bridge.ts");
      const gateway = gatewayTransport(cli, settings, relink === true);
      const log = (text: string) => cli.err(`veil mcp-stdio: ${text}\n`);
      const { out, interrupted } = cli;
      await bridge({ input: cli.input(), out, log, gateway, interrupted });
    });
}
