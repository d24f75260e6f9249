import type { Role } from "./session.ts";

/** REST routes for administrators: `GET /api/admin/people`, `POST /api/admin/people`, `POST /api/admin/people/:id/disable|enable`, `GET /api/admin/domains`, `POST /api/admin/domains`. */
export interface AdminPerson {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly roles: readonly Role[];
  readonly disabled: boolean;
}

export interface AddPerson {
  readonly name: string;
  readonly address: string;
  readonly password: string;
  readonly roles?: readonly Role[];
}

export interface AdminDomain {
  readonly name: string;
  readonly createdAt: string;
}
