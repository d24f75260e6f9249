import type { Role } from "@atrium/contract/api/session";
import { t } from "./strings/index.ts";

const NAMES = {
  member: "member",
  administrator: "administrator",
  "security-officer": "securityOfficer",
  auditor: "auditor",
  "help-editor": "helpEditor",
} as const satisfies Record<Role, string>;

/** What a role is called. */
export const roleName = (role: Role): string => t(NAMES[role]);
