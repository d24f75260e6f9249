import type { EmailAddress } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import { Button, MenuButton } from "@atrium/ui";
import {
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
import type { Writing } from "../saving/writing.ts";
import { t } from "../strings/index.ts";
import { Recipients } from "./recipients.tsx";

export interface FieldsHandle {
  focus(): void;
  show(field: "cc" | "bcc"): void;
  /** Takes what was typed as recipient and not finished. */
  finish(): void;
}

/** From whom, to whom and about what. */
export function Fields({
  writing,
  identities,
  people,
  handle,
  onIdentity,
  onLeave,
}: {
  readonly writing: Writing;
  readonly identities: readonly IdentityRecord[];
  readonly people: People;
  readonly handle: Ref<FieldsHandle>;
  readonly onIdentity: (identity: IdentityRecord) => void;
  /** Enter in the subject goes on to the text. */
  readonly onLeave: () => void;
}): ReactNode {
  const id = useId();
  const { draft } = useSyncExternalStore(writing.subscribe, writing.view);
  const inputs = useRef<Partial<Record<RecipientField, HTMLInputElement | null>>>({});
  const [shown, setShown] = useState<ReadonlySet<RecipientField>>(new Set(["to"]));
  const isShown = (field: RecipientField): boolean => shown.has(field) || draft[field].length > 0;
  const show = (field: RecipientField): void => {
    flushSync(() => setShown(new Set([...shown, field])));
    inputs.current[field]?.focus();
  };
  useImperativeHandle(handle, () => ({
    focus: () => inputs.current.to?.focus(),
    show,
    finish() {
      const active = document.activeElement;
      for (const input of Object.values(inputs.current))
        if (input && input === active) {
          flushSync(() => input.blur());
          input.focus();
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
      writing.change({
        [from]: draft[from].filter(({ email }) => !sameAddress(email, address.email)),
        [target]: distinct([...draft[target], address]),
      });
    });
    inputs.current[target]?.focus();
  };
  const identity = writing.identity;
  return (
    <div className="compose-fields">
      {identities.length > 1 && identity && (
        <div className="compose-line compose-from">
          <span className="compose-label" id={`${id}-from`}>
            {t("from")}
          </span>
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
          onChange={(list) => writing.change({ [field]: list })}
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
      <div className="compose-line">
        <label className="compose-label" htmlFor={`${id}-subject`}>
          {t("subject")}
        </label>
        <input
          id={`${id}-subject`}
          className="compose-subject"
          autoComplete="off"
          spellCheck
          value={draft.subject}
          onChange={(event) => writing.change({ subject: event.target.value })}
          onKeyDown={(event) => {
            const { nativeEvent, key, ctrlKey, metaKey } = event;
            if (key !== "Enter" || ctrlKey || metaKey || nativeEvent.isComposing) return;
            event.preventDefault();
            onLeave();
          }}
        />
      </div>
    </div>
  );
}
