import { expect, test } from "vitest";
import { reversalOf } from "@atrium/formats/email-changes";
import { asMailboxes } from "../mailboxes/use-mailboxes.ts";
import { reported, reportsInList, reportsOn, type ReportKind } from "./report.ts";

const FOLDERS = { junk: "junk", inbox: "in" };
const ALL = { junk: true, notJunk: true };

const message = (folder: string, ...keywords: readonly string[]) => ({
  id: "e1",
  mailboxIds: { [folder]: true as const },
  keywords: Object.fromEntries(keywords.map((keyword) => [keyword, true as const])),
});
const report = (kind: ReportKind, email: ReturnType<typeof message>) =>
  reversalOf(email, reported(kind, FOLDERS)!, asMailboxes([]));

test("junk goes to Junk and is marked, and undoing takes both back", () => {
  expect(report("junk", message("in", "$notjunk"))).toEqual({
    patch: {
      "mailboxIds/in": null,
      "mailboxIds/junk": true,
      "keywords/$junk": true,
      "keywords/$notjunk": null,
    },
    inverse: {
      "mailboxIds/in": true,
      "mailboxIds/junk": null,
      "keywords/$junk": null,
      "keywords/$notjunk": true,
    },
  });
});

test("phishing is junk that is marked as phishing too, also where it is in Junk already", () => {
  expect(report("phishing", message("in"))?.patch).toMatchObject({
    "mailboxIds/junk": true,
    "keywords/$junk": true,
    "keywords/$phishing": true,
  });
  expect(report("phishing", message("junk", "$junk"))).toEqual({
    patch: { "keywords/$phishing": true },
    inverse: { "keywords/$phishing": null },
  });
});

test("what is no junk goes to the inbox from Junk alone, and loses every mark", () => {
  expect(report("notJunk", message("junk", "$junk", "$phishing"))).toEqual({
    patch: {
      "mailboxIds/junk": null,
      "mailboxIds/in": true,
      "keywords/$junk": null,
      "keywords/$phishing": null,
      "keywords/$notjunk": true,
    },
    inverse: {
      "mailboxIds/junk": true,
      "mailboxIds/in": null,
      "keywords/$junk": true,
      "keywords/$phishing": true,
      "keywords/$notjunk": null,
    },
  });
  expect(report("notJunk", message("work", "$phishing"))?.patch).toEqual({
    "keywords/$phishing": null,
    "keywords/$notjunk": true,
  });
});

test("without the folder that a report leads to there is none", () => {
  expect(reported("junk", { junk: undefined, inbox: "in" })).toBeUndefined();
  expect(reported("phishing", { junk: undefined, inbox: "in" })).toBeUndefined();
  expect(reported("notJunk", { junk: "junk", inbox: undefined })).toBeUndefined();
});

test("offered is what makes sense, the likeliest first", () => {
  const on = (...emails: readonly ReturnType<typeof message>[]) => reportsOn(emails, "junk", ALL);
  expect(on(message("in"))).toEqual(["junk", "phishing"]);
  expect(on(message("junk"))).toEqual(["notJunk", "phishing"]);
  expect(on(message("junk", "$phishing"))).toEqual(["notJunk"]);
  expect(on(message("in"), message("junk"))).toEqual(["junk", "phishing", "notJunk"]);
  expect(on(message("work", "$phishing"))).toEqual(["junk", "notJunk"]);
  expect(reportsOn([message("in")], "junk", { junk: false, notJunk: true })).toEqual([]);
  expect(reportsOn([message("junk")], "junk", { junk: true, notJunk: false })).toEqual([
    "phishing",
  ]);
});

test("of messages that are not known the list says what is offered", () => {
  expect(reportsInList(false, true, ALL)).toEqual(["junk", "phishing"]);
  expect(reportsInList(true, true, ALL)).toEqual(["notJunk", "phishing"]);
  expect(reportsInList(false, false, ALL)).toEqual(["junk", "phishing", "notJunk"]);
});
