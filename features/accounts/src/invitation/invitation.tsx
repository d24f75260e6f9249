import { api } from "@atrium/contract/api/index";
import type { InvitationState } from "@atrium/contract/api/session";
import { rest, RestRefusal, usePath } from "@atrium/shell";
import { ButtonLink, EmptyState, ErrorCard, LinkOffIcon, Skeleton, useTitle } from "@atrium/ui";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { AuthPage } from "../auth/auth-page.tsx";
import { Unencrypted } from "../auth/unencrypted.tsx";
import { t as common } from "../strings/index.ts";
import { InvitationForm } from "./invitation-form.tsx";
import { t } from "./strings/index.ts";

type Found = InvitationState | "asking" | "away" | "unencrypted";

/**
 * Where somebody who was invited sets a password, at `…/invitation#TOKEN`, or another one in place of a forgotten one, at
 * `…/recovery#TOKEN`. The token stands in the fragment, so that it never reaches a log.
 */
export function Invitation(): ReactNode {
  const { hash, pathname } = usePath();
  const token = hash.slice(1);
  const isRecovery = pathname.endsWith("/recovery");
  const title = t(isRecovery ? "recoveryTitle" : "title");
  const [found, ask] = useInvitation(token);
  useTitle(title);
  if (found === "unencrypted") return <Unencrypted />;
  if (typeof found === "object" && !found.open)
    return (
      <AuthPage>
        <EmptyState
          isPage
          icon={<LinkOffIcon />}
          title={t("closed")}
          action={
            isRecovery ? (
              <ButtonLink href="/setting/forgot-password">{t("askAgain")}</ButtonLink>
            ) : (
              <ButtonLink href="/">{common("toSignIn")}</ButtonLink>
            )
          }
        >
          {t(isRecovery ? "recoveryClosedWhy" : "closedWhy")}
        </EmptyState>
      </AuthPage>
    );
  return (
    <AuthPage>
      <h1 className="a-auth-title">{title}</h1>
      {found === "asking" && (
        <div className="a-auth-form">
          <Skeleton height={36} />
          <Skeleton height={36} />
        </div>
      )}
      {found === "away" && (
        <ErrorCard title={common("unavailable")} onRetry={ask}>
          {common("unavailableNext")}
        </ErrorCard>
      )}
      {typeof found === "object" && (
        <>
          <p className="a-auth-lead">
            {t(isRecovery ? "recoveryLead" : "lead", { organisation: found.organisation })}
          </p>
          <InvitationForm token={token} address={found.address} onClosed={ask} />
        </>
      )}
    </AuthPage>
  );
}

/** Whom the link invites, and how to ask again. */
function useInvitation(token: string): readonly [Found, () => void] {
  const [found, setFound] = useState<Found>("asking");
  const ask = useCallback(() => void read(token).then(setFound), [token]);
  useEffect(ask, [ask]);
  return [found, ask];
}

async function read(token: string): Promise<Found> {
  try {
    return await rest(api.invitation.read, { body: { token } });
  } catch (error) {
    return error instanceof RestRefusal && error.code === "unencrypted" ? "unencrypted" : "away";
  }
}
