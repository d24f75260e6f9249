import type { RefusalCode } from "@atrium/contract/errors";
import { RestRefusal } from "@atrium/shell";
import { PasskeyFailed, type PasskeyFault } from "@atrium/shell/passkeys";
import { Banner } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";

/** What the server or the device refused, kept as it was said; `until` is when another try is allowed. */
export interface Refused {
  readonly code: RefusalCode | PasskeyFault;
  readonly id: string | undefined;
  /** Milliseconds since 1970. */
  readonly until: number | undefined;
}

/** Reads a refusal; anything else is a bug of ours and shows as a failure. */
export function refusedBy(error: unknown): Refused {
  if (error instanceof PasskeyFailed) return { code: error.code, id: undefined, until: undefined };
  if (!(error instanceof RestRefusal))
    return { code: "serverFail", id: undefined, until: undefined };
  const { code, id, retryAfter } = error;
  return {
    code,
    id,
    until: retryAfter === undefined ? undefined : Date.now() + retryAfter * 1000,
  };
}

/** Seconds until another try is allowed, counted down; 0 when it is. */
export function useWait(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

/** Says what was refused, why, and what next. */
export function RefusalBanner({
  refused,
  wait,
}: {
  readonly refused: Refused;
  readonly wait: number;
}): ReactNode {
  const { code, id } = refused;
  switch (code) {
    case "wrongCredentials":
      return (
        <Banner severity="danger" title={t("wrongCredentials")}>
          {t("wrongCredentialsNext")}
        </Banner>
      );
    case "wrongCode":
      return (
        <Banner severity="danger" title={t("wrongCode")}>
          {t("wrongCodeNext")}
        </Banner>
      );
    case "passkeyRequired":
      return (
        <Banner severity="info" title={t("passkeyRequired")}>
          {t("passkeyRequiredNext")}
        </Banner>
      );
    case "wrongPasskey":
      return (
        <Banner severity="danger" title={t("wrongPasskey")}>
          {t("wrongPasskeyNext")}
        </Banner>
      );
    case "passkeyStopped":
      return (
        <Banner severity="info" title={t("passkeyStopped")}>
          {t("passkeyStoppedNext")}
        </Banner>
      );
    case "passkeyOther":
      return (
        <Banner severity="warning" title={t("passkeyOther")}>
          {t("passkeyOtherNext")}
        </Banner>
      );
    case "passkeyAddress":
    case "passkeyDevice":
    case "passkeyThere":
    case "passkeyUnknown":
      return (
        <Banner severity="warning" title={t("passkeyFailed")}>
          {t("passkeyFailedNext")}
        </Banner>
      );
    case "tooManyRequests":
      return (
        <Banner severity="warning" title={t("tooManyRequests")}>
          {wait > 0 ? t("waitSeconds", { seconds: wait }) : t("waitOver")}
        </Banner>
      );
    case "unavailable":
      return (
        <Banner severity="danger" title={t("unavailable")}>
          {t("unavailableNext")}
        </Banner>
      );
    case "invalid":
    case "badRequest":
      return <Banner severity="danger" title={t("invalid")} />;
    default:
      return (
        <Banner severity="danger" title={t("serverFail")}>
          {id === undefined ? t("serverFailPlain") : t("serverFailNext", { id })}
        </Banner>
      );
  }
}
