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
    say("The demo organisation already exists; its passwords were shown when it was created.");
    return;
  }
  const organisation = await accounts.organisation();
  if (organisation !== null && state === "none")
    throw new StartError(
      `This installation already has the organisation "${organisation.name}". For the demo, set ATRIUM_DATA to another folder.`,
    );
  say("Creating the demo organisation …");
  let reported = 0;
  const { people, messages, tour } = await createDemo({
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
  say(`Created the demo organisation: ${people.length} users, ${messages} messages.`);
  print("Sign in as one of them. The passwords are shown only once:");
  for (const { address, password } of people) print(`  ${address.padEnd(20)} ${password}`);
  print("Have a look:");
  for (const { path, address, shows } of tour) print(`  ${path}  ${address ?? "nobody"}  ${shows}`);
  print("To delete it all, run: npx atrium demo remove");
}

export async function deleteDemo({ accounts, platform }: Suite): Promise<void> {
  const { db, blobs, clock } = platform;
  await removeDemo({ db, blobs, clock, accounts });
}
