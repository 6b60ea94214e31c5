import { readFileSync } from "node:fs";
import { command } from "./commands.ts";

/** Returns the state of the host that a run must not change. */
export async function hostState(): Promise<object> {
  const links = await command("ip", ["-o", "link", "show"]);
  return {
    forwarding: readFileSync("/proc/sys/net/ipv4/ip_forward", "utf8").trim(),
    links: links.split("\n").map((line) => line.split(": ")[1]),
    routes: await command("ip", ["route", "show", "table", "all"]),
    // -s omits counters, which other traffic changes.
    rules: await command("nft", ["-s", "list", "ruleset"]),
    hosts: readFileSync("/etc/hosts", "utf8"),
  };
}
