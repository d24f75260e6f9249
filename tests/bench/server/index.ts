import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { benchArriving } from "./arriving.ts";
import { createClient, type Cost } from "./load.ts";
import { benchReading, lookAt } from "./reading.ts";
import { openStore, type Store } from "./store.ts";
import { benchWriting } from "./writing.ts";

/** At once, besides each alone. */
const CLIENTS = 20;
const SIZES = [1000, 10_000, 100_000, 1_000_000];

/** All that was measured with an account of one size. */
export interface Measured {
  readonly messages: number;
  readonly conversations: number;
  readonly costs: readonly Cost[];
}

/**
 * What requests cost the server, in an account that grows by powers of ten up to `messages`. With a `folder`, the store is
 * kept there, and sizes that it has outgrown are reported as they were measured then; `isFilling`: it is made, and no more.
 */
export async function benchServer(
  messages: number,
  {
    folder,
    isFilling = false,
  }: { readonly folder?: string | undefined; readonly isFilling?: boolean },
): Promise<Measured[]> {
  const sizes = [...SIZES.filter((size) => size < messages), messages];
  const store = await openStore(folder);
  const all: Measured[] = [];
  try {
    for (const size of isFilling ? [messages] : sizes) {
      const past = folder === undefined ? undefined : join(folder, `bench-${size}.json`);
      const started = performance.now();
      const { held, added } = await store.grow(size);
      if (added > 0)
        console.error(`${added} messages more in ${seconds(started)} s: ${held} in the account`);
      if (isFilling) continue;
      if (past !== undefined && size < messages && existsSync(past))
        all.push(JSON.parse(readFileSync(past, "utf8")) as Measured);
      else if (held <= size * 1.1) {
        const measured = await measure(store);
        console.error(`measured with ${held} messages in ${seconds(started)} s`);
        if (past !== undefined) writeFileSync(past, JSON.stringify(measured));
        all.push(measured);
      }
    }
  } finally {
    await store.close();
  }
  return all;
}

const seconds = (started: number): number => Math.round((performance.now() - started) / 1000);

async function measure(store: Store): Promise<Measured> {
  const clients = Array.from({ length: CLIENTS }, (_, index) =>
    createClient(store.server.url, store.cookies[index % store.cookies.length]!),
  );
  try {
    const mail = await lookAt(store, clients[0]!);
    const costs = [
      ...(await benchReading(store, clients, mail)),
      ...(await benchWriting(store, clients, mail)),
      ...(await benchArriving(store, clients[0]!, mail)),
    ];
    return { messages: mail.messages, conversations: mail.conversations, costs };
  } finally {
    for (const client of clients) client.close();
  }
}
