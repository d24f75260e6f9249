import { afterEach, describe, expect, it } from "vitest";
import {
  choose,
  followChoices,
  keepsRecords,
  preferences,
  read,
  SEND_CHECKS,
  setPreferences,
  unsentOf,
} from "./preferences.ts";

afterEach(() => setPreferences({ ...read(null), unsent: undefined, keepsNothing: undefined }));

it("starts with the system's theme when nothing or nonsense is stored", () => {
  expect(read(null).theme).toBe("system");
  expect(read("{broken").density).toBe("regular");
  expect(read('"text"').panes).toEqual({});
});

it("keeps what it understands and drops the rest", () => {
  const found = read(
    JSON.stringify({
      theme: "neon",
      density: "compact",
      locale: "ko",
      panes: { a: 240, b: "x", c: -1 },
    }),
  );
  expect(found).toEqual({
    theme: "system",
    density: "compact",
    readerPane: "right",
    replyIn: "inline",
    swipeRight: "archive",
    swipeLeft: "trash",
    closesFolders: false,
    closesLabels: false,
    closesSavedSearches: false,
    ...Object.fromEntries(SEND_CHECKS.map((check) => [check, true])),
    asksReceipt: false,
    junkDigest: "weekly",
    keepsOnDevice: true,
    locale: "ko",
    panes: { a: 240 },
  });
});

describe("what a person chose", () => {
  it("goes before what the server says until the server has confirmed it", () => {
    followChoices("p1", { theme: "light", density: "compact" });
    choose("p1", { theme: "dark" });
    choose("p1", { readerPane: "below" });
    expect(unsentOf("p1")).toEqual({ theme: "dark", readerPane: "below" });
    followChoices("p1", { theme: "light", density: "roomy" });
    expect(preferences()).toMatchObject({ theme: "dark", density: "roomy", readerPane: "below" });
    setPreferences({ unsent: undefined });
    followChoices("p1", { theme: "light" });
    expect(preferences().theme).toBe("light");
  });

  it("is nobody else's", () => {
    choose("p1", { theme: "dark" });
    expect(unsentOf("p2")).toBe(undefined);
    followChoices("p2", { theme: "light" });
    expect(preferences().theme).toBe("light");
    choose("p2", { density: "compact" });
    expect([unsentOf("p1"), unsentOf("p2")]).toEqual([undefined, { density: "compact" }]);
  });

  it("is read again by the next window, and not where it is nonsense", () => {
    const unsent = { personId: "p1", choices: { theme: "dark" } };
    expect(read(JSON.stringify({ unsent })).unsent).toEqual(unsent);
    for (const nonsense of [null, 1, "text", [], { personId: "p1" }])
      expect(read(JSON.stringify({ unsent: nonsense }))).not.toHaveProperty("unsent");
  });

  it("leaves out what a newer server knows and this window does not", () => {
    followChoices("p1", { theme: "sepia" as "dark", swipeLeft: "fold" as "star" });
    expect(preferences()).toMatchObject({ theme: "system", swipeLeft: "trash" });
  });
});

it("keeps records where the person wants it and the organisation lets it", () => {
  setPreferences({ keepsOnDevice: true, keepsNothing: undefined });
  expect(keepsRecords()).toBe(true);
  setPreferences({ keepsNothing: true });
  expect(keepsRecords()).toBe(false);
  setPreferences({ keepsNothing: false, keepsOnDevice: false });
  expect(keepsRecords()).toBe(false);
  expect(read(JSON.stringify({ keepsNothing: true })).keepsNothing).toBe(true);
});
