import type { EmailRecord } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import type { CalendarEvent } from "@atrium/formats/icalendar";

/** As whom one answers. */
export interface Answerer {
  readonly identity: IdentityRecord;
  /** As it is in the invitation, or the identity's own. */
  readonly email: string;
  readonly name: string | null;
  readonly isInvited: boolean;
}

const withoutDetail = (address: string): string => address.replace(/^([^+@]*)\+[^@]*@/, "$1@");

/** The identity that was invited; where none was, the one that the message was sent to. */
export function answererOf(
  event: CalendarEvent,
  identities: readonly IdentityRecord[],
  email: Pick<EmailRecord, "to" | "cc">,
): Answerer | undefined {
  const byAddress = (address: string): IdentityRecord | undefined => {
    const small = address.toLowerCase();
    return (
      identities.find((one) => one.email.toLowerCase() === small) ??
      identities.find((one) => one.email.toLowerCase() === withoutDetail(small))
    );
  };
  for (const attendee of event.attendees) {
    const identity = byAddress(attendee.email);
    if (identity) {
      const name = identity.name || attendee.name;
      return { identity, email: attendee.email, name, isInvited: true };
    }
  }
  const sentTo = [...(email.to ?? []), ...(email.cc ?? [])].flatMap(
    (one) => byAddress(one.email) ?? [],
  );
  const identity = sentTo[0] ?? identities[0];
  return (
    identity && { identity, email: identity.email, name: identity.name || null, isInvited: false }
  );
}
