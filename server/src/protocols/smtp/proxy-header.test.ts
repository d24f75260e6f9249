import { expect, test } from "vitest";
import { parseProxyHeader } from "./proxy-header.ts";

const parse = (text: string | Buffer) => parseProxyHeader(Buffer.from(text as string, "latin1"));

test("a header in text names the client and leaves what follows", () => {
  expect(parse("PROXY TCP4 203.0.113.9 192.0.2.1 5000 25\r\nEHLO x")).toEqual({
    client: { address: "203.0.113.9", port: 5000 },
    rest: Buffer.from("EHLO x"),
  });
  expect(parse("PROXY UNKNOWN\r\n")).toMatchObject({ client: null });
});

test("anything else at the start is left for SMTP", () => {
  expect(parse("EHLO x\r\n")).toEqual({ client: null, rest: Buffer.from("EHLO x\r\n") });
  expect(parse("PROXXY")).toMatchObject({ client: null });
});

test("the beginning of a header waits for the rest", () => {
  for (const text of ["", "P", "PROXY ", "PROXY TCP4 203.0.113.9 192.0.2.1 50", "\r\n\r\n"])
    expect(parse(text)).toBe("more");
});

test.each([
  "PROXY TCP4 2001:db8::1 2001:db8::2 1 2\r\n",
  "PROXY TCP6 203.0.113.9 192.0.2.1 1 2\r\n",
  "PROXY TCP4 x y 1 2\r\n",
  "PROXY\u0020\r\n",
  "PROXY TCP4 203.0.113.9 192.0.2.1 x 2\r\n",
])("%j is malformed", (text) => expect(() => parse(text)).toThrow("malformed"));

test("a binary header names the client; LOCAL means the proxy itself", () => {
  const sign = "0d0a0d0a000d0a515549540a";
  const v4 = Buffer.from(`${sign}2111000ccb007109c000020113880019`, "hex");
  expect(parseProxyHeader(Buffer.concat([v4, Buffer.from("x")]))).toEqual({
    client: { address: "203.0.113.9", port: 5000 },
    rest: Buffer.from("x"),
  });
  expect(parseProxyHeader(v4.subarray(0, 20))).toBe("more");
  expect(parseProxyHeader(Buffer.from(`${sign}20000000`, "hex"))).toMatchObject({ client: null });
  expect(() => parseProxyHeader(Buffer.from(`${sign}31110000`, "hex"))).toThrow("malformed");
  expect(() => parseProxyHeader(Buffer.from(`${sign}21110000`, "hex"))).toThrow("malformed");
});
