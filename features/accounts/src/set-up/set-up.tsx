import { api } from "@atrium/contract/api/index";
import { rest, RestRefusal, usePath } from "@atrium/shell";
import { ButtonLink, EmptyState, ErrorCard, LinkOffIcon, Skeleton, useTitle } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { AuthPage } from "../auth/auth-page.tsx";
import { Unencrypted } from "../auth/unencrypted.tsx";
import { t } from "../strings/index.ts";
import { SetUpForm } from "./set-up-form.tsx";

type Link = "asking" | "open" | "closed" | "away" | "unencrypted";

/**
 * The first page of an empty store, at `…/set-up#TOKEN`: organisation, domain and first administrator.
 * The token stands in the fragment, so that it never reaches a log.
 */
export function SetUp(): ReactNode {
  const token = usePath().hash.slice(1);
  const [link, ask] = useLink(token);
  useTitle(t("setUpTitle"));
  if (link === "unencrypted") return <Unencrypted />;
  if (token === "" || link === "closed") {
    return (
      <AuthPage>
        <EmptyState
          isPage
          icon={<LinkOffIcon />}
          title={t(token === "" ? "linkMissing" : "linkClosed")}
          action={<ButtonLink href="/">{t("toSignIn")}</ButtonLink>}
        >
          {t(token === "" ? "linkMissingWhy" : "linkClosedWhy")}
        </EmptyState>
      </AuthPage>
    );
  }
  return (
    <AuthPage wide>
      <h1 className="a-auth-title">{t("setUpTitle")}</h1>
      <p className="a-auth-lead">{t("setUpIntro")}</p>
      {link === "open" && <SetUpForm token={token} />}
      {link === "asking" && (
        <div className="a-auth-form">
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </div>
      )}
      {link === "away" && (
        <ErrorCard title={t("unavailable")} onRetry={ask}>
          {t("unavailableNext")}
        </ErrorCard>
      )}
    </AuthPage>
  );
}

/** Whether the link is still good, and how to ask again. */
function useLink(token: string): readonly [Link, () => void] {
  const [link, setLink] = useState<Link>("asking");
  useEffect(() => {
    const read = async (): Promise<void> => setLink(await askLink(token));
    if (token !== "") void read();
  }, [token]);
  const again = (): void => {
    setLink("asking");
    void askLink(token).then(setLink);
  };
  return [link, again];
}

async function askLink(token: string): Promise<Link> {
  try {
    const { open } = await rest(api.setUp.read, { body: { token } });
    return open ? "open" : "closed";
  } catch (error) {
    return error instanceof RestRefusal && error.code === "unencrypted" ? "unencrypted" : "away";
  }
}
