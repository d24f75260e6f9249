import { SignInSession, type SignInSessionRecord } from "@atrium/contract/types/sign-in-session";
import { useClient } from "@atrium/feature-suite/parts";
import { formatRelative } from "@atrium/i18n";
import { setNow } from "@atrium/jmap";
import { useAct } from "@atrium/settings-page";
import { Button, ComputerIcon, PhoneDeviceIcon, Tag } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { SessionLength } from "./session-length.tsx";
import { browserName, isPhone } from "./browser-name.ts";
import { WaysIn, type Known } from "./ways-in.tsx";

type All = Known<typeof SignInSession>;

/** Every browser that is signed in as this person, and the way to end it. */
export function Sessions(): ReactNode {
  const client = useClient();
  const act = useAct();
  const [ending, setEnding] = useState<string>();

  async function end(what: string, work: () => Promise<unknown>, done: string): Promise<void> {
    setEnding(what);
    await act(work, done);
    setEnding(undefined);
  }

  const endOthers = async ({ account }: All): Promise<void> => {
    await client.call("SignInSession/endOthers", { accountId: account.id });
    await account.sync().catch(() => undefined);
  };

  return (
    <WaysIn
      type={SignInSession}
      title={t("sessions")}
      intro={t("sessionsMore")}
      renderAction={(known) =>
        known.records.length > 1 && (
          <Button
            busy={ending === "others"}
            onClick={() => void end("others", () => endOthers(known), t("othersEnded"))}
          >
            {t("endOthers")}
          </Button>
        )
      }
    >
      {({ account, records }) => (
        <>
          <SessionLength />
          <ul className="settings-list">
            {currentFirst(records).map((session) => (
              <Row key={session.id} session={session}>
                <Button
                  size="small"
                  busy={ending === session.id}
                  onClick={() =>
                    void end(
                      session.id,
                      () => setNow(client, account, SignInSession, { destroy: [session.id] }),
                      t("sessionEnded"),
                    )
                  }
                >
                  {t("endSession")}
                </Button>
              </Row>
            ))}
          </ul>
        </>
      )}
    </WaysIn>
  );
}

/** This one, then those that were used last. */
const currentFirst = (sessions: readonly SignInSessionRecord[]): readonly SignInSessionRecord[] =>
  sessions.toSorted(
    (a, b) =>
      Number(b.isCurrent) - Number(a.isCurrent) ||
      Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt),
  );

function Row({
  session,
  children,
}: {
  readonly session: SignInSessionRecord;
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
          {session.ip} · {t("activeAt", { when: formatRelative(session.lastSeenAt) })} ·{" "}
          {t("signedIn", { when: formatRelative(session.createdAt) })}
        </span>
      </div>
      {session.isCurrent ? <Tag tone="success">{t("thisSession")}</Tag> : children}
    </li>
  );
}
