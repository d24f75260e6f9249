import { api } from "@atrium/contract/api/index";
import type { SessionSummary } from "@atrium/contract/api/session";
import { formatRelative } from "@atrium/i18n";
import { rest } from "@atrium/shell";
import { Button, ComputerIcon, PhoneDeviceIcon, Tag, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { Answered, Group, sentence, useAnswer } from "@atrium/settings-page";
import { t } from "../strings/index.ts";
import { browserName, isPhone } from "./browser-name.ts";

/** Every browser that is signed in as this person, and the way to end it. */
export function Sessions(): ReactNode {
  const { answer, reload } = useAnswer(api.sessions.list);
  const [ending, setEnding] = useState<string>();

  async function end(what: string, act: () => Promise<unknown>, done: string): Promise<void> {
    setEnding(what);
    try {
      await act();
      toast({ severity: "success", message: done });
    } catch (error) {
      toast({ severity: "danger", message: sentence(error) });
    }
    await reload();
    setEnding(undefined);
  }

  const several = answer.status === "there" && answer.value.length > 1;
  return (
    <Group
      title={t("sessions")}
      intro={t("sessionsMore")}
      action={
        several && (
          <Button
            busy={ending === "others"}
            onClick={() => void end("others", () => rest(api.sessions.endOthers), t("othersEnded"))}
          >
            {t("endOthers")}
          </Button>
        )
      }
    >
      <Answered answer={answer} onRetry={() => void reload()}>
        {(sessions) => (
          <ul className="settings-list">
            {sessions.map((session) => (
              <Row key={session.id} session={session}>
                <Button
                  size="small"
                  busy={ending === session.id}
                  onClick={() =>
                    void end(
                      session.id,
                      () => rest(api.sessions.end, { params: { id: session.id } }),
                      t("sessionEnded"),
                    )
                  }
                >
                  {t("endSession")}
                </Button>
              </Row>
            ))}
          </ul>
        )}
      </Answered>
    </Group>
  );
}

function Row({
  session,
  children,
}: {
  readonly session: SessionSummary;
  readonly children: ReactNode;
}): ReactNode {
  const { browser, system } = browserName(session.userAgent);
  const name = browser && system ? t("browserOn", { browser, system }) : t("unknownBrowser");
  return (
    <li className="settings-row">
      {isPhone(system) ? <PhoneDeviceIcon /> : <ComputerIcon />}
      <div className="settings-row-words">
        <strong title={session.userAgent}>
          {(browser ?? system) ? name : session.userAgent || name}
        </strong>
        <span>
          {session.ip} · {t("lastSeen", { when: formatRelative(session.lastSeenAt) })} ·{" "}
          {t("signedIn", { when: formatRelative(session.createdAt) })}
        </span>
      </div>
      {session.current ? <Tag tone="success">{t("thisSession")}</Tag> : children}
    </li>
  );
}
