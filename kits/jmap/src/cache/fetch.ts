import type { TypeDescription } from "@atrium/contract/types/define";
import type { ExtraArguments, PropertyOf } from "@atrium/contract/types/methods";
import type { GetResponse } from "@atrium/contract/types/wire";
import type { StandardCallGroup } from "../connection/batch.ts";

/** Which part of a record is wanted, and further arguments of its `/get`. */
export interface Want<D extends TypeDescription = TypeDescription> {
  readonly properties: readonly PropertyOf<D>[];
  readonly args?: ExtraArguments<D, "get">;
}

export interface FetchOptions {
  readonly type: TypeDescription;
  readonly accountId: string;
  readonly group: () => StandardCallGroup;
  readonly maxObjects: () => number;
  /** Takes an answer into the table. */
  readonly received: (answer: GetResponse) => void;
}

export interface Fetcher {
  /** Gets records, those of one tick together; resolves when they are in the table. */
  fetch(ids: Iterable<string>, want: Want): Promise<void>;
}

/** Joins the wishes of one tick for records of one type into one `/get` per kind of wish. */
export function createFetcher(options: FetchOptions): Fetcher {
  interface Flight {
    readonly want: Want;
    readonly ids: Set<string>;
    readonly done: Promise<void>;
  }
  const gathering = new Map<string, Flight>();
  const flying = new Map<string, Set<Flight>>();

  async function leave(key: string, want: Want, ids: ReadonlySet<string>): Promise<void> {
    // Everything of this tick joins before it leaves.
    await Promise.resolve();
    gathering.delete(key);
    const all = [...ids];
    const size = options.maxObjects();
    const parts: Promise<void>[] = [];
    for (let start = 0; start < all.length; start += size)
      parts.push(get(all.slice(start, start + size), want));
    await Promise.all(parts);
  }

  async function get(ids: readonly string[], { properties, args }: Want): Promise<void> {
    const { accountId, type, group, received } = options;
    const answer = await group().call(`${type.name}/get`, {
      accountId,
      ids,
      properties: [...new Set(["id", ...properties])],
      ...args,
    }).result;
    received(answer);
  }

  return {
    async fetch(ids, want) {
      const key = JSON.stringify(want);
      const waits = new Set<Promise<void>>();
      const flights = flying.get(key) ?? new Set();
      flying.set(key, flights);
      for (const id of ids) {
        const under = [...flights].find((flight) => flight.ids.has(id));
        if (under) {
          waits.add(under.done);
          continue;
        }
        let flight = gathering.get(key);
        if (!flight) {
          const set = new Set<string>();
          const made: Flight = {
            want,
            ids: set,
            done: leave(key, want, set).finally(() => flights.delete(made)),
          };
          made.done.catch(() => undefined);
          gathering.set(key, made);
          flights.add(made);
          flight = made;
        }
        flight.ids.add(id);
        waits.add(flight.done);
      }
      await Promise.all(waits);
    },
  };
}
