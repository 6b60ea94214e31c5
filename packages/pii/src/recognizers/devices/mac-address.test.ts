import { describeRecognizer } from "../recognizer.contract.ts";
import { macAddress } from "./mac-address.ts";

describeRecognizer(macAddress, {
  hits: [
    "⟦00:1A:2B:3C:4D:5E⟧",
    "MACs: ⟦00:11:22:33:44:55⟧ and ⟦AA-BB-CC-DD-EE-FF⟧.",
    "Cisco MAC: ⟦0012.3456.789a⟧, ⟦aabb.ccdd.eeff⟧",
    "ether=⟦0d-B3-4a-6A-d9-cF⟧;",
  ],
  misses: [
    "00:1A:2B:3C:4D",
    "ZZ:ZZ:ZZ:ZZ:ZZ:ZZ",
    "FF:FF:FF:FF:FF:FF",
    "00:00:00:00:00:00",
    "10:2F:33-AC-29-C3",
    "00:1A:2B:3C:4D:5E:6F",
    "12:34:56:78:9a:bc:de:f0",
    "x00:1A:2B:3C:4D:5E",
    "2001:db8:11:22:33:44:55:66",
    "1234.5678.9012.3456",
    "550e8400-e29b-41d4-a716-446655440000",
    "[MAC_ADDRESS_1]",
  ],
});
