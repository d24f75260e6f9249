import type { EmailAddress, EmailRecord } from "@atrium/contract/types/email";
import { useKnownName } from "@atrium/feature-compose/parts";
import { formatDateTime } from "@atrium/i18n";
import type { ReactNode } from "react";
import { named } from "../email/participants.ts";
import { t } from "../strings/index.ts";
import { Address } from "./address.tsx";
import { p } from "./pictures/strings/index.ts";
import { WhyHere } from "./why-here/why-here.tsx";

/** All addresses of a message, and when it was sent. */
export function MessageDetails({
  email,
  trackers,
}: {
  readonly email: EmailRecord;
  /** Addresses of its tracking pixels, which are blocked. */
  readonly trackers: readonly string[];
}): ReactNode {
  const knownName = useKnownName();
  const withNames = (list: readonly EmailAddress[] | null) =>
    list && list.map((address) => named(address, knownName));
  const rows = [
    [t("from"), email.from],
    [t("sentBy"), differs(email.sender, email.from)],
    [t("replyTo"), differs(email.replyTo, email.from)],
    [t("to"), withNames(email.to)],
    [t("cc"), withNames(email.cc)],
    [t("bcc"), withNames(email.bcc)],
  ] as const;
  return (
    <dl className="mail-details">
      {rows.map(
        ([label, addresses]) =>
          addresses &&
          addresses.length > 0 && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {addresses.map((address, index) => (
                  <span key={index}>
                    {address.name && <b>{address.name}</b>}{" "}
                    <bdi>
                      <Address email={address.email} />
                    </bdi>
                  </span>
                ))}
              </dd>
            </div>
          ),
      )}
      {email.sentAt && (
        <div>
          <dt>{t("sentOn")}</dt>
          <dd>{formatDateTime(email.sentAt)}</dd>
        </div>
      )}
      <WhyHere email={email} />
      {trackers.length > 0 && <Trackers addresses={trackers} />}
    </dl>
  );
}

/** Tracking pixels that are shown one by one, and characters of each that tell them apart. */
const MOST_TRACKERS = 5;
const LONGEST = 120;

function Trackers({ addresses }: { readonly addresses: readonly string[] }): ReactNode {
  const count = addresses.length;
  return (
    <div>
      <dt>{p("tracking")}</dt>
      <dd className="mail-details-lines">
        <span>{p("stayBlocked", { count })}</span>
        {addresses.slice(0, MOST_TRACKERS).map((address) => (
          <bdi key={address} title={address}>
            {address.length > LONGEST ? `${address.slice(0, LONGEST)}…` : address}
          </bdi>
        ))}
        {count > MOST_TRACKERS && (
          <span>{p("moreTrackers", { count: count - MOST_TRACKERS })}</span>
        )}
      </dd>
    </div>
  );
}

function differs(
  addresses: readonly EmailAddress[] | null,
  from: readonly EmailAddress[] | null,
): readonly EmailAddress[] | null {
  const same = addresses?.every(({ email }) => from?.some((other) => other.email === email));
  return same ? null : addresses;
}
