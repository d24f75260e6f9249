import type { AdminSharedAccount } from "@atrium/contract/api/admin";
import { api } from "@atrium/contract/api/index";
import { z } from "zod";
import type { Actor } from "../../../engine/index.ts";
import { may, type Accounts, type SharedAccount } from "../../../features/accounts/index.ts";
import type { Route } from "../route.ts";
import { ADDRESS, ID, NAME } from "./shapes.ts";

const shared = (actor: Actor): boolean => may(actor, "change", { type: "shared-accounts" });

const GRANT = z.object({ personId: ID, mayWrite: z.boolean() });

/** Shared accounts, for administrators. */
export function sharedRoutes(route: Route, accounts: Accounts): void {
  const { wantProof } = accounts.own;

  route(api.admin.sharedAccounts.list, {
    access: shared,
    handle: async () => (await accounts.shared.list()).map(adminSharedAccount),
  });

  route(api.admin.sharedAccounts.add, {
    access: shared,
    body: z.object({
      name: NAME,
      address: ADDRESS,
      members: z.array(GRANT).max(1000).optional(),
    }),
    async handle({ body, signedIn }) {
      if (body.members !== undefined) wantProof(signedIn);
      return adminSharedAccount(await accounts.shared.create(signedIn.actor, body));
    },
  });

  route(api.admin.sharedAccounts.remove, {
    access: shared,
    async handle({ params, signedIn }) {
      wantProof(signedIn);
      await accounts.shared.remove(signedIn.actor, params["id"]!);
    },
  });

  route(api.admin.sharedAccounts.grant, {
    access: shared,
    body: GRANT,
    async handle({ body, params, signedIn }) {
      wantProof(signedIn);
      await accounts.shared.grant(signedIn.actor, params["id"]!, body);
    },
  });

  route(api.admin.sharedAccounts.revoke, {
    access: shared,
    handle: ({ params, signedIn }) =>
      accounts.shared.revoke(signedIn.actor, params["id"]!, params["personId"]!),
  });
}

const adminSharedAccount = ({
  accountId,
  name,
  address,
  aliases,
  members,
  createdAt,
}: SharedAccount): AdminSharedAccount => ({
  id: accountId,
  name,
  address,
  aliases,
  members,
  createdAt: createdAt.toISOString(),
});
