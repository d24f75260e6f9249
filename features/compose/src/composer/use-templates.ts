import type { TemplateRecord } from "@atrium/contract/types/template";
import type { Squire } from "@atrium/rich-text";
import type { TypedList } from "@atrium/rich-text/typed-list";
import { useVerbs, useVerbSource } from "@atrium/shell";
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import type { People } from "../people/people.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
import { slashName } from "../templates/slash-name.ts";
import type { EditorHandle } from "./editor.tsx";

const load = () => import("../templates/index.ts");

/** Templates of a message that is being written. */
export interface Templates {
  /** What is shown of them above the message. */
  readonly shows: "picker" | "save" | undefined;
  readonly show: (what: Templates["shows"]) => void;
  /** Puts one in where the caret stands. */
  readonly insert: (template: TemplateRecord) => Promise<void>;
}

/** Everything about templates comes when one is asked for, or is there to be filled. */
export function useTemplates({
  draftSession,
  people,
  squire,
  editor,
  hasBraces,
  isLocked,
}: {
  readonly draftSession: DraftSession;
  readonly people: People;
  readonly squire: Squire | undefined;
  readonly editor: RefObject<EditorHandle | null>;
  /** The text may have placeholders. */
  readonly hasBraces: boolean;
  /** Nothing may be changed now. */
  readonly isLocked: boolean;
}): Templates {
  const { client } = draftSession;
  const { accountId } = draftSession.draft;
  const [shows, setShows] = useState<Templates["shows"]>();
  const show: Templates["show"] = (what) => setShows(isLocked ? undefined : what);
  const insert = async (template: TemplateRecord): Promise<void> => {
    setShows(undefined);
    if (isLocked) return;
    const { fillTemplate, rangesIn } = await load();
    const { patch, html } = await fillTemplate(template, draftSession, people);
    draftSession.change(patch);
    const { subject } = patch;
    if (subject !== undefined)
      draftSession.subjects.note({ value: subject, start: 0, end: subject.length });
    editor.current?.insert(html);
    const root = editor.current?.element();
    // What is left to be filled is typed over.
    const first = squire && root ? rangesIn(root)[0] : undefined;
    // After the dialog has given the focus back.
    requestAnimationFrame(() => {
      editor.current?.focus();
      if (first) squire?.setSelection(first);
    });
  };
  const latest = useRef(insert);
  useEffect(() => {
    latest.current = insert;
  });
  const pick = useCallback((template: TemplateRecord): void => void latest.current(template), []);

  useEffect(() => {
    if (!squire) return undefined;
    let list: TypedList | undefined;
    /** Escape: nothing more is offered for this name. */
    let isLeft = false;
    let isOver = false;
    const look = async (): Promise<void> => {
      if (slashName(squire) === undefined) {
        isLeft = false;
        list?.close();
        return;
      }
      if (isLeft) return;
      const { offerTemplates } = await load();
      if (!list) {
        const made = await offerTemplates(squire, client, accountId, pick, () => (isLeft = true));
        list ??= made;
      }
      // The typing went on meanwhile.
      const name = isOver ? undefined : slashName(squire);
      if (name && !isLeft) list.show(name);
    };
    // Without them, what is typed stays as it is.
    const onInput = (): void => void look().catch(() => undefined);
    squire.addEventListener("input", onInput);
    return () => {
      isOver = true;
      list?.close();
      squire.removeEventListener("input", onInput);
    };
  }, [squire, client, accountId, pick]);

  useEffect(() => {
    const root = squire?.getRoot();
    if (!root || !hasBraces) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    load().then(
      ({ followPlaceholders }) => {
        if (!isOver) stop = followPlaceholders(root);
        return undefined;
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [squire, hasBraces]);

  useVerbs([
    {
      id: "compose.template",
      label: t("insertTemplate"),
      group: t("title"),
      act: () => show("picker"),
    },
  ]);
  useVerbSource(async (text) =>
    text.trim() === "" ? [] : (await load()).templateVerbs(client, accountId, text, pick),
  );
  return { shows, show, insert };
}
