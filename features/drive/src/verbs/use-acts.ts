import { FileNode, TRASH_ID } from "@atrium/contract/types/file-node";
import { MAX_ZIPPED } from "@atrium/contract/zip-download";
import { loadShareDialog } from "@atrium/feature-sharing/parts";
import { announce, offerUndo, toast } from "@atrium/ui";
import { useMemo } from "react";
import { useDrive, type Drive } from "../drive-context.tsx";
import { isFolder, type DriveNode } from "../nodes/definitions.ts";
import { useQuestions, type Questions } from "../questions/questions.tsx";
import { t } from "../strings/index.ts";
import { TooManyFiles, type Incoming } from "../uploads/dropped.ts";
import { FolderNameRefused, planUpload } from "../uploads/plan.ts";
import { download } from "../acts/download.ts";
import { copyNodes, moveBack, moveNodes, nodesOf, renameNode } from "../acts/node-acts.ts";
import { destroyNodes, emptyTrash, moveToTrash, restoreNodes } from "../acts/trash-acts.ts";
import { refusalType } from "../acts/refused.ts";
import { isWithin } from "../acts/rights.ts";

/** What people do with files and folders: each says what it did, and how it is undone. */
export interface Acts {
  /** @returns what was wrong, to be said where the name was typed. */
  readonly rename: (node: DriveNode, name: string) => Promise<string | undefined>;
  readonly move: (nodes: readonly DriveNode[], parentId: string | null) => Promise<void>;
  /** @param to another drive than that of the nodes, into which they go */
  readonly copy: (
    nodes: readonly DriveNode[],
    parentId: string | null,
    to?: Drive,
  ) => Promise<void>;
  readonly askFolder: (
    to: "move" | "copy",
    nodes: readonly DriveNode[],
    start: string | null,
  ) => void;
  /**
   * Moves into the trash; what is there already is permanently deleted, when the person says so. In another user's trash it is
   * out of reach, so that is asked about as well.
   */
  readonly remove: (nodes: readonly DriveNode[]) => void;
  readonly restore: (nodes: readonly DriveNode[]) => void;
  readonly emptyTrash: () => void;
  /** Asks with whom a file or folder is shared. */
  readonly share: (node: DriveNode) => Promise<void>;
  readonly download: (nodes: readonly DriveNode[]) => void;
  readonly upload: (
    incoming: Promise<Uploaded> | Uploaded,
    parentId: string | null,
  ) => Promise<void>;
  /** What is known of these, or else what the server says. */
  readonly find: (ids: readonly string[]) => Promise<readonly DriveNode[]>;
}

interface Uploaded {
  readonly files: readonly Incoming[];
  readonly emptyFolders: readonly (readonly string[])[];
}

/** In the drive that the page is in. */
export const useActs = (): Acts => useActsIn(useDrive());

export function useActsIn(drive: Drive): Acts {
  const questions = useQuestions();
  return useMemo(() => actsOf(drive, questions), [drive, questions]);
}

