import type { FileLinkRecord } from "@atrium/contract/types/file-link";
import { useEffect, useState } from "react";
import type { SharingClient } from "../client.ts";
import { linkPolicies, linksTo, type Linked, type LinkPolicies } from "./links.ts";

/** What is known of the links to something. */
export interface Links {
  /** Undefined while they are asked for. */
  readonly known:
    | { readonly links: readonly FileLinkRecord[]; readonly policies: LinkPolicies }
    | undefined;
  readonly hasFailed: boolean;
  /** Asks once more. */
  readonly refresh: () => void;
}

export function useLinks(client: SharingClient, { accountId, id }: Linked): Links {
  const [known, setKnown] = useState<Links["known"]>();
  const [turn, setTurn] = useState(0);
  const [failedTurn, setFailedTurn] = useState<number>();
  useEffect(() => {
    let isOver = false;
    const ask = async (): Promise<void> => {
      try {
        const asked = [linksTo(client, { accountId, id }), linkPolicies(client)] as const;
        const [links, policies] = await Promise.all(asked);
        if (!isOver) setKnown({ links, policies });
      } catch {
        if (!isOver) setFailedTurn(turn);
      }
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [client, accountId, id, turn]);
  return { known, hasFailed: failedTurn === turn, refresh: () => setTurn((now) => now + 1) };
}
