import { useState, type ReactNode } from "react";
import { PeopleIcon, PersonIcon } from "../icons.ts";
import { hueOf, initialsOf } from "./person.ts";
import "./avatar.css";

/**
 * A person's picture or initials, or the sign for anybody where there is no name. Decoration: the name stands beside it as text.
 * The hue comes from the address, so a person looks the same under every spelling of the name. A group has the sign of
 * one, so that it is not taken for a person.
 */
export function Avatar({
  name,
  address,
  size = 32,
  src,
  isGroup = false,
}: {
  readonly name: string;
  readonly address?: string;
  readonly size?: 20 | 24 | 32 | 40 | 64;
  readonly src?: string;
  readonly isGroup?: boolean | undefined;
}): ReactNode {
  const [broken, setBroken] = useState<string>();
  const initials = initialsOf(name || (address ?? ""), size < 32 ? 1 : 2);
  return (
    <span
      className="a-avatar"
      data-size={size}
      data-group={isGroup || undefined}
      data-hue={initials || src !== undefined ? hueOf(address ?? name) : undefined}
      aria-hidden="true"
    >
      {src !== undefined && src !== broken ? (
        <img src={src} alt="" onError={() => setBroken(src)} />
      ) : isGroup ? (
        <PeopleIcon />
      ) : initials ? (
        // Drawn by CSS, as a picture is: not copied with the name, and no visible words of a button around it.
        <span data-initials={initials} />
      ) : (
        <PersonIcon />
      )}
    </span>
  );
}
