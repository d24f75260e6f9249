import type { FileLinkRecord } from "@atrium/contract/types/file-link";
import { Button, Confirm, IconButton, LinkIcon, Skeleton, toast, TrashIcon } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import type { SharingClient } from "../client.ts";
import { endText } from "../terms/end-dialog.tsx";
import { t } from "../strings/index.ts";
import { linkFault } from "./link-terms.ts";
import { LinkForm } from "./link-form.tsx";
import { endLink, type Linked, type LinkPolicies } from "./links.ts";
import { MadeLink } from "./made-link.tsx";
import { useLinks } from "./use-links.ts";

/** The links to a file or folder, for who may share it: made, looked at and ended. */
export function LinkList({
  client,
  linked,
}: {
  readonly client: SharingClient;
  readonly linked: Linked;
}): ReactNode {
  const { known, hasFailed, refresh } = useLinks(client, linked);
  const [isAsking, setAsking] = useState(false);
  const [made, setMade] = useState<string>();
  return (
    <section className="share-section">
      <div className="share-head">
        <h3>{t("links")}</h3>
        {known?.policies.publicLinks === true && (
          <Button variant="quiet" icon={<LinkIcon />} onClick={() => setAsking(true)}>
            {t("newLink")}
          </Button>
        )}
      </div>
      <p className="share-sees">{aboutLinks(known)}</p>
      {known === undefined && !hasFailed && <Skeleton width={160} height={14} />}
      {known === undefined && hasFailed && (
        <p className="share-fault">
          {t("linksFailed")}{" "}
          <Button variant="quiet" onClick={refresh}>
            {t("tryAgain")}
          </Button>
        </p>
      )}
      {known !== undefined && known.links.length > 0 && (
        <ul className="share-list" aria-label={t("links")}>
          {known.links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              onEnd={() => endLink(client, linked, link.id).then(refresh)}
              policies={known.policies}
            />
          ))}
        </ul>
      )}
      {isAsking && known !== undefined && (
        <LinkForm
          client={client}
          linked={linked}
          policies={known.policies}
          onMade={(address) => {
            setAsking(false);
            setMade(address);
            refresh();
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {made !== undefined && <MadeLink address={made} onClose={() => setMade(undefined)} />}
    </section>
  );
}

/** What links are; where there are none, because the organisation wants none, its reason. */
function aboutLinks(known: { readonly policies: LinkPolicies } | undefined): string {
  if (known?.policies.publicLinks !== false) return t("linksAbout");
  return `${t("linksOff")} ${known.policies.publicLinksReason}`.trim();
}

function LinkRow({
  link,
  policies,
  onEnd,
}: {
  readonly link: FileLinkRecord;
  readonly policies: LinkPolicies;
  readonly onEnd: () => Promise<void>;
}): ReactNode {
  const [asksEnd, setAsksEnd] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const name = link.name ?? t(link.mode === "view" ? "linkView" : "linkDownload");
  const end = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await onEnd();
      toast(t("linkEnded"));
      setAsksEnd(false);
    } catch (error) {
      setFault(linkFault(error, policies));
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="share-row">
      <span className="share-sign">
        <LinkIcon />
      </span>
      <span className="share-person">
        <span className="share-name">{name}</span>
        <span className="share-about">{termsOf(link)}</span>
      </span>
      <IconButton
        label={t("endLink", { name })}
        icon={<TrashIcon />}
        onClick={() => setAsksEnd(true)}
      />
      <Confirm
        open={asksEnd}
        title={t("endLinkTitle")}
        confirmLabel={t("deleteLink")}
        danger
        busy={isBusy}
        error={fault}
        onConfirm={() => void end()}
        onClose={() => setAsksEnd(false)}
      >
        <p>{t("endLinkWhy")}</p>
      </Confirm>
    </li>
  );
}

/** What a link lets people do, for how long, and how often that was done. */
function termsOf({
  name,
  mode,
  expires,
  hasPassword,
  downloads,
  maxDownloads,
}: FileLinkRecord): string {
  const isOver = expires !== null && Date.parse(expires) <= Date.now();
  return [
    name === null ? undefined : t(mode === "view" ? "linkView" : "linkDownload"),
    expires === null ? undefined : isOver ? t("linkExpired") : endText(expires),
    hasPassword ? t("linkHasPassword") : undefined,
    mode === "view"
      ? undefined
      : maxDownloads === null
        ? t("linkDownloads", { count: downloads })
        : t("linkDownloadsOf", { count: downloads, most: maxDownloads }),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}
