import { href } from "@atrium/contract/href";

/** The token stands behind the `#`, which is sent to no server and so into no log. */
export const invitationLink = (token: string): string =>
  `${location.origin}${href("/setting/invitation")}#${token}`;
