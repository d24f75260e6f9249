import { expect, test } from "vitest";
import { IS_WHOLE } from "../../formats/src/testing/whole.ts";
import { faultsOfLongWork } from "./long-work.ts";

const SAMPLE = { messages: 200, kills: [0.4] };
const WHOLE = { messages: 2000, kills: [0.2, 0.6] };

test("a background task goes on after each kill, loses and doubles nothing, and is taken back", async () => {
  expect(await faultsOfLongWork(IS_WHOLE ? WHOLE : SAMPLE)).toEqual([]);
}, 400_000);
