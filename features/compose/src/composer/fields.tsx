import type { EmailAddress } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import type { JmapClient } from "@atrium/jmap";
import { Button, MenuButton } from "@atrium/ui";
import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type Ref,
} from "react";
import { flushSync } from "react-dom";
import { distinct, sameAddress, writeAddress } from "../draft/addresses.ts";
import { RECIPIENT_FIELDS, type RecipientField } from "../draft/draft.ts";
import type { People } from "../people/people.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
import { Recipients } from "./recipients.tsx";
import { stepOf, typeInto } from "./steps.ts";
import { Subject } from "./subject.tsx";

export type FieldName = RecipientField | "subject";

export interface FieldsHandle {
  focus(field?: FieldName, selection?: readonly [number, number] | null): void;
  /** The field that an element is, with its selection. */
  of(
    element: Element,
  ): { readonly name: FieldName; readonly selection: readonly [number, number] } | null;
  /** What was typed before there was a field: recipients, and after a line end or tab what it is about. */
  type(text: string): void;
  show(field: "cc" | "bcc"): void;
  /** Takes what was typed as recipient and not finished. */
  finish(): void;
}

/** From whom, to whom and about what. */
export function Fields({
  draftSession,
  identities,
  people,
  handle,
  onIdentity,
  onLeave,
}: {
  readonly draftSession: DraftSession;
  readonly identities: readonly IdentityRecord[];
  readonly people: People;
  readonly handle: Ref<FieldsHandle>;
  readonly onIdentity: (identity: IdentityRecord) => void;
  /** Enter in the subject goes on to the text. */
  readonly onLeave: () => void;
}): ReactNode {
  const id = useId();
  const { draft } = useSyncExternalStore(draftSession.subscribe, draftSession.view);
  const inputs = useRef<Partial<Record<FieldName, HTMLInputElement | null>>>({});
  const [isCarrying, setCarrying] = useState(false);
  const isShared = useIsShared(draftSession.client, draft.accountId);
  const [shown, setShown] = useState<ReadonlySet<RecipientField>>(new Set(["to"]));
  // While a recipient is carried, every field is there to take it.
  const isShown = (field: RecipientField): boolean =>
    shown.has(field) || draft[field].length > 0 || isCarrying;
  const show = (field: RecipientField): void => {
    flushSync(() => setShown(new Set([...shown, field])));
    inputs.current[field]?.focus();
  };
  useImperativeHandle(handle, () => ({
    focus(field = "to", selection = null) {
      if (field !== "subject" && !isShown(field)) show(field);
      const input = inputs.current[field];
      input?.focus();
      if (selection) input?.setSelectionRange(...selection);
    },
    of(element) {
      for (const name of [...RECIPIENT_FIELDS, "subject"] as const) {
        const input = inputs.current[name];
        if (input && input === element)
          return { name, selection: [input.selectionStart ?? 0, input.selectionEnd ?? 0] };
      }
      return null;
    },
    type(text) {
      const [recipients = "", ...rest] = text.split(/[\n\t]/);
      const { to, subject } = inputs.current;
      if (to && recipients) typeInto(to, recipients);
      if (rest.length === 0) return;
      // The key that ended them was pressed before they stood here; they do when this turn ends.
      queueMicrotask(() => {
        to?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        if (!text.includes("\t") || !subject) return;
        subject.focus();
        typeInto(subject, rest.join(" ").trim());
      });
    },
    show,
    finish() {
      const active = document.activeElement;
      for (const field of RECIPIENT_FIELDS) {
        const input = inputs.current[field];
        if (input && input === active) {
          flushSync(() => input.blur());
          input.focus();
        }
      }
    },
  }));

  const move = (
    address: EmailAddress,
    from: RecipientField,
    to: RecipientField | "before" | "after",
  ): void => {
    const at = RECIPIENT_FIELDS.indexOf(from);
    const target =
      to === "before" ? RECIPIENT_FIELDS[at - 1] : to === "after" ? RECIPIENT_FIELDS[at + 1] : to;
    if (!target || target === from) return;
    flushSync(() => {
      setShown(new Set([...shown, target]));
      draftSession.change({
        [from]: draft[from].filter(({ email }) => !sameAddress(email, address.email)),
        [target]: distinct([...draft[target], address]),
      });
    });
    inputs.current[target]?.focus();
  };
  const identity = draftSession.identity;
  return (
    <div
      className="compose-fields"
      onKeyDown={(event) => {
        const step = stepOf(event);
        const { target } = event;
        // Letters are taken back where they are typed; what has become a recipient, here.
        if (!step || (target instanceof HTMLInputElement && target.value !== "")) return;
        event.preventDefault();
        draftSession.stepRecipients(step === "undo");
      }}
    >
      {(identities.length > 1 || isShared) && identity && (
        <div className="compose-line compose-from">
          <span className="compose-label" id={`${id}-from`}>
            {t("from")}
          </span>
          {identities.length > 1 ? (
            <MenuButton
              label={`${t("from")}: ${writeAddress(identity)}`}
              variant="quiet"
              size="small"
              items={identities.map((one) => ({
                id: one.id,
                label: writeAddress(one),
                checked: one.id === identity.id,
                onAct: () => onIdentity(one),
              }))}
            >
              {writeAddress(identity)}
            </MenuButton>
          ) : (
            <span>{writeAddress(identity)}</span>
          )}
        </div>
      )}
      {RECIPIENT_FIELDS.filter(isShown).map((field) => (
        <Recipients
          key={field}
          field={field}
          label={t(field)}
          list={draft[field]}
          people={people}
          input={(element) => {
            inputs.current[field] = element;
          }}
          onChange={(list) => draftSession.change({ [field]: list })}
          onCarry={setCarrying}
          onMove={(address, from, to) => move(address, from, to)}
          trailing={
            field === "to" && (
              <span className="compose-more-fields">
                {(["cc", "bcc"] as const)
                  .filter((one) => !isShown(one))
                  .map((one) => (
                    <Button key={one} size="small" variant="quiet" onClick={() => show(one)}>
                      {t(one)}
                    </Button>
                  ))}
              </span>
            )
          }
        />
      ))}
      <Subject
        draftSession={draftSession}
        input={(element) => {
          inputs.current.subject = element;
        }}
        onLeave={onLeave}
      />
    </div>
  );
}

/** Whether a message is written in the name of an account of several people: then it says so. */
function useIsShared(client: JmapClient, accountId: string): boolean {
  const [isShared, setShared] = useState(false);
  useEffect(() => {
    let isOver = false;
    client.session().then(
      ({ accounts }) => {
        if (!isOver) setShared(accounts[accountId]?.isPersonal === false);
        return undefined;
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [client, accountId]);
  return isShared;
}
