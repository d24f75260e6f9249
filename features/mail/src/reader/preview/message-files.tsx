import type { EmailBodyPart } from "@atrium/contract/types/email";
import { typeOf } from "@atrium/file-preview";
import { Gallery } from "@atrium/file-preview/gallery";
import { useState, type ReactNode } from "react";
import { useMail } from "../../mail.tsx";
import { fileName } from "../file-names.ts";

/** The files of a message one after the other, as large as the window. */
export function MessageFiles({
  files,
  first,
  onClose,
}: {
  readonly files: readonly EmailBodyPart[];
  /** The one to begin with. */
  readonly first: EmailBodyPart;
  readonly onClose: () => void;
}): ReactNode {
  const { client, account } = useMail();
  const [at, setAt] = useState(() => Math.max(0, files.indexOf(first)));
  const { length } = files;
  const part = files[at];
  if (!part || part.blobId === null) return null;
  const name = fileName(part, files);
  const href = client.downloadUrl(account.id, part.blobId, name, typeOf(part));
  const turn = (step: 1 | -1): void => setAt((at + step + length) % length);
  return (
    <Gallery
      file={{ ...part, name, href }}
      place={{ number: at + 1, total: length }}
      onPrevious={length > 1 ? () => turn(-1) : undefined}
      onNext={length > 1 ? () => turn(1) : undefined}
      onClose={onClose}
    />
  );
}
