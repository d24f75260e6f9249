import { expect, test } from "vitest";
import { peopledBench } from "../testing/bench.ts";
import { recordAct } from "./admin-acts.store.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";

const bench = await peopledBench();

test("a name that PostgreSQL cannot hold is written down as far as it can", async () => {
  const detail = { name: "half \ud83d of a pair\0", reasons: ["\udc00"] };
  await bench.engine.write([ORGANISATION], (w) =>
    recordAct(w, "system", { verb: "test.act", thing: "x", detail }),
  );
  const [act] = await bench.accounts.acts.list("system", { limit: 1 });
  expect(act).toMatchObject({
    verb: "test.act",
    detail: { name: "half \ufffd of a pair", reasons: ["\ufffd"] },
  });
});
