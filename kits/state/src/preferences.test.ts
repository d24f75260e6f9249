import { expect, it } from "vitest";
import { read } from "./preferences.ts";

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
    swipeRight: "archive",
    swipeLeft: "trash",
    keepsOnDevice: true,
    locale: "ko",
    panes: { a: 240 },
  });
});
