import { href } from "@atrium/contract/href";
import { openCompose } from "@atrium/feature-compose/parts";
import { useChoose } from "@atrium/feature-suite/parts";
import { follow, offeredVerbs } from "@atrium/shell";
import {
  AppearanceIcon,
  BellIcon,
  Button,
  KeyboardIcon,
  KeyHint,
  SignatureIcon,
  WriteIcon,
} from "@atrium/ui";
import { useId, type ReactNode } from "react";
import { useIsPhone } from "../use-media.ts";
import { t } from "./strings/index.ts";
import "./first-steps.css";

/** What a new user may want to do first. Dismissed for good. */
export function FirstSteps(): ReactNode {
  const isPhone = useIsPhone();
  const choose = useChoose();
  const heading = useId();
  return (
    <section className="mail-first-steps" aria-labelledby={heading}>
      <h2 id={heading}>{t("firstSteps")}</h2>
      <ul>
        <Step
          icon={<WriteIcon />}
          title={t("stepWrite")}
          onAct={() => openCompose({ kind: "new" })}
          {...(!isPhone && { hint: <KeyHint keys="c" /> })}
        />
        <Step
          icon={<SignatureIcon />}
          title={t("stepSignature")}
          what={t("stepSignatureWhat")}
          href={href("/setting/:section", { section: "identities" })}
        />
        <Step
          icon={<BellIcon />}
          title={t("stepNotifications")}
          what={t("stepNotificationsWhat")}
          href={href("/setting/:section", { section: "notifications" })}
        />
        {!isPhone && (
          <Step
            icon={<KeyboardIcon />}
            title={t("stepKeys")}
            what={t("stepKeysWhat")}
            onAct={() =>
              offeredVerbs()
                .find(({ id }) => id === "mail.keys")
                ?.act()
            }
            hint={<KeyHint keys="?" />}
          />
        )}
        <Step
          icon={<AppearanceIcon />}
          title={t("stepLook")}
          what={t("stepLookWhat")}
          href={href("/setting/:section", { section: "appearance" })}
        />
      </ul>
      <Button
        size="small"
        variant="quiet"
        onClick={() => {
          void choose({ knowsFirstSteps: true });
          // The button goes; what had the focus is inside the list's pane.
          document.getElementById("content")?.focus();
        }}
      >
        {t("hideSteps")}
      </Button>
    </section>
  );
}

function Step({
  icon,
  title,
  what,
  hint,
  href,
  onAct,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly what?: string;
  readonly hint?: ReactNode;
  readonly href?: string;
  readonly onAct?: () => void;
}): ReactNode {
  const words = (
    <>
      {icon}
      <span className="mail-first-step-words">
        <span className="mail-first-step-title">{title}</span>
        {what !== undefined && <span className="mail-first-step-what">{what}</span>}
      </span>
      {hint}
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <button type="button" className="mail-first-step" onClick={onAct}>
          {words}
        </button>
      ) : (
        <a className="mail-first-step" href={href} onClick={follow(href)}>
          {words}
        </a>
      )}
    </li>
  );
}
