import type { Logo } from "@atrium/contract/types/organisation";
import { usePreferences } from "@atrium/state";
import type { ReactNode } from "react";
import { create } from "zustand";

/** What the organisation is called and looks like. */
export interface OrganisationLook {
  /** Absent before there is an organisation. */
  readonly name?: string;
  readonly light?: Logo;
  readonly dark?: Logo;
}

/** Hook: the organisation as the document says it, and then as `followOrganisation` heard. */
export const useOrganisation = create<OrganisationLook>(() => {
  // What is not in a browser may import this too.
  if (typeof document === "undefined") return {};
  const look = document.querySelector<HTMLMetaElement>('meta[name="atrium-look"]')?.content;
  return JSON.parse(look || "{}");
});

/** The organisation's logo, the one for the ground that it stands on; nothing where it has none. */
export function OrganisationLogo({ className }: { readonly className: string }): ReactNode {
  const { name, light, dark } = useOrganisation();
  const theme = usePreferences((now) => now.theme);
  const logo = light ?? dark;
  if (!logo) return null;
  const media =
    theme === "system" ? "(prefers-color-scheme: dark)" : theme === "light" ? "not all" : "all";
  return (
    <picture>
      {dark && <source srcSet={dark.url} media={media} width={dark.width} height={dark.height} />}
      <img
        className={className}
        src={logo.url}
        width={logo.width}
        height={logo.height}
        alt={name}
      />
    </picture>
  );
}
