import { createDemo, demoState, removeDemo } from "../features/demo/index.ts";
import { StartError } from "../platform/start-error.ts";
import type { Suite } from "./suite.ts";

/** One progress line in so many messages. */
const STEP = 500;

/**
 * Makes the demo organisation, unless it is there, and prints its passwords: they are kept nowhere.
 * @throws StartError when the store holds a real organisation.
 */
export async function ensureDemo(
  { engine, accounts, platform }: Suite,
  say: (sentence: string) => void,
  print: (line: string) => void,
): Promise<void> {
  const { db, blobs, clock } = platform;
  const state = await demoState({ db });
  if (state === "made") {
    say("The demo organisation is there already; its passwords were shown when it was made.");
    return;
  }
  const organisation = await accounts.organisation();
  if (organisation !== null && state === "none")
    throw new StartError(
      `The store holds the organisation "${organisation.name}"; set ATRIUM_DATA to another folder for the demo.`,
    );
  say("Making the demo organisation …");
  let reported = 0;
  const { people, messages } = await createDemo({
    engine,
    accounts,
    db,
    blobs,
    clock,
    onProgress({ done, total }) {
      if (done - reported < STEP) return;
      reported = done;
      say(`  ${done} of ${total} messages`);
    },
  });
  say(`The demo organisation is there: ${people.length} people, ${messages} messages.`);
  print("Sign in as one of them; the passwords are shown only now:");
  for (const { address, password } of people) print(`  ${address.padEnd(20)} ${password}`);
  print("`npx atrium demo remove` deletes it all again.");
}

export async function deleteDemo({ accounts, platform }: Suite): Promise<void> {
  const { db, blobs, clock } = platform;
  await removeDemo({ db, blobs, clock, accounts });
}
