import type { EmailRecord } from "@atrium/contract/types/email";
import { Link } from "@atrium/ui";
import { useMail } from "../../mail.tsx";
import { t } from "../../strings/index.ts";
import { r } from "../strings/index.ts";
import type { Notice } from "./notice-line.tsx";

/** Whether a message is read and shown whole; if not, it can be saved as it came. */
export function useWholeness(email: EmailRecord, isSimplified: boolean): readonly Notice[] {
  const { client, account } = useMail();
  const { isPartlyRead, blobId } = email;
  if (!isPartlyRead && !isSimplified) return [];
  return [
    {
      kind: isPartlyRead ? "partly-read" : "simplified",
      title: r(isPartlyRead ? "partlyRead" : "simplified"),
      children: r(isPartlyRead ? "partlyReadWhy" : "simplifiedWhy"),
      actions: (
        <Link
          href={client.downloadUrl(account.id, blobId, "message.eml", "message/rfc822")}
          download="message.eml"
        >
          {t("saveWhole")}
        </Link>
      ),
    },
  ];
}
