import { Avatar } from "@atrium/ui";
import { useId, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import "../letter.css";

/** The answer to a message with the subject "Lunch on Friday?". */
export function AbsencePreview({
  sender,
  address,
  subject,
  text,
}: {
  readonly sender: string;
  /** By which avatars have their hue. */
  readonly address: string;
  readonly subject: string;
  readonly text: string;
}): ReactNode {
  const id = useId();
  return (
    <section className="settings-preview" aria-labelledby={id}>
      <h3 id={id}>{t("whatPeopleGet")}</h3>
      <div className="settings-letter">
        <div className="settings-letter-head">
          <Avatar name={sender} address={address} size={32} />
          <p>
            <strong>{subject || `Auto: ${t("exampleSubject")}`}</strong>
            <span>{sender}</span>
          </p>
        </div>
        <p className="settings-letter-text">{text.trim() === "" ? t("absenceStandard") : text}</p>
      </div>
      <p className="settings-quiet">{t("answeredOnce")}</p>
    </section>
  );
}