function actsOf(drive: Drive, { ask, askCollisions }: Questions): Acts {
  const { account, kind, owner } = drive;
  const isPartial = kind === "partial";
  const failed = (message: string): void => void toast({ message, severity: "danger" });

  const move: Acts["move"] = async (nodes, parentId) => {
    if (parentId === TRASH_ID) return throwAway(nodes);
    try {
      const moved = await moveNodes(drive, nodes, parentId, askCollisions);
      if (moved === undefined || moved.nodes.length === 0) return;
      const message = said("moved", moved.nodes);
      // What made room for them lies in the owner's trash, from where only the owner takes it.
      if (isPartial && moved.replaced.length > 0) return void toast({ message });
      offerUndo({
        message,
        onUndo: () =>
          void moveBack(account, moved).then(
            () => announce(t("movedBack")),
            () => failed(t("notMovedBack")),
          ),
      });
    } catch {
      failed(said("notMoved", nodes));
    }
    return undefined;
  };

  const copy: Acts["copy"] = async (nodes, parentId, to = drive) => {
    const folders = nodes.filter(isFolder).map(({ id }) => id);
    const isWithinOne = to.account === account;
    if (isWithinOne && isWithin(account, parentId, folders)) return failed(t("notIntoItself"));
    const isLong = folders.length > 0;
    if (isLong) announce(t("copying"));
    try {
      const made = isWithinOne
        ? await copyNodes(drive, nodes, parentId, askCollisions)
        : await copyElsewhere(nodes, parentId, to);
      if (made === undefined || made.length === 0) return undefined;
      offerUndo({
        message: isWithinOne ? said("copied", nodes) : copiedTo(nodes, to.title),
        onUndo: () => void takeAway(made, to),
      });
    } catch (error) {
      failed(refusalType(error) === "overQuota" ? t("overQuota") : said("notCopied", nodes));
    }
    return undefined;
  };

  const copyElsewhere = async (
    nodes: readonly DriveNode[],
    parentId: string | null,
    to: Drive,
  ): Promise<readonly string[] | undefined> => {
    const { copyBetween } = await import("../acts/copy-between.ts");
    return copyBetween(drive, to, nodes, parentId, askCollisions);
  };

  const takeAway = async (ids: readonly string[], from = drive): Promise<void> => {
    try {
      await moveToTrash(from.account, await nodesOf(from, ids));
    } catch {
      failed(t("notUndone"));
    }
  };

  const throwAway = async (nodes: readonly DriveNode[]): Promise<void> => {
    const was = { nodes: nodes.map(({ id, name, parentId }) => ({ id, name, parentId })) };
    try {
      await moveToTrash(account, nodes);
    } catch {
      return failed(said("notDeleted", nodes));
    }
    if (isPartial) return void toast({ message: deletedFrom(nodes, owner) });
    offerUndo({
      message: said("deleted", nodes),
      onUndo: () =>
        void moveBack(account, was).then(
          () => announce(said("restored", nodes)),
          () => failed(said("notRestored", nodes)),
        ),
    });
    return undefined;
  };

  const restore = async (nodes: readonly DriveNode[]): Promise<void> => {
    try {
      await restoreNodes(drive, nodes);
    } catch {
      return failed(said("notRestored", nodes));
    }
    const ids = nodes.map(({ id }) => id);
    offerUndo({ message: said("restored", nodes), onUndo: () => void takeAway(ids) });
    return undefined;
  };

  const destroy = async (nodes: readonly DriveNode[]): Promise<void> => {
    try {
      await destroyNodes(
        drive,
        nodes.map(({ id }) => id),
      );
      toast({ message: said("destroyed", nodes) });
    } catch {
      failed(said("notDeleted", nodes));
    }
  };

  const empty = async (): Promise<void> => {
    announce(t("emptying"));
    try {
      await emptyTrash(drive);
      toast({ message: t("trashEmptied") });
    } catch {
      failed(t("notEmptied"));
    }
  };

  return {
    async rename(node, name) {
      const before = node.name;
      try {
        await renameNode(account, node.id, name);
      } catch (error) {
        return t(refusalType(error) === "alreadyExists" ? "nameTaken" : "notRenamed");
      }
      offerUndo({
        message: t("renamed", { name }),
        onUndo: () => void renameNode(account, node.id, before).catch(() => failed(t("notUndone"))),
      });
      return undefined;
    },
    move,
    copy,
    askFolder(to, nodes, start) {
      const onPick = (parentId: string | null, into: Drive): void =>
        void (to === "move" ? move(nodes, parentId) : copy(nodes, parentId, into));
      ask({ kind: "folder", to, from: drive, nodes, start, onPick });
    },
    remove(nodes) {
      if (nodes.length === 0) return;
      if (nodes.every(({ inTrash }) => inTrash))
        ask({ kind: "delete", nodes, onConfirm: () => void destroy(nodes) });
      else if (isPartial)
        ask({ kind: "delete", nodes, owner, onConfirm: () => void throwAway(nodes) });
      else void throwAway(nodes.filter(({ inTrash }) => !inTrash));
    },
    restore: (nodes) => void restore(nodes),
    emptyTrash: () => ask({ kind: "emptyTrash", onConfirm: () => void empty() }),
    async share(node) {
      try {
        ask({ kind: "share", drive, node, ShareDialog: await loadShareDialog() });
      } catch {
        failed(t("shareNotLoaded"));
      }
    },
    download(nodes) {
      if (nodes.length > MAX_ZIPPED) failed(t("tooManyToDownload", { count: MAX_ZIPPED }));
      else download(drive, nodes);
    },
    async upload(incoming, parentId) {
      try {
        const orders = await planUpload(drive, parentId, await incoming, askCollisions);
        if (orders !== undefined) drive.queue.add(orders);
      } catch (error) {
        if (error instanceof TooManyFiles) failed(t("tooManyFiles"));
        else if (error instanceof FolderNameRefused) failed(`${error.folder}: ${t(error.fault)}`);
        else failed(t(refusalType(error) === "overQuota" ? "overQuota" : "notPlanned"));
      }
    },
    async find(ids) {
      const known = ids.map((id) => account.get(FileNode, id));
      const isHere = known.every((node) => node?.name !== undefined);
      return isHere ? (known as DriveNode[]) : nodesOf(drive, ids);
    },
  };
}

type Said =
  | "moved"
  | "notMoved"
  | "copied"
  | "notCopied"
  | "deleted"
  | "notDeleted"
  | "destroyed"
  | "restored"
  | "notRestored";

/** What happened to one thing by its name, to several by their number. */
function said(what: Said, nodes: readonly Pick<DriveNode, "name">[]): string {
  const [only] = nodes.length === 1 ? nodes : [];
  return only ? t(what, { name: only.name }) : t(`${what}Many`, { count: nodes.length });
}

const copiedTo = (nodes: readonly DriveNode[], place: string): string => {
  const [only] = nodes.length === 1 ? nodes : [];
  return only
    ? t("copiedTo", { name: only.name, place })
    : t("copiedToMany", { count: nodes.length, place });
};

const deletedFrom = (nodes: readonly DriveNode[], owner: string): string => {
  const [only] = nodes.length === 1 ? nodes : [];
  return only
    ? t("deletedFrom", { name: only.name, owner })
    : t("deletedFromMany", { count: nodes.length, owner });
};
