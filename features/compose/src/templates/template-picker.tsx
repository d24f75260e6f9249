import { href } from "@atrium/contract/href";
import type { TemplateRecord } from "@atrium/contract/types/template";
import { htmlToText } from "@atrium/formats/mail-html";
import type { JmapClient } from "@atrium/jmap";
import {
  Dialog,
  EmptyState,
  ErrorCard,
  Link,
  SearchField,
  Skeleton,
  TemplateIcon,
} from "@atrium/ui";
import { useCallback, useEffect, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { findTemplates, loadTemplates, type TemplateGroup } from "./load-templates.ts";
import { m } from "./strings/index.ts";
import "./template-picker.css";

/** Characters of the text that an option shows. */
const SHOWN = 160;

/** All templates there are for a message, found by name. */
export function TemplatePicker({
  client,
  accountId,
  onPick,
  onClose,
}: {
  readonly client: JmapClient;
  /** From which is written. */
  readonly accountId: string;
  readonly onPick: (template: TemplateRecord) => void;
  readonly onClose: () => void;
}): ReactNode {
  const id = useId();
  const [groups, setGroups] = useState<readonly TemplateGroup[] | "failed">();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const load = useCallback(() => {
    loadTemplates(client, accountId).then(setGroups, () => setGroups("failed"));
  }, [client, accountId]);
  useEffect(load, [load]);

  const known = typeof groups === "object" ? groups : undefined;
  const shown = known
    ? known
        .map((group) => ({ ...group, templates: findTemplates(group.templates, text) }))
        .filter(({ templates }) => templates.length > 0)
    : [];
  const all = shown.flatMap(({ templates }) => templates);
  const chosen = all[Math.min(active, all.length - 1)];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || all.length === 0) return;
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0) setActive((active + by + all.length) % all.length);
    else if (event.key === "Enter" && chosen) onPick(chosen);
    else return;
    event.preventDefault();
  };
  const isEmpty = known?.every(({ templates }) => templates.length === 0);
  return (
    <Dialog open title={m("insert")} onClose={onClose}>
      {groups === "failed" ? (
        <ErrorCard
          title={m("notLoaded")}
          onRetry={() => {
            setGroups(undefined);
            load();
          }}
        />
      ) : isEmpty ? (
        <EmptyState icon={<TemplateIcon />} title={m("none")}>
          {m("noneHow")}
        </EmptyState>
      ) : (
        <>
          <SearchField
            label={m("find")}
            autoFocus
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={chosen && `${id}-${chosen.id}`}
            aria-autocomplete="list"
            value={text}
            onValue={(typed) => {
              setText(typed);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
          />
          <div id={id} role="listbox" aria-label={m("templates")} className="compose-templates">
            {groups === undefined && <Skeleton width="100%" height={48} />}
            {shown.map(({ account, title, templates }) => (
              <div key={account.id} role="group" aria-label={title}>
                <div className="compose-templates-of" aria-hidden="true">
                  {title}
                </div>
                {templates.map((one) => (
                  <div
                    key={one.id}
                    id={`${id}-${one.id}`}
                    role="option"
                    aria-selected={one === chosen}
                    className="compose-template"
                    ref={one === chosen ? intoView : undefined}
                    onClick={() => onPick(one)}
                  >
                    <strong>{one.name}</strong>
                    <span>
                      {[one.subject, textOf(one)].filter((part) => part !== "").join(" – ")}
                    </span>
                  </div>
                ))}
              </div>
            ))}
          </div>
          {known && all.length === 0 && (
            <p role="status" className="compose-templates-none">
              {m("noneFound")}
            </p>
          )}
        </>
      )}
      <p className="compose-templates-manage">
        <Link href={href("/setting/:section", { section: "templates" })} target="_blank">
          {m("manage")}
        </Link>
      </p>
    </Dialog>
  );
}

const textOf = ({ htmlBody }: TemplateRecord): string =>
  htmlToText(htmlBody.slice(0, 20 * SHOWN))
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, SHOWN);

const intoView = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: "nearest" });
