import type { EmailAddress } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import type { JmapClient } from "@atrium/jmap";
import { Button, MenuButton, AwayIcon } from "@atrium/ui";
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
import {
  ADDRESS_FIELDS,
  RECIPIENT_FIELDS,
  recipientsOf,
  type AddressField,
} from "../draft/draft.ts";
import { absenceText } from "../people/absence-text.ts";
import type { People } from "../people/people.ts";
import { useAbsences } from "../people/use-absences.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
import { Recipients } from "./recipients.tsx";
import { stepOf, typeInto } from "./steps.ts";
import { Subject } from "./subject.tsx";

export type FieldName = AddressField | "subject";

export interface FieldsHandle {
  focus(field?: FieldName, selection?: readonly [number, number] | null): void;
  /** The field that an element is, with its selection. */
  of(
    element: Element,
  ): { readonly name: FieldName; readonly selection: readonly [number, number] } | null;
  /** What was typed before there was a field: recipients, and after a line end or tab what it is about. */
  type(text: string): void;
  show(field: "cc" | "bcc" | "replyTo"): void;
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
  const [shown, setShown] = useState<ReadonlySet<AddressField>>(new Set(["to"]));
  // While a recipient is carried, every field is there to take it.
  const listOf = (field: AddressField): readonly EmailAddress[] =>
    draft[field] ?? draftSession.identity?.replyTo ?? [];
  const isShown = (field: AddressField): boolean =>
    shown.has(field) ||
    (field === "replyTo" ? draft.replyTo !== null : draft[field].length > 0 || isCarrying);
  const show = (field: AddressField): void => {
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
      for (const name of [...ADDRESS_FIELDS, "subject"] as const) {
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
      for (const field of ADDRESS_FIELDS) {
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
    from: AddressField,
    to: AddressField | "before" | "after",
  ): void => {
    const at = from === "replyTo" ? -1 : RECIPIENT_FIELDS.indexOf(from);
    const by = to === "before" ? -1 : to === "after" ? 1 : undefined;
    const target =
      by === undefined ? (to as AddressField) : at < 0 ? undefined : RECIPIENT_FIELDS[at + by];
    if (!target || target === from) return;
    // Who gets the message gets answers too: between those fields there are two of it.
    const isCopied = from === "replyTo" || target === "replyTo";
    flushSync(() => {
      setShown(new Set([...shown, target]));
      draftSession.change({
        ...(!isCopied && {
          [from]: listOf(from).filter(({ email }) => !sameAddress(email, address.email)),
        }),
        [target]: distinct([...listOf(target), address]),
      });
    });
    inputs.current[target]?.focus();
  };
  const identity = draftSession.identity;
  const domains = new Set(
    identities.map(({ email }) => email.slice(email.lastIndexOf("@") + 1).toLowerCase()),
  );
  const absences = useAbsences(draftSession.client, recipientsOf(draft), domains);
  const away = [...absences.values()].map(absenceText);
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
      {ADDRESS_FIELDS.filter(isShown).map((field) => (
        <Recipients
          key={field}
          field={field}
          label={t(field)}
          list={listOf(field)}
          people={people}
          absences={absences}
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
      <div className="compose-away-line" role="status">
        {away.length > 0 && (
          <p className="compose-away" title={away.join("\n")}>
            <AwayIcon />
            <span>{away.join(" ")}</span>
          </p>
        )}
      </div>
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
