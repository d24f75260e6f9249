import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Context } from "./client.ts";
import { DrivePage } from "./drive-page.tsx";
import { Drive } from "./drive.tsx";

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
  ["its base", "/office/files"],
  ["its base with a slash", "/office/files/"],
  ["a page of the host of which drive is a part", "/office/mail"],
])("drive shows the files at %s", (_where, path) => {
  expect(Drive({ context: at(path) })).toMatchObject({ type: DrivePage });
});

test.each(["/office/files/folder/f1", "/office/shared/f1"])(
  "at %s drive knows nothing, and links to its own base",
  (path) => {
    const html = renderToStaticMarkup(<Drive context={at(path)} />);
    expect(html).toContain("There is nothing at this address");
    expect(html).toContain('href="/office/files"');
  },
);
