import { expect, test } from "vitest";
import { isPublicAddress, outboundRule } from "./addresses.ts";

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "172.15.0.1",
  "172.32.0.1",
  "198.20.0.1",
  "2606:4700::1111",
  "::ffff:8.8.8.8",
])("%s is of the public Internet", (address) => expect(isPublicAddress(address)).toBe(true));

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.168.1.1",
  "198.19.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "0:0:0:0:0:ffff:a00:1",
  "64:ff9b::a00:1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "fc00::1",
  "fe80::1",
  "fe80::1%eth0",
  "ff02::1",
  "localhost",
  "",
])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));

test("networks that the configuration names are reached too, and nothing beside them", () => {
  const may = outboundRule(["10.0.0.0/8", "::1"]);
  expect(["10.9.9.9", "::ffff:10.0.0.1", "::1", "1.1.1.1"].every(may)).toBe(true);
  expect(["127.0.0.1", "192.168.0.1", "::2", "nonsense"].some(may)).toBe(false);
});
