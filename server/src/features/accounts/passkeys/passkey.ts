import { Passkey, PASSKEY_METHODS, type PasskeyRecord } from "@atrium/contract/types/passkey";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { method, refuse, serve, type Call, type Served } from "../../../engine/index.ts";
import type { Secrets } from "../../../platform/secrets/index.ts";
import { LIMITS } from "../limits.ts";
import { checkName } from "../name.rules.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { mayWithOwn } from "../policy.ts";
import { ACCOUNT_REFUSALS } from "../refusals.ts";
import { isCreated } from "./ceremony.ts";
import { passkeyCeremony } from "./passkey-ceremony.ts";
import { passkeyChanges } from "./passkey-changes.ts";
import { listPasskeys, type PasskeyRow } from "./passkeys.store.ts";

const changes = passkeyChanges(LIMITS);

export interface PasskeyParts {
  /** Signs what devices are asked for. */
  readonly secrets: Pick<Secrets, "sign" | "verify">;
}

/** Passkeys, as the person sees them whom they let in. */
export function passkeyType({ secrets }: PasskeyParts): Served {
  const ceremony = ({ db, services: { clock, log } }: Pick<Call, "db" | "services">) =>
    passkeyCeremony({ db, clock, log, secrets, limits: LIMITS });

  return serve(Passkey, {
    access: mayWithOwn("passkeys"),
    store: {
      get: async ({ db, actor }, ids, _properties, limit) =>
        (await listPasskeys(db, actor.personId, { ids, limit })).map(recordOf),
      // The acts lie there, and what administrators see of the person.
      alsoChanges: async () => [ORGANISATION],
      async update({ w, actor }, updates) {
        const set = new Map<string, Partial<PasskeyRecord>>();
        for (const { id, after } of updates) {
          const name = await changes.rename(w, actor, id, after.name);
          if (name !== after.name) set.set(id, { name });
        }
        return set;
      },
      async destroy({ w, actor }, ids) {
        for (const id of ids) await changes.remove(w, actor, id);
      },
    },
    methods: {
      begin: method({
        verb: "create",
        arguments: PASSKEY_METHODS.begin,
        async run(call) {
          const creation = await ceremony(call).begin(call.actor, originOf(call));
          return { accountId: call.accountId, creation };
        },
      }),
      add: method({
        verb: "create",
        arguments: PASSKEY_METHODS.add,
        async run(call, engine) {
          const { actor, accountId, args } = call;
          const name = checkName(args.name);
          const { created } = args;
          if (!isCreated(created)) return refuse("invalid", "not a response of an authenticator");
          const key = await ceremony(call).read(actor, created, originOf(call));
          const { id } = await engine.write([ORGANISATION, accountId], (w) =>
            changes.add(w, actor, name, key),
          );
          return { accountId, id };
        },
      }),
    },
  });
}

/** A passkey is for a site: only a page of it can have one made. @throws Refusal `notSignedIn` */
const originOf = ({ actor }: Pick<Call, "actor">): string =>
  actor.browserSession?.origin ?? refuse(ACCOUNT_REFUSALS.notSignedIn);

const recordOf = ({ createdAt, lastUsedAt, ...same }: PasskeyRow): PasskeyRecord => ({
  ...same,
  createdAt: utcSeconds(createdAt),
  lastUsedAt: lastUsedAt && utcSeconds(lastUsedAt),
});
