import { expect, test } from "vitest";
import { addressesIn, isLoopback } from "./addresses.ts";

test("an address is in a network, or is one, in whichever way it is written", () => {
  const isOurs = addressesIn(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "::1"]);
  for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "192.0.2.7", "2001:DB8::7", "0::1"])
    expect([address, isOurs(address)]).toEqual([address, true]);
  for (const address of ["11.0.0.1", "192.0.2.8", "2001:db9::", "::2", "", "10.1.2", "localhost"])
    expect([address, isOurs(address)]).toEqual([address, false]);
  expect(addressesIn([])("127.0.0.1")).toBe(false);
});

test("this machine has several names, and no other has one of them", () => {
  for (const host of ["localhost", "127.0.0.1", "127.3.2.1", "::1", "[::1]", "::ffff:127.0.0.1"])
    expect([host, isLoopback(host)]).toEqual([host, true]);
  for (const host of [
    "",
    "0.0.0.0",
    "::",
    "127.example.org",
    "127.evil",
    "localhost.example",
    "10.127.0.1",
  ])
    expect([host, isLoopback(host)]).toEqual([host, false]);
});
