import type { SessionInfo } from "@atrium/contract/api/session";
import { href } from "@atrium/contract/href";
import { navigate, openPalette } from "@atrium/shell";
import { usePreferences, type Theme } from "@atrium/state";
import {
  Avatar,
  ContrastIcon,
  DarkIcon,
  HelpIcon,
  LightIcon,
  MenuButton,
  SearchIcon,
  SettingsIcon,
  SignOutIcon,
  SystemIcon,
} from "@atrium/ui";
import type { ReactNode } from "react";
import { leave } from "./leaving/leave.ts";
import { useChoose } from "./client/use-choose.ts";
import { t } from "./strings/index.ts";

export const THEMES: readonly (readonly [theme: Theme, icon: ReactNode])[] = [
  ["system", <SystemIcon key="system" />],
  ["light", <LightIcon key="light" />],
  ["dark", <DarkIcon key="dark" />],
  ["contrast", <ContrastIcon key="contrast" />],
];

/** Behind the person's picture: settings, help, the theme, and the way out. */
export function UserMenu({ session }: { readonly session: SessionInfo }): ReactNode {
  const { name, address } = session;
  const choose = useChoose();
  const chosen = usePreferences(({ theme }) => theme);
  return (
    <MenuButton
      label={t("you", { name, address })}
      icon={<Avatar name={name} address={address} size={32} />}
      size="large"
      items={[
        { heading: address },
        {
          id: "settings",
          label: t("settings"),
          icon: <SettingsIcon />,
          onAct: () => navigate(href("/setting")),
        },
        { id: "help", label: t("help"), icon: <HelpIcon />, onAct: () => navigate(href("/help/")) },
        {
          id: "palette",
          label: t("palette"),
          icon: <SearchIcon />,
          shortcut: "mod+k",
          onAct: () => openPalette(),
        },
        { heading: t("theme") },
        ...THEMES.map(([theme, icon]) => ({
          id: theme,
          label: t(theme),
          icon,
          checked: theme === chosen,
          onAct: () => void choose({ theme }),
        })),
        { separator: true },
        {
          id: "sign-out",
          label: t("signOut"),
          icon: <SignOutIcon />,
          onAct: () => void leave(session),
        },
      ]}
    />
  );
}
