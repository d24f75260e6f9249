import type { SessionInfo } from "@atrium/contract/api/session";
import type { SuitePlace } from "@atrium/contract/applications";
import { PageFrame } from "@atrium/ui";
import type { ComponentProps, ReactNode } from "react";
import { PaletteHost } from "../palette/palette-host.tsx";
import { SuiteRail } from "../suite-rail.tsx";
import { t } from "../strings/index.ts";
import { ClientProvider } from "../client/client.tsx";
import "./suite-window.css";

/**
 * A window of the suite for who is signed in: the rail between the applications with the person's menu, the palette, the
 * client, and what happens when the session ends. Applications whose screens are no page leave `page` out.
 */
export function SuiteWindow({
  session,
  current,
  page,
  children,
}: {
  readonly session: SessionInfo;
  readonly current: SuitePlace;
  /** What stands around the children. */
  readonly page?: Omit<ComponentProps<typeof PageFrame>, "rail" | "children">;
  readonly children: ReactNode;
}): ReactNode {
  const rail = <SuiteRail session={session} current={current} />;
  return (
    <ClientProvider session={session}>
      {page ? (
        <PageFrame {...page} rail={rail}>
          {children}
        </PageFrame>
      ) : (
        <div className="suite-window">
          <a className="a-skip" href="#content">
            {t("skip")}
          </a>
          {rail}
          {children}
        </div>
      )}
      {/* Last, so that it offers what the screen can do before what every window can. */}
      <PaletteHost session={session} />
    </ClientProvider>
  );
}
