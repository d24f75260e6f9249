import { api } from "@atrium/contract/api/index";
import { rest } from "@atrium/shell";
import { useSyncExternalStore, type ReactNode } from "react";
import { PasswordAgain } from "./password-again.tsx";
import { t } from "../strings/index.ts";
import { proofAsked } from "./proven.ts";

/** Asks for the password again when something waits for it (`proven`). */
export function ProofDialog({ address }: { readonly address: string }): ReactNode {
  const answer = useSyncExternalStore(proofAsked.subscribe, proofAsked.read);
  if (answer === undefined) return null;
  return (
    <PasswordAgain
      title={t("proof")}
      address={address}
      confirmLabel={t("next")}
      onClose={() => answer(false)}
      onProof={async (body) => {
        await rest(api.session.prove, { body });
        answer(true);
      }}
    >
      <p>{t("proofMore")}</p>
    </PasswordAgain>
  );
}
