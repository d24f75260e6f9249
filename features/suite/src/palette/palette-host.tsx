import type { SessionInfo } from "@atrium/contract/api/session";
import { navigationFor } from "@atrium/contract/navigation";
import { locale } from "@atrium/i18n";
import { lazyPart, navigate, usePalette, useVerbs, type Verb } from "@atrium/shell";
import { SignOutIcon } from "@atrium/ui";
import { useEffect, useMemo, type ReactNode } from "react";
import { leave } from "../leaving/leave.ts";
import { PLACE_ICONS } from "../place-icons.tsx";
import { THEMES } from "../user-menu.tsx";
import { useChoose } from "../client/use-choose.ts";
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
  const palette = usePalette();
  useEffect(() => {
    document.addEventListener("keydown", prepare);
    return () => document.removeEventListener("keydown", prepare);
  }, []);
  const choose = useChoose();
  useVerbs(useMemo(() => suiteVerbs(session, choose), [session, choose]));
  return palette && <Palette text={palette.text} />;
}

function suiteVerbs(session: SessionInfo, choose: ReturnType<typeof useChoose>): readonly Verb[] {
  return [
    ...navigationFor(session.roles).map(({ id, path, icon, title, words }) => ({
      id: `suite.${id}`,
      label: t("openPlace", { place: title[locale()] }),
      group: t("applications"),
      words,
      icon: PLACE_ICONS[icon],
      act: () => navigate(path),
    })),
    ...THEMES.map(([theme, icon]) => ({
      id: `suite.theme.${theme}`,
      label: t("themeIs", { theme: t(theme) }),
      group: t("theme"),
      words: `theme ${theme}`,
      icon,
      act: () => void choose({ theme }),
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
