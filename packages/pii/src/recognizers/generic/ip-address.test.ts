import { describeRecognizer } from "../recognizer.contract.ts";
import { ipAddress } from "./ip-address.ts";

describeRecognizer(ipAddress, {
  hits: [
    "from ⟦192.168.0.1⟧.",
    "(⟦10.0.0.1⟧), ⟦255.255.255.255⟧",
    "http://⟦203.0.113.7⟧:8080/path",
    "net ⟦10.0.0.0/8⟧ and ⟦192.168.1.1/32⟧",
    "⟦2001:db8::8a2e:370:7334⟧",
    "⟦684D:1111:222:3333:4444:5555:6:77⟧",
    "[⟦2001:db8::1⟧]:443",
    "my ip: ⟦::1⟧",
    "⟦fe80::1%eth0⟧ and ⟦fe80::/10⟧",
    "Server: ⟦2400:c401::5054:ff:fe1b:b031⟧.",
    "2001:db8::/32".replace(/^/, "⟦").replace(/$/, "⟧"),
  ],
  misses: [
    "192.168.0",
    "256.1.1.1",
    "1.2.3.4.5",
    "version 1.2.3.4",
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
