import type { Role } from "./api/session.ts";
import { APPLICATIONS, type Application, type Place } from "./applications.ts";

/** What a build puts in the table's place where every byte counts: these entries alone. */
declare const ATRIUM_NAVIGATION: typeof NAVIGATION;

/** The places that people go to, in their order. */
export const NAVIGATION: readonly Place[] =
  typeof ATRIUM_NAVIGATION === "undefined"
    ? placesOf(Object.values(APPLICATIONS))
    : ATRIUM_NAVIGATION;

function placesOf(applications: readonly Application[]): readonly Place[] {
  return applications
    .flatMap(({ navigation = [] }) => navigation as readonly Place[])
    .filter(({ isUnready }) => !isUnready)
    .sort((a, b) => a.order - b.order);
}

/** Those for a user with these roles. */
export const navigationFor = (roles: readonly Role[]): readonly Place[] =>
  NAVIGATION.filter((place) => place.roles?.some((role) => roles.includes(role)) ?? true);
