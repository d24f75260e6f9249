import { Button } from "@atrium/ui";
import { useId, useRef, useState, type ReactNode } from "react";
import { logoOf, NoLogo } from "./pick-logo.ts";
import { t } from "./strings/index.ts";

const ACCEPT = "image/png,image/jpeg,image/webp,image/svg+xml";

/** One of the organisation's pictures: chosen from a file, seen, taken away. */
export function LogoField({
  label,
  hint,
  value,
  onDark = false,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  /** An address or a `data:` URL. */
  readonly value: string | null;
  readonly onDark?: boolean;
  readonly onChange: (value: string | null) => void;
}): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<NoLogo["reason"]>();

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    setFault(undefined);
    try {
      onChange(await logoOf(file));
    } catch (error) {
      setFault(error instanceof NoLogo ? error.reason : "logoUnread");
    }
  }

  return (
    <div className="a-field organisation-logo" role="group" aria-labelledby={id}>
      <span className="a-field-label" id={id}>
        {label}
      </span>
      {value !== null && (
        <span className="organisation-logo-shown" data-dark={onDark}>
          <img src={value} alt="" />
        </span>
      )}
      <span className="organisation-logo-acts">
        <input
          ref={input}
          type="file"
          accept={ACCEPT}
          hidden
          aria-label={label}
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button onClick={() => input.current?.click()}>
          {t(value === null ? "chooseLogo" : "replaceLogo")}
        </Button>
        {value !== null && (
          <Button variant="quiet" onClick={() => onChange(null)}>
            {t("removeLogo")}
          </Button>
        )}
      </span>
      <span className="a-field-hint">{hint}</span>
      {fault !== undefined && (
        <span className="a-field-error" role="alert">
          {t(fault)}
        </span>
      )}
    </div>
  );
}
