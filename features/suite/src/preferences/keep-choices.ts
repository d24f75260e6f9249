import { Policies } from "@atrium/contract/types/policies";
import {
  Preferences,
  PREFERENCES_ID,
  type Choices,
  type PreferencesRecord,
} from "@atrium/contract/types/preferences";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { setNow, SetRefused, type Account, type JmapClient } from "@atrium/jmap";
import { followChoices, setPreferences, unsentOf } from "@atrium/state";
import { toast } from "@atrium/ui";
import { t } from "../strings/index.ts";

/** Whose choices these are. */
interface Whose {
  readonly personId: string;
  readonly accountId: string;
}

const sending = new WeakMap<JmapClient, Promise<void>>();

/**
 * Sends what a person chose in this browser and the server has not confirmed. What cannot be sent now stays; the next
 * connection, or the next window, sends it.
 */
export function sendChoices(client: JmapClient, whose: Whose): Promise<void> {
  const flight = (sending.get(client) ?? Promise.resolve()).then(() => sendAll(client, whose));
  sending.set(client, flight);
  return flight;
}

async function sendAll(client: JmapClient, { personId, accountId }: Whose): Promise<void> {
  const choices = unsentOf(personId);
  if (choices === undefined) return;
  const account = client.account(accountId);
  try {
    await setNow(client, account, Preferences, { update: { [PREFERENCES_ID]: choices } });
    // Until the record says so too, what was there before would come back: it may still be on its way here.
    if (!account.isWhole(Preferences)) await account.fetchAll(Preferences);
    await account.sync();
  } catch (error) {
    if (!(error instanceof SetRefused)) return;
    toast({ severity: "warning", message: t("keepFailed") });
  }
  confirm(personId, choices);
}

/** What was chosen meanwhile is still to be sent. */
function confirm(personId: string, sent: Choices): void {
  const rest = Object.entries(unsentOf(personId) ?? {}).filter(
    ([name, value]) => sent[name as keyof Choices] !== value,
  );
  const unsent = { personId, choices: Object.fromEntries(rest) as Choices };
  setPreferences({ unsent: rest.length === 0 ? undefined : unsent });
}

/**
 * Sends what was chosen without network, or just before the window before was left, and follows what the person chooses
 * elsewhere and what the organisation decides, until the answer is called.
 */
export function keepChoices(client: JmapClient, whose: Whose): () => void {
  const own = client.account(whose.accountId);
  const send = (): void => void sendChoices(client, whose);
  let isFirst = true;
  const stops = [
    own.onTryAgain(send),
    followOne(own, Preferences, (record) => {
      followChoices(whose.personId, chosenOf(record));
      // Once a window: two browsers in two places would take turns.
      if (isFirst) keepTimeZone(client, own, record);
      isFirst = false;
    }),
  ];
  let isOver = false;
  const followPolicies = async (): Promise<void> => {
    const id = (await client.session()).primaryAccounts[CAPABILITY.policies];
    if (isOver || id === undefined) return;
    const stop = followOne(client.account(id), Policies, ({ mayKeepOnDevice }) =>
      setPreferences({ keepsNothing: !mayKeepOnDevice }),
    );
    stops.push(stop);
  };
  followPolicies().catch(() => undefined);
  send();
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}

/** Tells the server where this browser is. What it makes nothing of, it does without. */
function keepTimeZone(client: JmapClient, own: Account, record: PreferencesRecord): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (timeZone === record.timeZone) return;
  const update = { [PREFERENCES_ID]: { timeZone } };
  setNow(client, own, Preferences, { update }).catch(() => undefined);
}

/** What is chosen: `null` leaves each browser to itself. */
const chosenOf = (record: PreferencesRecord): Choices =>
  Object.fromEntries(
    Object.entries(record).filter(([name, value]) => name !== "id" && value !== null),
  );

/** Follows the one record that an account has of a type. */
function followOne<D extends typeof Preferences | typeof Policies>(
  account: Account,
  type: D,
  changed: (record: ReturnType<typeof account.shown<D>>[number]) => void,
): () => void {
  const stop = account.subscribeAll(type, () => {
    const [record] = account.isWhole(type) ? account.shown(type) : [];
    if (record) changed(record);
  });
  // Without network it is got as soon as there is one.
  account.fetchAll(type).catch(() => undefined);
  return stop;
}
