import { SignInGate } from "@atrium/feature-accounts";
import { AddressBookWindow, t } from "@atrium/feature-contacts";
import { WindowSkeleton } from "@atrium/feature-suite/parts";
import { matchPattern, usePath } from "@atrium/shell";
import type { ReactNode } from "react";

/** `/address-book`, and `/address-book/people/ID` with a card open. The list stays while cards change. */
export function AddressBook(): ReactNode {
  const { pathname } = usePath();
  const person = matchPattern("/address-book/people/:id", pathname);
  return (
    <SignInGate appName={t("title")} fallback={<WindowSkeleton />}>
      {(session) => <AddressBookWindow session={session} chosen={person?.["id"]} />}
    </SignInGate>
  );
}
