import type { JmapClient } from "@atrium/jmap";
import { Banner, Switch, TextField, toast } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { t } from "./strings/index.ts";
import {
  setNotificationChoices,
  USUAL_QUIET,
  useNotificationChoices,
} from "../notifications/choices.ts";
import { permission, turnOn } from "../notifications/permission.ts";
import type { NotificationSources } from "../notifications/source.ts";
import { canPush, isPushOn, turnPushOff, turnPushOn } from "./web-push.ts";
import "./notification-settings.css";

interface Props {
  readonly client: JmapClient;
  readonly sources: NotificationSources;
}

/** What this browser does about new mail: all of a settings page but its heading. */
export function NotificationSettings(props: Props): ReactNode {
  const { client } = props;
  const { isOn, quiet, isDiscreet } = useNotificationChoices();
  const [leave, setLeave] = useState(permission);
  const isDenied = leave === "denied";
  const isNotifying = isOn && leave === "granted";

  const change = async (wanted: boolean): Promise<void> => {
    if (wanted) {
      setLeave(await turnOn());
      return;
    }
    setNotificationChoices({ isOn: false });
    await turnPushOff(client).catch(() => undefined);
  };
  const changeQuiet = (hours: typeof quiet): void => {
    setNotificationChoices({ quiet: hours });
  };

  if (leave === "unsupported") return <Banner severity="info" title={t("noNotifications")} />;
  return (
    <div className="suite-notifications">
      {isDenied && (
        <Banner severity="warning" title={t("notificationsDenied")}>
          {t("notificationsDeniedHow")}
        </Banner>
      )}
      <Switch
        label={t("notifyHere")}
        hint={t("notifyHereHow")}
        checked={isNotifying}
        disabled={isDenied}
        onChange={(wanted) => void change(wanted)}
      />
      {isNotifying && <PushSwitch {...props} />}
      <Switch
        label={t("discreet")}
        hint={t("discreetHow")}
        checked={isDiscreet}
        onChange={(wanted) => setNotificationChoices({ isDiscreet: wanted })}
      />
      <Switch
        label={t("quietHours")}
        hint={t("quietHoursHow")}
        checked={quiet !== null}
        onChange={(wanted) => changeQuiet(wanted ? USUAL_QUIET : null)}
      />
      {quiet && (
        <div className="suite-quiet-hours">
          <TextField
            label={t("quietFrom")}
            type="time"
            required
            value={clock(quiet.from)}
            onChange={({ target }) => {
              if (target.value) changeQuiet({ ...quiet, from: minutes(target.value) });
            }}
          />
          <TextField
            label={t("quietTo")}
            type="time"
            required
            value={clock(quiet.to)}
            onChange={({ target }) => {
              if (target.value) changeQuiet({ ...quiet, to: minutes(target.value) });
            }}
          />
        </div>
      )}
    </div>
  );
}

/** Pushes reach the browser while no window of the suite is open. */
function PushSwitch({ client, sources }: Props): ReactNode {
  const [isOn, setOn] = useState<boolean>();
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      const answer = await isPushOn(client).catch(() => false);
      if (!isOver) setOn(answer);
    };
    void look();
    return () => {
      isOver = true;
    };
  }, [client]);
  const change = async (wanted: boolean): Promise<void> => {
    setOn(wanted);
    try {
      await (wanted ? turnPushOn(client, sources) : turnPushOff(client));
    } catch {
      setOn(!wanted);
      toast({ severity: "danger", message: t("pushFailed") });
    }
  };
  if (!canPush()) return null;
  return (
    <Switch
      label={t("notifyClosed")}
      hint={t("notifyClosedHow")}
      checked={isOn === true}
      disabled={isOn === undefined}
      onChange={(wanted) => void change(wanted)}
    />
  );
}

const two = (number: number): string => String(number).padStart(2, "0");
const clock = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

function minutes(time: string): number {
  const [hours = 0, rest = 0] = time.split(":").map(Number);
  return hours * 60 + rest;
}
