import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Context } from "./client.ts";
import { Drive } from "./drive.tsx";
import { DrivePage } from "./page/drive-page.tsx";
import { TOP } from "./place/place.ts";

/** A host that has drive elsewhere than this one. */
const at = (path: string): Context => ({
  driveBaseUrl: "/office/files",
  driveFullRoutes: ["/office/files", "/office/files/", "/office/shared/"],
  path,
  client: {} as Context["client"],
  session: { accountId: "a1" } as Context["session"],
  locale: "en",
  navigate: () => undefined,
});

test.each([
  ["the top", "/office/files", TOP],
  ["the top", "/office/files/", TOP],
  ["the top, beside a page of the host", "/office/mail", TOP],
  ["a folder", "/office/files/folder/f1", { kind: "folder", id: "f1" }],
  ["a file", "/office/files/file/f1", { kind: "file", id: "f1" }],
])("drive shows %s at %s", (_what, path, place) => {
  expect(Drive({ context: at(path) })).toMatchObject({
    props: { children: { type: DrivePage, props: { place } } },
  });
});

test.each(["/office/files/other/f1", "/office/shared/f1"])(
  "at %s drive knows nothing, and links to its own base",
  (path) => {
    const html = renderToStaticMarkup(<Drive context={at(path)} />);
    expect(html).toContain("There is nothing at this address");
    expect(html).toContain('href="/office/files"');
  },
);
