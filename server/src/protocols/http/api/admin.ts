import { UNVERIFIED, type AdminDomain, type AdminPerson } from "@atrium/contract/api/admin";
import { api } from "@atrium/contract/api/index";
import { SECOND_FACTOR_FOR } from "@atrium/contract/api/security";
import { z } from "zod";
import type { Actor } from "../../../engine/index.ts";
import { may, type Accounts, type Domain, type Person } from "../../../features/accounts/index.ts";
import type { Route } from "../route.ts";
import { ADDRESS, NAME, PASSWORD, ROLE } from "./shapes.ts";

const people = (actor: Actor): boolean => may(actor, "change", { type: "people" });
const domains = (actor: Actor): boolean => may(actor, "change", { type: "domains" });

const signInRules = (actor: Actor): boolean => may(actor, "change", { type: "sign-in-rules" });

/** Longer is never. */
const GRACE_DAYS_MAX = 90;
const ALIASES = z.array(ADDRESS).max(100);
const SOME_ROLES = z.array(ROLE).min(1);

/** People and domains, for administrators. */
export function adminRoutes(route: Route, accounts: Accounts): void {
  const { persons } = accounts;
  const { wantProof } = accounts.own;

  route(api.admin.people.list, {
    access: people,
    handle: async () => (await persons.list()).map(adminPerson),
  });

  route(api.admin.people.add, {
    access: people,
    body: z.object({
      name: NAME,
      address: ADDRESS,
      password: PASSWORD,
      aliases: ALIASES.optional(),
      roles: SOME_ROLES.optional(),
    }),
    async handle({ body, signedIn }) {
      wantProof(signedIn);
      return adminPerson(await persons.create(signedIn.actor, body));
    },
  });

  route(api.admin.people.change, {
    access: people,
    body: z.object({
      name: NAME.optional(),
      aliases: ALIASES.optional(),
      roles: SOME_ROLES.optional(),
    }),
    async handle({ body, params, signedIn }) {
      if (body.roles !== undefined || body.aliases !== undefined) wantProof(signedIn);
      return adminPerson(await persons.update(signedIn.actor, params["id"]!, body));
    },
  });

  route(api.admin.people.disable, {
    access: people,
    handle: ({ params, signedIn }) => persons.disable(signedIn.actor, params["id"]!),
  });

  route(api.admin.people.enable, {
    access: people,
    async handle({ params, signedIn }) {
      wantProof(signedIn);
      await persons.enable(signedIn.actor, params["id"]!);
    },
  });

  route(api.admin.people.endSessions, {
    access: people,
    handle: ({ params, signedIn }) => persons.endSessions(signedIn.actor, params["id"]!),
  });

  route(api.admin.people.setPassword, {
    access: people,
    body: z.object({ password: PASSWORD }),
    async handle({ body, params, signedIn }) {
      wantProof(signedIn);
      await persons.setPassword(signedIn.actor, params["id"]!, body.password);
    },
  });

  route(api.admin.people.resetSecondFactor, {
    access: (actor) => may(actor, "remove", { type: "people" }),
    async handle({ params, signedIn }) {
      wantProof(signedIn);
      await accounts.secondFactor.reset(signedIn.actor, params["id"]!);
    },
  });

  route(api.admin.secondFactor.read, {
    access: signInRules,
    handle: ({ signedIn }) => accounts.secondFactorRules.read(signedIn.actor),
  });

  route(api.admin.secondFactor.change, {
    access: signInRules,
    body: z.object({
      for: z.enum(SECOND_FACTOR_FOR),
      days: z.number().int().min(0).max(GRACE_DAYS_MAX),
    }),
    async handle({ body, signedIn }) {
      wantProof(signedIn);
      await accounts.secondFactorRules.change(signedIn.actor, body);
    },
  });

  route(api.admin.domains.list, {
    access: domains,
    handle: async () => (await accounts.domains.list()).map(adminDomain),
  });

  route(api.admin.domains.add, {
    access: domains,
    body: z.object({ name: ADDRESS }),
    handle: async ({ body, signedIn }) =>
      adminDomain(await accounts.domains.add(signedIn.actor, body.name)),
  });

  route(api.admin.domains.change, {
    access: domains,
    body: z.object({ unverified: z.enum(UNVERIFIED) }),
    handle: ({ body, params, signedIn }) =>
      accounts.domains.change(signedIn.actor, params["name"]!, body.unverified),
  });
}

const adminPerson = ({
  id,
  name,
  address,
  aliases,
  roles,
  secondFactor,
  passkeys,
  disabled,
  createdAt,
}: Person): AdminPerson => ({
  id,
  name,
  address,
  aliases,
  roles,
  secondFactor,
  passkeys,
  disabled,
  createdAt: createdAt.toISOString(),
});

const adminDomain = ({ name, createdAt, unverified }: Domain): AdminDomain => ({
  name,
  unverified,
  createdAt: createdAt.toISOString(),
});
