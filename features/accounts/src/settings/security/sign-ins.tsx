import { api } from "@atrium/contract/api/index";
import type { SignInEvent } from "@atrium/contract/api/session";
import { formatDateTime } from "@atrium/i18n";
import { ComputerIcon, PhoneDeviceIcon, Tag } from "@atrium/ui";
import type { ReactNode } from "react";
import { Answered, Group, useAnswer } from "@atrium/settings-page";
import { t } from "../strings/index.ts";
import { browserName, isPhone } from "./browser-name.ts";

/** Who signed in as this person lately, and who tried to. */
export function SignIns(): ReactNode {
  const { answer, reload } = useAnswer(api.signIns.list);
  return (
    <Group title={t("signIns")} intro={t("signInsMore")}>
      <Answered answer={answer} onRetry={() => void reload()}>
        {(events) =>
          events.length === 0 ? (
            <p className="settings-quiet">{t("noSignIns")}</p>
          ) : (
            <ul className="settings-list">
              {events.map((event) => (
                <Row key={event.id} event={event} />
              ))}
            </ul>
          )
        }
      </Answered>
    </Group>
  );
}

function Row({
  event: { at, isIn, way, userAgent, ip },
}: {
  readonly event: SignInEvent;
}): ReactNode {
  const { browser, system } = browserName(userAgent);
  const name = browser && system ? t("browserOn", { browser, system }) : t("unknownBrowser");
  return (
    <li className="settings-row">
      {isPhone(system) ? <PhoneDeviceIcon /> : <ComputerIcon />}
      <div className="settings-row-words">
        <strong title={userAgent}>{way === "program" ? t("mailProgram") : name}</strong>
        <span>
          {ip} · {formatDateTime(at)}
          {way === "passkey" && ` · ${t("byPasskey")}`}
          {way === "invitation" && ` · ${t("byInvitation")}`}
          {way === "recovery" && ` · ${t("byRecovery")}`}
        </span>
      </div>
      {!isIn && <Tag tone="warning">{t("signInFailed")}</Tag>}
    </li>
  );
}
