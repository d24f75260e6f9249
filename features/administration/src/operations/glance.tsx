import { hasLittleRoom, WORTH_A_LOOK, type OperationsNow } from "@atrium/contract/types/operations";
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatNumber,
  formatRelative,
} from "@atrium/i18n";
import { VisuallyHidden, WarningIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

interface Tile {
  readonly label: string;
  readonly value: string;
  readonly more: ReactNode;
  readonly needsCare: boolean;
}

/** The few figures that say whether all is well. */
export function Glance({ now }: { readonly now: OperationsNow }): ReactNode {
  const tiles = [queue, storage, database, certificate, backup, server].map((tile) => tile(now));
  return (
    <dl className="operations-glance" aria-label={t("atAGlance")}>
      {tiles.map(({ label, value, more, needsCare }) => (
        <div key={label} data-care={needsCare}>
          <dt>
            {label}
            {needsCare && (
              <>
                <WarningIcon />
                <VisuallyHidden>{t("needsCare")}</VisuallyHidden>
              </>
            )}
          </dt>
          <dd>
            <strong>{value}</strong>
            <span>{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function queue({ at, queue: { waiting, oldestAt } }: OperationsNow): Tile {
  const isOld = oldestAt !== null && Date.parse(at) - Date.parse(oldestAt) > WORTH_A_LOOK.queueAge;
  const none = t(waiting === 0 ? "allLeft" : "allHeld");
  return {
    label: t("mailQueue"),
    value: waiting === 0 ? t("nothingWaits") : t("waitingCount", { count: waiting }),
    more: oldestAt === null ? none : t("oldest", { when: formatRelative(oldestAt, at) }),
    needsCare: isOld,
  };
}

function storage({ storage: { octets, emails }, processes }: OperationsNow): Tile {
  const disks = processes.flatMap(({ disk }) => disk ?? []);
  const full = disks.filter(hasLittleRoom);
  const [disk] = (full.length > 0 ? full : disks).toSorted(
    (a, b) => a.free / a.all - b.free / b.all,
  );
  return {
    label: t("storage"),
    value: formatBytes(octets),
    more:
      disk === undefined
        ? t("mailCount", { count: emails })
        : t("diskFree", { free: formatBytes(disk.free), all: formatBytes(disk.all) }),
    needsCare: full.length > 0,
  };
}

function database({ database: { octets, connections, maxConnections } }: OperationsNow): Tile {
  return {
    label: t("database"),
    value: formatBytes(octets),
    more: t("connectionsOf", {
      used: formatNumber(connections),
      all: formatNumber(maxConnections),
    }),
    needsCare: connections > maxConnections * WORTH_A_LOOK.connections,
  };
}

function certificate({ at, processes }: OperationsNow): Tile {
  const known = processes.filter(({ certificateEndsAt }) => certificateEndsAt !== null);
  const [first] = known.toSorted(
    (a, b) => Date.parse(a.certificateEndsAt!) - Date.parse(b.certificateEndsAt!),
  );
  if (first === undefined)
    return { label: t("certificate"), value: t("unknown"), more: "", needsCare: false };
  const endsAt = first.certificateEndsAt!;
  // Mail apps warn of one that no authority has signed.
  if (first.certificateIsOwn)
    return {
      label: t("certificate"),
      value: t("ownCertificate"),
      more: t("ownCertificateMore"),
      needsCare: true,
    };
  return {
    label: t("certificateEnds"),
    value: formatRelative(endsAt, at),
    more: formatDate(endsAt),
    needsCare: Date.parse(endsAt) - Date.parse(at) < WORTH_A_LOOK.certificateLeft,
  };
}

function backup({ at, lastBackup }: OperationsNow): Tile {
  const label = t("backup");
  if (lastBackup === null)
    return { label, value: t("noBackup"), more: <code>{t("backUp")}</code>, needsCare: true };
  return {
    label,
    value: formatRelative(lastBackup.at, at),
    more: formatDateTime(lastBackup.at),
    needsCare: Date.parse(at) - Date.parse(lastBackup.at) > WORTH_A_LOOK.backupAge,
  };
}

function server({ at, processes }: OperationsNow): Tile {
  const versions = [...new Set(processes.map(({ version }) => version))].join(", ");
  const count = t("processCount", { count: processes.length });
  return {
    label: t("server"),
    value: processes[0] === undefined ? t("unknown") : formatRelative(processes[0].startedAt, at),
    more: `${t("versionOf", { version: versions })} · ${count}`,
    needsCare: false,
  };
}
