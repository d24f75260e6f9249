import type { Actor } from "../../../server/src/engine/index.ts";
import { createPush, vapidOf } from "../../../server/src/features/push/index.ts";
import { createStreams, type Stream } from "../../../server/src/protocols/jmap/push/streams.ts";
import { seenBy } from "../../../server/src/wiring/seen-by.ts";
import type { TestSuite } from "../../../server/src/testing/organisation.ts";
import type { Asker } from "./world.ts";

type States = Readonly<Record<string, string>>;

interface Listener {
  readonly asker: Asker;
  /** Every state of the account that it could have got since the walk began. */
  readonly valid: Set<string>;
  /** What came over its connection, and to its push address, since it was looked at last. */
  readonly offered: States[];
  readonly pushed: States[];
  /** What it was told last over either way. */
  readonly told: Record<"offered" | "pushed", States>;
  /** Whether it heard, either way, that its person was told of a share, and what that was when it was looked last. */
  readonly hears: Record<"offered" | "pushed", boolean>;
  readonly notified: Record<"offered" | "pushed", string>;
  remove(): void;
  isEnded: boolean;
  /** What it reached when its connection began, and in how many steps that has been another. */
  reach: string;
  stale: number;
}

/** In so many steps a connection ends after what it reaches has changed. */
const TO_END = 20;

/** How long what was pushed in the background may take to arrive before the walk goes on without it, in turns. */
const TURNS = 5;

/**
 * People, programs and guests who listen to an account over connections and push subscriptions. Each has to hear states
 * that it could ask for, and none when nothing has happened within its reach.
 */
