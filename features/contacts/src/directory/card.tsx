import { Principal } from "@atrium/contract/types/principal";
import { openCompose } from "@atrium/feature-compose/parts";
import { useRecord, type Account } from "@atrium/jmap";
import {
  Avatar,
  Button,
  CopyIcon,
  EmptyState,
  SearchIcon,
  Skeleton,
  toast,
  useTitle,
  WriteIcon,
} from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import { CARD } from "./directory.tsx";

/** Everything the directory says about one entry. */
export function Card({
  account,
  id,
}: {
  readonly account: Account;
  readonly id: string;
}): ReactNode {
  const principal = useRecord(account, Principal, id, CARD);
  useTitle(principal?.name ?? t("title"), principal ? t("title") : undefined);
  if (principal === undefined)
    return (
      <div className="card" aria-busy="true">
        <header>
          <Skeleton width={64} height={64} round />
          <Skeleton width={180} height={20} />
        </header>
        <Skeleton height={88} />
      </div>
    );
  if (principal === null)
    return (
      <EmptyState icon={<SearchIcon />} title={t("gone")}>
        {t("goneMore")}
      </EmptyState>
    );
  const { name, email, description, type } = principal;
  return (
    <article className="card" aria-label={t("card", { name })}>
      <header>
        <Avatar
          name={name}
          isGroup={type === "group"}
          size={64}
          {...(email && { address: email })}
        />
        <h2>{name}</h2>
      </header>
      <dl>
        {email && (
          <div>
            <dt>{t("address")}</dt>
            <dd>{email}</dd>
          </div>
        )}
        <div>
          <dt>{t("kind")}</dt>
          <dd>{t(type)}</dd>
        </div>
        {description && (
          <div>
            <dt>{t("about")}</dt>
            <dd>{description}</dd>
          </div>
        )}
      </dl>
      {email && (
        <div className="card-acts">
          <Button
            variant="primary"
            icon={<WriteIcon />}
            onClick={() => openCompose({ kind: "new", to: [{ name, email }] })}
          >
            {t("write")}
          </Button>
          <Button icon={<CopyIcon />} onClick={() => void copy(email)}>
            {t("copyAddress")}
          </Button>
        </div>
      )}
    </article>
  );
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast({ severity: "success", message: t("copied") });
  } catch {
    toast({ severity: "warning", message: t("copyFailed") });
  }
}
