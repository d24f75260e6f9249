import type { EmailBodyPart } from "@atrium/contract/types/email";
import { isBitmap } from "@atrium/mail-html";
import { useEffect, useState } from "react";
import { useMail } from "../../mail.tsx";

const NONE: ReadonlyMap<string, string> = new Map();

/** The mail's own pictures as addresses inside this window, by their `Content-ID`; `undefined` until they are here. */
export function useHeldParts(
  parts: readonly EmailBodyPart[],
): ReadonlyMap<string, string> | undefined {
  const { client, account } = useMail();
  const [held, setHeld] = useState<ReadonlyMap<string, string>>();
  const hasNone = !parts.some(isHeld);
  useEffect(() => {
    if (hasNone) return undefined;
    const addresses = new Map<string, string>();
    let isOver = false;
    const load = async ({ cid, blobId, name, type }: EmailBodyPart): Promise<void> => {
      if (cid === null || blobId === null) return;
      const url = client.downloadUrl(account.id, blobId, name ?? "image", type);
      const response = await fetch(url);
      if (!response.ok) return;
      // The type that the sender claims, not what the server would sniff: a picture stays a picture.
      const blob = new Blob([await response.arrayBuffer()], { type });
      if (!isOver) addresses.set(cid, URL.createObjectURL(blob));
    };
    const loadAll = async (): Promise<void> => {
      await Promise.allSettled(parts.filter(isHeld).map(load));
      if (!isOver) setHeld(addresses);
    };
    void loadAll();
    return () => {
      isOver = true;
      for (const address of addresses.values()) URL.revokeObjectURL(address);
    };
  }, [client, account, parts, hasNone]);
  return hasNone ? NONE : held;
}

function isHeld({ cid, blobId, type }: EmailBodyPart): boolean {
  return cid !== null && blobId !== null && isBitmap(type);
}
