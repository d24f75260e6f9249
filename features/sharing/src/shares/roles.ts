import { FILE_NODE_RIGHTS } from "@atrium/contract/types/file-node";

/** Rights by their names; those that are left out are not given. */
export type Rights = Readonly<Record<string, boolean | undefined>>;

export const ROLE_NAMES = ["viewer", "editor", "manager"] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

/** What a role may do with records of a type. */
export interface ShareRole {
  readonly name: RoleName;
  readonly rights: readonly string[];
  /**
   * The right by which it is seen that one has the others too. Not all of them show in `myRights`: a file takes no
   * children, and what was shared is not renamed by those with whom it was.
   */
  readonly shownBy: string;
}

const [MAY_READ] = FILE_NODE_RIGHTS;

/** For files and folders. */
export const FILE_ROLES: readonly ShareRole[] = [
  { name: "viewer", rights: [MAY_READ], shownBy: MAY_READ },
  {
    name: "editor",
    rights: FILE_NODE_RIGHTS.filter((right) => right !== "mayShare"),
    shownBy: "mayModifyContent",
  },
  { name: "manager", rights: FILE_NODE_RIGHTS, shownBy: "mayShare" },
];

/** The role that has these rights and no others; `undefined` for any other set of them. */
export function roleOf(roles: readonly ShareRole[], rights: Rights): ShareRole | undefined {
  const given = Object.keys(rights).filter((right) => rights[right] === true);
  return roles.find(
    (role) =>
      role.rights.length === given.length && role.rights.every((right) => given.includes(right)),
  );
}

/** The roles that who has these rights may give: none with more than they have. */
export function givable(roles: readonly ShareRole[], myRights: Rights): readonly ShareRole[] {
  const first = roles.findIndex(({ shownBy }) => myRights[shownBy] !== true);
  return first < 0 ? roles : roles.slice(0, first);
}

export const rightsOf = ({ rights }: ShareRole): Rights =>
  Object.fromEntries(rights.map((right) => [right, true]));
