import { lazyPart } from "@atrium/shell";
import { Avatar } from "@atrium/ui";
import { useId, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import "../letter.css";

const CleanSignature = lazyPart(() =>
  import("./clean-signature.tsx").then((module) => module.CleanSignature),
);

/** What a recipient sees of it, as it is typed. */
export function IdentityPreview({
  name,
  address,
  replyTo,
  text,
  html,
}: {
  readonly name: string;
  readonly address: string;
  readonly replyTo: string;
  readonly text: string;
  /** Empty for a plain signature. */
  readonly html: string;
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
        {html !== "" && <CleanSignature html={html} />}
        {html === "" && text.trim() !== "" && (
          <p className="settings-letter-signature">{text.trimEnd()}</p>
        )}
      </div>
    </section>
  );
}
