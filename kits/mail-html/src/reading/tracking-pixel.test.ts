import { expect, test } from "vitest";
import { growth, many } from "../../../../formats/src/testing/growth.ts";
import { isTrackingPixel } from "./tracking-pixel.ts";

const claims = (
  address: string,
  {
    width = "",
    height = "",
    isHidden = false,
  }: Partial<Parameters<typeof isTrackingPixel>[0]> = {},
) => ({ address, width, height, isHidden });

test.each([
  ["1", "1"],
  ["0", "0"],
  ["1px", "1px"],
  ["600", "0"],
  ["0.5px", "1"],
])("a picture of %s by %s cannot be seen", (width, height) => {
  expect(isTrackingPixel(claims("https://news.example/a.png", { width, height }))).toBe(true);
});

test("what says that it is hidden is one, however large", () => {
  const size = { width: "600", height: "200" };
  const address = "https://news.example/a.png";
  expect(isTrackingPixel(claims(address, { ...size, isHidden: true }))).toBe(true);
  expect(isTrackingPixel(claims(address, size))).toBe(false);
});

// Shapes by the services' documentation, with names of our own.
test.each([
  "https://list.example/track/open.php?u=1&id=2",
  "http://url1.news.example/wf/open?upn=u001.abc",
  "https://github.example/notifications/beacon/AAAA.gif",
  "https://news.example/e3t/Bto/AB_CD-efgh0123456789ijkl",
  "http://email.news.example/o/eJwUzEEKwyAQQNHT1GWYcXSc",
  "https://x.r.us-east-1.awstrack.me/I0/0100018f/abc=12",
  "https://news.example/t/j-o-abc/o.gif",
  "https://www.example/email_open_log_pic.php?mid=1",
  "//event.news.example/v2/open/abc",
  "https://news.example/open.aspx?ffcb10",
])("%s is made for counting", (address) => {
  expect(isTrackingPixel(claims(address))).toBe(true);
  // What takes up room is a picture.
  expect(isTrackingPixel(claims(address, { width: "600" }))).toBe(false);
});

test.each([
  "https://news.example/photo.jpg",
  "https://news.example/open/banner.png",
  "https://news.example/opening-hours.gif",
  "https://news.example/o/logo.gif",
  "https://awstrack.me.news.example/I0/a.png",
  "https://news.example/spacer.gif",
  "http://[",
])("%s is a picture like others", (address) => {
  expect(isTrackingPixel(claims(address))).toBe(false);
});

test.each(["o/", "open", "/open", "/o/a", ".gif", "1x1."])(
  "twice as long an address of %j is at most triple work",
  (part) =>
    expect(
      growth((text) => isTrackingPixel(claims(`https://news.example/${text}`)), many(part)),
    ).toBeLessThanOrEqual(3),
);
