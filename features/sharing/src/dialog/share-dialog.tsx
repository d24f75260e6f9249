import { Button, Dialog, ErrorCard, Link } from "@atrium/ui";
import { useEffect, useRef, type ReactNode } from "react";
import type { Shared, SharingClient } from "../client.ts";
import { shareOf } from "../shares/change-shares.ts";
import { useDirectory } from "../shares/directory.ts";
import { useShared } from "../shares/follow-shared.ts";
import type { ShareRole } from "../shares/roles.ts";
import { t } from "../strings/index.ts";
import { LinkList } from "../links/link-list.tsx";
import { AccessList, AccessSkeleton, ReadOnlyShares } from "./access-list.tsx";
import { ShareForm } from "./share-form.tsx";
import { useChangeShares } from "./use-change-shares.ts";
import "./share-dialog.css";

export interface ShareDialogProps extends Shared {
  readonly client: SharingClient;
  /** What the record is called. */
  readonly name: string;
  /** Each with all rights of the ones before it. */
  readonly roles: readonly ShareRole[];
  /** What others see who get access, in a sentence. */
  readonly sees: string;
  /** It can be opened by links, which anyone may have. */
  readonly hasLinks?: boolean;
  /** What it lies in, nearest first: with whom that is shared, this is too. */
  readonly above: readonly PlaceAbove[];
  readonly onClose: () => void;
}

interface PlaceAbove {
  readonly id: string;
  /** That it is shared through this, in a sentence. */
  readonly through: string;
  /** What leads there. */
  readonly href: string;
  readonly linkLabel: string;
  readonly onGo: () => void;
}

/** With whom something is shared, as what and until when. */
export function ShareDialog({ name, onClose, ...props }: ShareDialogProps): ReactNode {
  return (
    <Dialog
      open
      title={t("title", { name })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t("done")}</Button>}
    >
      <Access {...props} onClose={onClose} />
    </Dialog>
  );
}

function Access({
  client,
  type,
  accountId,
  id,
  roles,
  sees,
  hasLinks = false,
  above,
  onClose,
}: Omit<ShareDialogProps, "name">): ReactNode {
  const account = client.account(accountId);
  const { records, ...shared } = useShared(account, type, [id, ...above.map((one) => one.id)]);
  const [record, ...around] = records;
  const ids = records.flatMap((one) => Object.keys(one?.shareWith ?? {}));
  const { directory, ...named } = useDirectory(client, accountId, ids);
  const changes = useChangeShares(client, { type, accountId, id });
  const field = useRef<HTMLInputElement>(null);
  const isGone = record === null;
  useEffect(() => {
    // Deleted meanwhile, or out of reach.
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (!record || !directory)
    return shared.hasFailed || named.hasFailed ? (
      <ErrorCard
        title={t("loadFailed")}
        onRetry={() => {
          shared.retry();
          named.retry();
        }}
      >
        {t("checkConnection")}
      </ErrorCard>
    ) : (
      <div className="share">
        <AccessSkeleton />
      </div>
    );
  const mayShare = record.myRights["mayShare"] === true;
  return (
    <div className="share">
      {mayShare ? (
        <ShareForm
          field={field}
          account={
            directory.accountId === undefined ? undefined : client.account(directory.accountId)
          }
          roles={roles}
          myRights={record.myRights}
          omitted={[directory.me, directory.owner?.id]}
          hasAccess={(personId) => shareOf(record, personId) !== undefined}
          count={Object.keys(record.shareWith ?? {}).length}
          sees={sees}
          onShare={changes.share}
        />
      ) : (
        <p>{t("readOnly")}</p>
      )}
      <AccessList
        record={record}
        directory={directory}
        roles={roles}
        changes={changes}
        onGone={() => field.current?.focus()}
      />
      {hasLinks && mayShare && <LinkList client={client} linked={{ accountId, id }} />}
      {above.map((place, at) => {
        const shares = around[at];
        return (
          Object.keys(shares?.shareWith ?? {}).length > 0 && (
            <Inherited key={place.id} place={place} onClose={onClose}>
              <ReadOnlyShares
                record={shares!}
                directory={directory}
                roles={roles}
                label={place.through}
              />
            </Inherited>
          )
        );
      })}
    </div>
  );
}

/** Who has access by what the record lies in, and the way there. */
function Inherited({
  place,
  onClose,
  children,
}: {
  readonly place: PlaceAbove;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="share-section">
      <div className="share-head">
        <h3>{place.through}</h3>
        <Link
          href={place.href}
          onClick={(event) => {
            if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onClose();
            place.onGo();
          }}
        >
          {place.linkLabel}
        </Link>
      </div>
      {children}
    </section>
  );
}
