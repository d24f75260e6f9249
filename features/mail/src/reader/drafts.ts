import { openCompose } from "@atrium/feature-compose/parts";
import type { EmailRecord } from "@atrium/contract/types/email";

/** Not sent yet; mail that waits for its hour is one too. */
export const isDraft = ({ keywords }: Pick<EmailRecord, "keywords">): boolean =>
  keywords["$draft"] === true;

/** Opens drafts of an account where they are written. */
export const writesOn =
  (accountId: string) =>
  (emailId: string): void =>
    openCompose({ kind: "draft", accountId, emailId });
