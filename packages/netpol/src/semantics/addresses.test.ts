import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { ALL_ADDRESSES, addressCount, addresses, formatBlocks } from "./addresses.ts";
import { intersection, sameIntervals } from "./intervals.ts";
import { REGIONS } from "./regions.ts";

describe("Blocks of addresses", () => {
  test.each([
    [["10.0.0.0/8"], [], 2n ** 24n],
    [["10.1.2.3/8"], [], 2n ** 24n],
    [["0.0.0.0/0"], [], 2n ** 32n],
    [["::/0"], [], 2n ** 128n],
    [["192.0.2.1"], [], 1n],
    [["fd00::1/128"], [], 1n],
    [["10.0.0.0/30"], ["10.0.0.1/32"], 3n],
    [["0.0.0.0/0"], ["::/0"], 2n ** 32n],
    [["10.0.0.0/8", "10.0.0.0/9"], [], 2n ** 24n],
  ])("the blocks %j without %j contain %d addresses", (blocks, except, count) => {
    expect(addressCount(addresses(blocks, except))).toBe(count);
  });

  test.each([
    "10.0.0.0/33",
    "10.0.0/8",
    "::/129",
    "10.0.0.0/8/8",
    "x",
    "",
    "10.0.0.0/",
    "1.2.3.4/-1",
  ])("addresses throws for %j", (text) => {
    expect(() => addresses([text])).toThrow(/not a CIDR block/);
  });

  test.each([
    ["10.0.0.0/8"],
    ["2001:db8::/32"],
    ["::/0"],
    ["::1/128"],
    ["fd00:0:0:1::/64"],
    ["64:ff9b::/96"],
    ["1:0:0:2::/64"],
  ])("formatBlocks returns the block %s as it was parsed", (block) => {
    expect(formatBlocks(addresses([block]))).toEqual([block]);
  });

  test("addresses parses an IPv6 address that ends in IPv4 notation", () => {
    expect(formatBlocks(addresses(["64:ff9b::10.0.0.1"]))).toEqual(["64:ff9b::a00:1/128"]);
  });

  test("formatBlocks returns blocks whose union is the original set", () => {
    const block = fc
      .tuple(fc.ipV4(), fc.integer({ min: 8, max: 32 }))
      .map(([address, length]) => `${address}/${length}`);
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 4 }),
        fc.array(block, { maxLength: 4 }),
        (blocks, except) => {
          const set = addresses(blocks, except);
          expect(sameIntervals(addresses(formatBlocks(set)), set)).toBe(true);
        },
      ),
    );
  });
});

describe("REGIONS", () => {
  test("every address is in exactly one region", () => {
    const total = REGIONS.reduce((sum, region) => sum + addressCount(region.addresses), 0n);
    expect(total).toBe(addressCount(ALL_ADDRESSES));
  });

  test.each([
    ["169.254.169.254", "cloud metadata"],
    ["169.254.0.1", "link-local"],
    ["10.1.1.1", "private"],
    ["fd12::1", "private"],
    ["100.64.0.1", "shared (carrier-grade NAT)"],
    ["8.8.8.8", "Internet"],
    ["2606:4700::1111", "Internet"],
    ["64:ff9b::a00:1", "embedded IPv4"],
    ["::1", "loopback"],
  ])("%s is in the region %s", (address, name) => {
    const one = addresses([address]);
    const found = REGIONS.filter((region) => intersection(region.addresses, one).length > 0);
    expect(found.map((region) => region.name)).toEqual([name]);
  });
});
