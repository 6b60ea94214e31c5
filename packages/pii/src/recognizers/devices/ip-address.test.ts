import { expect, test } from "@jest/globals";
import { createFinder } from "../../finding.ts";
import { createDocument } from "../../text/document.ts";
import { findThroughView } from "../../view/find-through-view.ts";
import { describeRecognizer } from "../recognizer.contract.ts";
import { ipAddress } from "./ip-address.ts";

describeRecognizer(ipAddress, {
  hits: [
    "from ⟦192.168.0.1⟧.",
    "(⟦10.0.0.1⟧), ⟦255.255.255.0⟧",
    "http://⟦203.0.113.7⟧:8080/path",
    "net ⟦10.0.0.0/8⟧ and ⟦192.168.1.1/32⟧",
    "⟦2001:db8::8a2e:370:7334⟧",
    "⟦684D:1111:222:3333:4444:5555:6:77⟧",
    "[⟦2001:db8::1⟧]:443",
    "my ip: ⟦fd00::1⟧",
    "⟦fe80::1%eth0⟧ and ⟦fe80::/10⟧",
    "Server: ⟦2400:c401::5054:ff:fe1b:b031⟧.",
    '⟦5.41.17.6⟧ - - [27/Nov/2026:07:14:52 +0000] "GET /cart HTTP/1.1" 200 512',
    "fw: DROP src=⟦5.41.17.6⟧ dst=⟦84.17.2.9⟧ proto=6",
    "ssh root@⟦5.41.17.6⟧ -p 2222",
    "⟦5.41.17.6⟧",
    "nginx | ⟦5.41.17.6⟧ - - [27/Nov/2026]",
    "banned ⟦5.9.8.7⟧ after 3 tries, peer (⟦1.2.3.4⟧) is gone",
    "telnet ⟦1.2.3.4⟧ 25, update src=⟦5.4.3.2⟧",
    "install it on ⟦5.41.17.6⟧",
    "2001:db8::/32".replace(/^/, "⟦").replace(/$/, "⟧"),
  ],
  misses: [
    "192.168.0",
    "256.1.1.1",
    "1.2.3.4.5",
    "localhost 127.0.0.1 or ::1, listen on 0.0.0.0:8080, 0.0.0.0/0",
    "Chrome/110.0.0.0 Safari/537.36",
    "activesupport (7.1.3.2), alsa 1.2.5.1-2",
    "activesupport (7.1.3.2) lib/active_support/callbacks.rb:403:in `block'",
    "version 1.2.3.4",
    "Upgrade Rails to 7.1.3.2; nginx 1.2.3.4, redis:6.2.1.4",
    "gem 'rails', '~> 7.1.3.2', foo==1.2.3.4, \"^1.2.3.4\"",
    '"appVersion": "1.2.3.4", app_version=1.2.3.4, AssemblyVersion("1.0.0.0")',
    "1.2.3.4 Scope of the standard",
    "1.2.3.4-beta, foo-1.2.3.4.tar.gz",
    "v10.0.0.1",
    "§ 1.2.3.4",
    "text192.168.1.1",
    "192.168.1.1text",
    "12:34:56",
    "aa:bb:cc:dd:ee:ff",
    "std::cout << a::b",
    "1:2:3:4",
    "2001::db8::1",
    "12345:db8::1",
    "fe80::1text",
    ":::",
    "::",
    "[IP_ADDRESS_1]",
  ],
});

test("When an XML element contains four numbers with dots, then they are an IP address unless the element is named for a version", () => {
  const find = createFinder([ipAddress]);
  const found = (text: string) =>
    findThroughView(text, (seen) => find(createDocument(seen, "en"))).length > 0;
  expect(found("<FileVersion>1.0.0.0</FileVersion>\n<version>5.4.1.2</version>")).toBe(false);
  expect(found("<peer>5.41.17.6</peer>")).toBe(true);
});
