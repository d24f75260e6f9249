import type { SessionInfo } from "@atrium/contract/api/session";
import type { JmapClient } from "@atrium/jmap";
import { loadEngine } from "@atrium/rich-text";
import { useVerbs } from "@atrium/shell";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { identitiesOf } from "../saving/open.ts";
import { t } from "../strings/index.ts";
import { DockPanel } from "./dock-panel.tsx";
import { Panels } from "./panels.ts";
import "./dock.css";

/** Up to three messages at the foot of the window, beside what else is read and done. */
export function Dock({
  client,
  session,
}: {
  readonly client: JmapClient;
  readonly session: SessionInfo;
}): ReactNode {
  const [panels] = useState(() => new Panels(client, session));
  useEffect(() => panels.start(), [panels]);
  useEffect(() => panels.give((id) => panels.remove(id)), [panels]);
  useEffect(() => {
    // All that a message needs is here before it is wanted; what fails is asked for again then.
    loadEngine().catch(() => undefined);
    identitiesOf(client, session.accountId).catch(() => undefined);
  }, [client, session.accountId]);
  const list = useSyncExternalStore(panels.subscribe, panels.list);
  const last = list.at(-1);
  const isWriting = list.some(({ shape }) => shape === "normal");
  useEffect(() => {
    // What is read beside it makes room at its end.
    document.documentElement.toggleAttribute("data-writing", isWriting);
    return () => document.documentElement.removeAttribute("data-writing");
  }, [isWriting]);
  useVerbs(
    last === undefined
      ? []
      : [
          {
            id: "mail.toMessage",
            label: t("toMessage"),
            keys: ["Shift+Escape"],
            act: () => panels.ask(last.id),
          },
        ],
  );
  if (last === undefined) return null;
  return (
    <section className="compose-dock" aria-label={t("dock")}>
      {list.map((panel) => (
        <DockPanel key={panel.id} panel={panel} panels={panels} client={client} />
      ))}
    </section>
  );
}
