import type { JmapClient } from "@atrium/jmap";
import type { People } from "./people.ts";

/** The same as `createPeople`, which is loaded when somebody is looked for. */
export function lazyPeople(
  client: JmapClient,
  accountId: string,
  keptFor: string | undefined,
): People {
  let people: People | undefined;
  const load = async (): Promise<People> => {
    const { createPeople } = await import("./people.ts");
    people ??= createPeople(client, accountId, keptFor);
    return people;
  };
  return {
    find: async (text) => (await load()).find(text),
    written: async () => (await load()).written(),
    findNow: (text) => people?.findNow(text) ?? [],
    prepare() {
      // Asked for again with the first letter.
      load().then(
        (loaded) => loaded.prepare(),
        () => undefined,
      );
    },
    refresh: async () => (await load()).refresh(),
    used: async (addresses) => (await load()).used(addresses),
  };
}
