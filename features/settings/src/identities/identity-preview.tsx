import { Avatar } from "@atrium/ui";
import { useId, type ReactNode } from "react";
import { t } from "../strings/index.ts";

/** What somebody who gets a mail sees of it, as it is typed. */
export function IdentityPreview({
  name,
  address,
  replyTo,
  text,
}: {
  readonly name: string;
  readonly address: string;
  readonly replyTo: string;
  readonly text: string;
}): ReactNode {
  const id = useId();
  return (
    <section className="settings-preview" aria-labelledby={id}>
      <h3 id={id}>{t("preview")}</h3>
      <div className="settings-letter">
        <div className="settings-letter-head">
          <Avatar name={name || address} address={address} size={32} />
          <p>
            <strong>{name || address}</strong>
            {name !== "" && <span>{address}</span>}
            {replyTo !== "" && <span>{t("repliesTo", { addresses: replyTo })}</span>}
          </p>
        </div>
        <p>{t("previewBody")}</p>
        {text.trim() !== "" && <p className="settings-letter-signature">{text.trimEnd()}</p>}
      </div>
    </section>
  );
}
