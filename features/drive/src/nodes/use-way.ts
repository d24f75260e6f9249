import { FileNode } from "@atrium/contract/types/file-node";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { DriveAccount } from "../client.ts";
import { NODE_PROPERTIES, type DriveNode } from "./definitions.ts";

/** Deeper than the server lets folders be. */
const MAX_STEPS = 100;

/** The way from the top to a node, the node last. */
export interface Way {
  readonly nodes: readonly DriveNode[];
  /** Everything up to the top is here. */
  readonly isWhole: boolean;
  /** There is no such node, or none in reach. */
  readonly isMissing: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

interface Found {
  readonly nodes: readonly DriveNode[];
  /** The next one up, which is not here; `null` when there is none. */
  readonly next: string | null;
  readonly isMissing: boolean;
}

/** The way to a node as far as it is known: from the last step upwards. */
export function wayTo(account: Pick<DriveAccount, "get">, id: string | null): Found {
  const nodes: DriveNode[] = [];
  let next = id;
  while (next !== null && nodes.length < MAX_STEPS) {
    const node = account.get(FileNode, next);
    if (node === null) return { nodes, next: null, isMissing: nodes.length === 0 };
    if (node?.name === undefined || node.parentId === undefined)
      return { nodes, next, isMissing: false };
    nodes.unshift(node);
    next = node.parentId;
  }
  return { nodes, next: null, isMissing: false };
}

/** The way to a node, followed live; what is not here is fetched, one folder after the other. */
export function useWay(account: DriveAccount, id: string | null): Way {
  const [failedAt, setFailedAt] = useState<string>();
  const last = useRef<Found>(undefined);
  const read = (): Found => {
    const now = wayTo(account, id);
    const before = last.current;
    const isSame =
      before?.next === now.next &&
      before.isMissing === now.isMissing &&
      before.nodes.length === now.nodes.length &&
      before.nodes.every((node, at) => node === now.nodes[at]);
    return isSame ? before : (last.current = now);
  };
  const ids = wayTo(account, id);
  const key = [...ids.nodes.map((node) => node.id), ids.next ?? "", id ?? ""].join(" ");
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [...new Set(key.split(" "))]
        .filter(Boolean)
        .map((one) => account.subscribe(FileNode, one, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [account, key],
  );
  const found = useSyncExternalStore(subscribe, read);
  const { next } = found;
  useEffect(() => {
    if (next === null) return undefined;
    const get = (): void => getStep(account, next, setFailedAt);
    get();
    return account.onTryAgain(get);
  }, [account, next]);
  return {
    nodes: found.nodes,
    isWhole: next === null,
    isMissing: found.isMissing,
    hasFailed: next !== null && failedAt === next,
    retry() {
      setFailedAt(undefined);
      if (next !== null) getStep(account, next, setFailedAt);
    },
  };
}

function getStep(account: DriveAccount, id: string, onFailed: (id: string) => void): void {
  account.fetch(FileNode, [id], { properties: NODE_PROPERTIES }).catch(() => onFailed(id));
}
