import { OPERATIONS_METHODS } from "@atrium/contract/types/operations";
import { CAPABILITY } from "@atrium/contract/types/wire";
import {
  method,
  serveMethods,
  type Actor,
  type Capability,
  type Served,
} from "../../engine/index.ts";
import { may, ORGANISATION } from "../accounts/index.ts";
import { readHistory } from "./figures.store.ts";
import { readNow } from "./now.ts";
import type { Recorder } from "./recorder.ts";

const mayLook = (actor: Actor, accountId: string): boolean =>
  accountId === ORGANISATION && may(actor, "read", { type: "operations" });

/** How the server is doing, for administrators. */
export function operationsTypes(recorder: Pick<Recorder, "write">): readonly Served[] {
  /** Whoever looks sees what has just happened, as far as this process knows it. */
  const written = (): Promise<void> => recorder.write().catch(() => undefined);

  const now = method({
    verb: "read",
    arguments: OPERATIONS_METHODS.now,
    async run({ accountId, db, services }) {
      await written();
      const found = await readNow(db, services.clock.now(), services.quota);
      return { accountId, ...found };
    },
  });

  const history = method({
    verb: "read",
    arguments: OPERATIONS_METHODS.history,
    async run({ accountId, args, db, services }) {
      await written();
      const found = await readHistory(db, args.range, services.clock.now());
      return { accountId, ...found };
    },
  });

  return [
    serveMethods(
      { name: "Operations", capability: CAPABILITY.operations },
      {
        access: (actor, verb, accountId) => verb === "read" && mayLook(actor, accountId),
        methods: { now, history },
      },
    ),
  ];
}

export const operationsCapabilities: readonly Capability[] = [
  {
    urn: CAPABILITY.operations,
    server: {},
    account: (actor, accountId) => (mayLook(actor, accountId) ? {} : null),
  },
];
