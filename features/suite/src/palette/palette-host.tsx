import type { SessionInfo } from "@atrium/contract/api/session";
import { driveBaseUrl } from "@atrium/contract/remotes";
import { lazyPart, navigate, usePaletteDoor, useVerbs, type Verb } from "@atrium/shell";
import {
  AddressBookIcon,
  CallIcon,
  DriveIcon,
  HelpIcon,
  MailIcon,
  setTheme,
  SettingsIcon,
  SignOutIcon,
} from "@atrium/ui";
import { useEffect, useMemo, type ReactNode } from "react";
import { keepChoice } from "../keep-choice.ts";
import { leave } from "../leaving/leave.ts";
import { THEMES } from "../own-menu.tsx";
import { t } from "../strings/index.ts";

const load = () => import("./palette.tsx").then((module) => module.Palette);
const Palette = lazyPart(load);

/** Whoever holds Ctrl may be about to press K. */
function prepare({ key }: KeyboardEvent): void {
  if (key !== "Control" && key !== "Meta") return;
  document.removeEventListener("keydown", prepare);
  load().catch(() => undefined);
}

/** The palette where Ctrl+K opens it, with what can be done in every window of the suite. */
export function PaletteHost({ session }: { readonly session: SessionInfo }): ReactNode {
  const door = usePaletteDoor();
  useEffect(() => {
    document.addEventListener("keydown", prepare);
    return () => document.removeEventListener("keydown", prepare);
  }, []);
  useVerbs(useMemo(() => suiteVerbs(session), [session]));
  return door && <Palette text={door.text} />;
}

function suiteVerbs(session: SessionInfo): readonly Verb[] {
  const places = [
    ["mail", "/", <MailIcon key="mail" />, "inbox"],
    ["addressBook", "/address-book", <AddressBookIcon key="book" />, "contacts people"],
    ["drive", driveBaseUrl, <DriveIcon key="drive" />, "files"],
    ["calls", "/ipt-call", <CallIcon key="calls" />, "phone"],
    ["settings", "/setting", <SettingsIcon key="settings" />, "preferences"],
    ["help", "/help/", <HelpIcon key="help" />, ""],
  ] as const;
  return [
    ...places.map(([name, href, icon, words]) => ({
      id: `suite.${name}`,
      label: t("openPlace", { place: t(name) }),
      group: t("applications"),
      words: `${name} ${words}`,
      icon,
      act: () => navigate(href),
    })),
    ...THEMES.map(([theme, icon]) => ({
      id: `suite.theme.${theme}`,
      label: t("themeIs", { theme: t(theme) }),
      group: t("theme"),
      words: `theme ${theme}`,
      icon,
      act: () => {
        setTheme(theme);
        void keepChoice({ theme });
      },
    })),
    {
      id: "suite.signOut",
      label: t("signOut"),
      group: t("theOwn"),
      words: `log out sign out ${session.address}`,
      icon: <SignOutIcon />,
      act: () => void leave(session),
    },
  ];
}
