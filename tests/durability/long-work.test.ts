import { expect, test } from "vitest";
import { IS_WHOLE } from "../../formats/src/testing/whole.ts";
import { cloneDatabase } from "../../server/src/testing/index.ts";
import { addressOf } from "../../server/src/testing/suite.ts";
import { faultsOfLongWork } from "./long-work.ts";

const SAMPLE = { messages: 200, kills: [0.4] };
const WHOLE = { messages: 2000, kills: [0.2, 0.6] };

test("a background task goes on after each kill, loses and doubles nothing, and is taken back", async () => {
  const { connection, drop } = await cloneDatabase();
  const databaseUrl = addressOf(connection);
  expect(await faultsOfLongWork({ ...(IS_WHOLE ? WHOLE : SAMPLE), databaseUrl })).toEqual([]);
  await drop();
}, 400_000);
