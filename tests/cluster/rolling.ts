import { startWork } from "./load.ts";
import type { Part } from "./part.ts";
import { conclude } from "./stored.ts";

const BETWEEN = 60;

/** One node after the other is stopped as it should be and started again, while people work. */
export const rolling: Part = {
  name: "rolling",
  title: "One node after the other restarted under load",
  async run(bench, check) {
    const work = await startWork(bench);
    await work.more(BETWEEN);
    work.longestPause();
    for (const node of bench.nodes) {
      const code = await node.stop();
      check("the node stops cleanly", code === 0, `it ended with ${code}`);
      await work.more(BETWEEN);
      await node.start();
      await work.more(BETWEEN);
    }
    bench.say(`nothing was acknowledged for ${work.longestPause().toFixed(0)} ms at most`);
    await conclude(bench, work, check);
  },
};
