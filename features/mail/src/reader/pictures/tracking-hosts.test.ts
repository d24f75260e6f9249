import { expect, test } from "vitest";
import { trackingHosts } from "./tracking-hosts.ts";

test("each host is named once, and only the first few", () => {
  expect(
    trackingHosts([
      "https://news.example/open?1",
      "//news.example/open?2",
      "http://b.example:8080/x",
      "https://user@c.example/",
      "https://d.example/",
      "http://[",
    ]),
  ).toEqual({ named: ["news.example", "b.example", "c.example"], others: 1 });
  expect(trackingHosts([])).toEqual({ named: [], others: 0 });
});

test("a name that looks like another is named as it really is", () => {
  expect(trackingHosts(["https://аpple.example/o.gif"]).named).toEqual(["xn--pple-43d.example"]);
});
