import type { Actor } from "../index.ts";

/** A user with one account, for tests of the engine alone. */
export const ONE_ACCOUNT: Actor = {
  personId: "p1",
  accountId: "a1",
  roles: ["member"],
  accounts: { a1: { name: "One", isPersonal: true, isReadOnly: false } },
};
