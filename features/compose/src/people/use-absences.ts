import type { PrincipalAbsence } from "@atrium/contract/types/principal";
import { CAPABILITY } from "@atrium/contract/types/wire";
import type { EmailAddress } from "@atrium/contract/types/email";
import type { JmapClient } from "@atrium/jmap";
import { useEffect, useState } from "react";

/** Asked about in one go; a message to more says it of the first. */
const MOST = 50;

/** Somebody who is out of office, by the name that the directory has. */
export interface Away extends PrincipalAbsence {
  readonly name: string;
}

/** By address in small letters. */
export type Absences = ReadonlyMap<string, Away>;

/** Who of the recipients is out of office, of those with addresses in the domains of one's own. */
export function useAbsences(
  client: JmapClient,
  recipients: readonly EmailAddress[],
  domains: ReadonlySet<string>,
): Absences {
  const [known, setKnown] = useState<ReadonlyMap<string, Away | null>>(new Map());
  const asked = recipients
    .map(({ email }) => email.toLowerCase())
    .filter((email) => domains.has(email.slice(email.lastIndexOf("@") + 1)) && !known.has(email))
    .slice(0, MOST)
    .join(" ");
  useEffect(() => {
    if (asked === "") return undefined;
    let isOver = false;
    const emails = asked.split(" ");
    readAbsences(client, emails).then(
      (found) => {
        if (!isOver)
          setKnown(
            (now) =>
              new Map([...now, ...emails.map((one) => [one, found.get(one) ?? null] as const)]),
          );
        return undefined;
      },
      // Nothing is said where nobody can be asked.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [client, asked]);
  const here = new Set(recipients.map(({ email }) => email.toLowerCase()));
  return new Map(
    [...known].flatMap(([email, one]) => (one && here.has(email) ? [[email, one]] : [])),
  );
}

async function readAbsences(client: JmapClient, emails: readonly string[]): Promise<Absences> {
  const accountId = (await client.session()).primaryAccounts[CAPABILITY.principals];
  if (accountId === undefined) return new Map();
  const group = client.group();
  const query = group.call("Principal/query", {
    accountId,
    filter: { operator: "OR", conditions: emails.map((email) => ({ email })) },
    limit: 2 * MOST,
  });
  // Not through the records kept here: it comes and goes by time, and nothing says so.
  const got = group.call("Principal/get", {
    accountId,
    "#ids": query.ref("/ids"),
    properties: ["email", "name", "capabilities"],
  });
  const { list } = await got.result;
  return new Map(
    list.flatMap(({ email, name, capabilities }) => {
      const absence = capabilities[CAPABILITY.vacationResponse] as PrincipalAbsence | undefined;
      return email && absence ? [[email.toLowerCase(), { ...absence, name }]] : [];
    }),
  );
}