export async function listenTo(suite: TestSuite, accountId: string, askers: readonly Asker[]) {
  const { engine, accounts, platform } = suite;
  const streams = createStreams({ engine, accounts, log: platform.log });
  const faults: string[] = [];
  let isLooking = false;
  const listeners = new Map<string, Listener>();
  const verifications: { pushSubscriptionId: string; verificationCode: string }[] = [];

  const push = createPush({
    ...platform,
    engine,
    vapid: vapidOf(platform.secrets, "mailto:postmaster@demo.test"),
    onAccess: accounts.access.onChanged,
    seenBy: seenBy({ accounts, engine }),
    outboundHttp: {
      async send(url, { body } = {}) {
        const message = JSON.parse(String(body)) as {
          readonly changed?: Readonly<Record<string, States>>;
          readonly pushSubscriptionId: string;
          readonly verificationCode: string;
        };
        const name = decodeURIComponent(new URL(url).pathname.slice(1));
        if (message.changed === undefined) verifications.push(message);
        // In the middle of a step it may be of a reach that ends in that moment.
        else if (isLooking) hear(name, "pushed", message.changed);
        return { status: 201, headers: {}, body: Buffer.alloc(0) };
      },
    },
  });

  function hear(
    name: string,
    way: "offered" | "pushed",
    changed: Readonly<Record<string, States>>,
  ): void {
    const states = changed[accountId];
    const listener = listeners.get(name);
    if (listener !== undefined && changed["organisation"]?.["ShareNotification"] !== undefined)
      listener.hears[way] = true;
    if (states !== undefined) listeners.get(name)?.[way].push(states);
  }

  const statesOf = async (asker: Asker): Promise<States> => {
    const actor = await asker.actor();
    return actor.partialAccounts?.[accountId] === undefined
      ? {}
      : await engine.statesIn(actor, accountId);
  };

  /** What of the account somebody reaches. */
  const reachOfActor = ({ partialAccounts }: Actor): string =>
    Object.entries(partialAccounts?.[accountId]?.reach ?? {})
      .flatMap(([type, places]) =>
        [...places].map(([id, rights]) => `${type} ${id} ${[...rights].sort().join(" ")}`),
      )
      .sort()
      .join();

  const note = (listener: Listener, states: States): void => {
    for (const [type, state] of Object.entries(states)) listener.valid.add(`${type} ${state}`);
  };

  async function connect(listener: Listener): Promise<void> {
    let isOpen = true;
    const actor: Actor = await listener.asker.actor();
    const stream: Stream = {
      // What was on its way when a connection ended reaches nobody.
      offer: (states) =>
        isOpen && hear(listener.asker.name, "offered", engine.shownTo(actor, states)),
      catchUp: () => undefined,
      beat: () => undefined,
      end() {
        isOpen = false;
        listener.isEnded = true;
      },
    };
    listener.isEnded = false;
    listener.remove = streams.add(stream, { actor, session: null });
    listener.told.offered = await statesOf(listener.asker);
    listener.reach = reachOfActor(actor);
    listener.stale = 0;
  }

  async function subscribe({ asker }: Listener): Promise<void> {
    const actor = await asker.actor();
    const call = async (args: object) =>
      (
        await engine.handle(actor, {
          using: ["urn:ietf:params:jmap:core"],
          methodCalls: [["PushSubscription/set", args, "c"]],
        })
      ).methodResponses[0]![1];
    const url = `https://push.example/${encodeURIComponent(asker.name)}`;
    await call({ create: { a: { deviceClientId: asker.name, url } } });
    await push.send();
    const [code] = verifications.splice(0);
    if (code !== undefined)
      await call({
        update: { [code.pushSubscriptionId]: { verificationCode: code.verificationCode } },
      });
  }

  function judge(listener: Listener, way: "offered" | "pushed"): void {
    const { asker, valid, told } = listener;
    for (const states of listener[way].splice(0)) {
      const text = JSON.stringify(states);
      for (const [type, state] of Object.entries(states))
        if (!valid.has(`${type} ${state}`))
          faults.push(
            `${asker.name} was ${way} ${text}, which nobody with its reach could ask for`,
          );
      if (Object.entries(states).every(([type, state]) => told[way][type] === state))
        faults.push(`${asker.name} was ${way} ${text} again, though nothing has happened there`);
      told[way] = { ...told[way], ...states };
    }
  }

  /** Whoever hears of a notification has another one, or one less; and hears of it while it listens. */
  async function judgeNotified(listener: Listener, way: "offered" | "pushed"): Promise<void> {
    const { asker, hears, notified } = listener;
    const { rows } = await platform.pool.query<{ ids: string | null }>(
      "select string_agg(id, ' ' order by id) as ids from share_notification where account_id = $1",
      [asker.home?.accountId ?? ""],
    );
    const now = rows[0]!.ids ?? "";
    if (hears[way] && now === notified[way])
      faults.push(`${asker.name} was ${way} a notification, though it has none that is new`);
    const isListening = way === "offered" && !listener.isEnded;
    if (isListening && !hears[way] && now !== notified[way])
      faults.push(`${asker.name} was not ${way} a notification`);
    hears[way] = false;
    notified[way] = now;
  }

  for (const asker of askers) {
    const listener: Listener = {
      asker,
      valid: new Set(),
      offered: [],
      pushed: [],
      told: { offered: {}, pushed: {} },
      hears: { offered: false, pushed: false },
      notified: { offered: "", pushed: "" },
      remove: () => undefined,
      isEnded: false,
      reach: "",
      stale: 0,
    };
    listeners.set(asker.name, listener);
    note(listener, await statesOf(asker));
    await connect(listener);
    if (asker.isPushedTo) await subscribe(listener);
  }

  return {
    faults,
    /** Looks at what has arrived since the last time; after each step, in which one thing has changed at most. */
    async look(withPush: boolean): Promise<void> {
      for (const listener of listeners.values()) {
        note(listener, await statesOf(listener.asker));
        if (reachOfActor(await listener.asker.actor()) !== listener.reach) listener.stale += 1;
      }
      if (withPush) {
        isLooking = true;
        await push.sweep();
        await push.send();
        isLooking = false;
      }
      for (let turn = 0; turn < TURNS; turn += 1)
        await new Promise((resolve) => void setImmediate(resolve));
      for (const listener of listeners.values()) {
        // What was on its way when its reach became another one is of the one before; it ends in a moment.
        if (listener.stale > 0) listener.offered.length = 0;
        if (listener.stale > TO_END && !listener.isEnded)
          faults.push(`${listener.asker.name} listens on, though it reaches something else`);
        judge(listener, "offered");
        judge(listener, "pushed");
        await judgeNotified(listener, "offered");
        if (withPush) await judgeNotified(listener, "pushed");
        if (!listener.isEnded) continue;
        listener.remove();
        await connect(listener);
      }
    },
    async close(): Promise<void> {
      for (const listener of listeners.values()) listener.remove();
      streams.close();
      await push.stop();
    },
  };
}
