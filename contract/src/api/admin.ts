import type { Role } from "./session.ts";

/** What the routes for administrators (`api.admin`) take and answer. Others get 403 `forbidden`. */
export interface AdminPerson {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly aliases: readonly string[];
  readonly roles: readonly Role[];
  /** Whether sign-ins ask for a code. */
  readonly secondFactor: boolean;
  readonly disabled: boolean;
  /** RFC 3339. */
  readonly createdAt: string;
}

export interface AddPerson {
  readonly name: string;
  readonly address: string;
  readonly password: string;
  readonly aliases?: readonly string[];
  /** `["member"]` unless given. */
  readonly roles?: readonly Role[];
}

/** What is left out stays; lists replace the whole list. */
export interface ChangePerson {
  readonly name?: string;
  readonly aliases?: readonly string[];
  readonly roles?: readonly Role[];
}

export interface AdminDomain {
  /** ASCII (IDNA). */
  readonly name: string;
  readonly createdAt: string;
}

export interface AddDomain {
  readonly name: string;
}
