import type { SessionInfo } from "@atrium/contract/api/session";
import { isDriveRoute } from "@atrium/contract/remotes";
import { navigate, signOut, usePath } from "@atrium/shell";
import { usePreferences } from "@atrium/state";
import {
  AddressBookIcon,
  Avatar,
  DarkIcon,
  DriveIcon,
  HelpIcon,
  LightIcon,
  MailIcon,
  MenuButton,
  Rail,
  setTheme,
  SettingsIcon,
  SignOutIcon,
  SystemIcon,
  toast,
} from "@atrium/ui";
import type { MouseEvent, ReactNode } from "react";
import { t } from "./strings/index.ts";

/** The way to the suite's applications, and the person's own menu. */
export function SuiteRail({ session }: { readonly session: SessionInfo }): ReactNode {
  const { pathname } = usePath();
  const theme = usePreferences((all) => all.theme);
  const isDrive = isDriveRoute(pathname);
  // Mail and drive are both in this window; the others are pages of their own.
  const stay = (href: string) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <Rail
      label={t("applications")}
      items={[
        { href: "/", label: t("mail"), icon: <MailIcon />, current: !isDrive, onClick: stay("/") },
        { href: "/address-book", label: t("addressBook"), icon: <AddressBookIcon /> },
        {
          href: "/drive",
          label: t("drive"),
          icon: <DriveIcon />,
          current: isDrive,
          onClick: stay("/drive"),
        },
        { href: "/setting", label: t("settings"), icon: <SettingsIcon /> },
      ]}
      bottom={
        <MenuButton
          label={t("account", { name: session.name })}
          icon={<Avatar name={session.name} address={session.address} size={32} />}
          size="large"
          items={[
            { heading: session.address },
            {
              id: "settings",
              label: t("settings"),
              icon: <SettingsIcon />,
              onAct: () => navigate("/setting"),
            },
            {
              id: "help",
              label: t("help"),
              icon: <HelpIcon />,
              onAct: () => navigate("/help/"),
            },
            { heading: t("theme") },
            ...THEMES.map(([id, icon]) => ({
              id,
              label: t(id),
              icon,
              checked: theme === id,
              onAct: () => setTheme(id),
            })),
            { separator: true },
            {
              id: "sign-out",
              label: t("signOut"),
              icon: <SignOutIcon />,
              onAct: () => {
                signOut().catch(() => toast({ severity: "danger", message: t("notSignedOut") }));
              },
            },
          ]}
        />
      }
    />
  );
}

const THEMES = [
  ["system", <SystemIcon key="system" />],
  ["light", <LightIcon key="light" />],
  ["dark", <DarkIcon key="dark" />],
] as const;
