import type { SessionInfo } from "@atrium/contract/api/session";
import type { JmapClient } from "@atrium/jmap";
import { loadEngine } from "@atrium/rich-text";
import { useVerbs } from "@atrium/shell";
import { useEffect, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { roomNow, watchRoom } from "../inline/room.ts";
import { identitiesOf } from "../saving/open.ts";
import { t } from "../strings/index.ts";
import { placeOf, watchPlaces } from "../inline/places.ts";
import { DockPanel } from "./dock-panel.tsx";
import { fitted } from "./fit.ts";
import { Panels, type Layout } from "./panels.ts";
import "./dock.css";

const LAYOUT: Layout = {
  fit(list, first) {
    const { start, end } = roomNow();
    return fitted(list, first, innerWidth - start - end);
  },
  hasPlace: (place) => placeOf(place) !== undefined,
};

/** Up to three messages at the foot of the window, beside what else is read and done. */
export function Dock({
  client,
  session,
}: {
  readonly client: JmapClient;
  readonly session: SessionInfo;
}): ReactNode {
  const [panels] = useState(() => new Panels(client, session, LAYOUT));
  useEffect(() => panels.start(), [panels]);
  useEffect(() => watchRoom(() => panels.fit()), [panels]);
  useEffect(
    // Another place for the same message may follow at once.
    () => watchPlaces(() => queueMicrotask(() => panels.closeUntouched())),
    [panels],
  );
  useEffect(() => panels.give((id) => panels.remove(id)), [panels]);
  useEffect(() => {
    // All that a message needs is here before it is wanted; what fails is asked for again then.
    loadEngine().catch(() => undefined);
    identitiesOf(client, session.accountId).catch(() => undefined);
    const people = panels.peopleOf(session.accountId);
    people.refresh().catch(() => undefined);
  }, [client, session.accountId, panels]);
  const list = useSyncExternalStore(panels.subscribe, panels.list);
  const last = list.at(-1);
  const isWriting = list.some(({ shape }) => shape === "normal");
  useEffect(() => {
    // What is read beside it makes room at its end.
    document.documentElement.toggleAttribute("data-writing", isWriting);
    return () => document.documentElement.removeAttribute("data-writing");
  }, [isWriting]);
  useLayoutEffect(() => {
    const fit = (): void => {
      const { start, end } = roomNow();
      const { style } = document.documentElement;
      style.setProperty("--dock-start", `${start}px`);
      style.setProperty("--dock-end", `${end}px`);
    };
    fit();
    return watchRoom(fit);
  }, []);
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
