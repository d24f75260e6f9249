import { shape, type Properties } from "./define.ts";
import type { EmailFilter } from "./email.ts";

/** What `SearchSnippet/get` takes beyond the account (RFC 8621 §5.1). */
export const SEARCH_SNIPPET_METHODS = {
  get: {
    filter: { type: shape<EmailFilter>("object"), nullable: true, default: null },
    emailIds: { type: { list: "Id" } },
  },
} as const satisfies Readonly<Record<string, Properties>>;

/** What of an email matches a search, as HTML in which only `<mark>` stands (RFC 8621 §5). */
export interface SearchSnippet {
  readonly emailId: string;
  /** `null` where nothing of the filter's text is in the subject. */
  readonly subject: string | null;
  /** At most 255 octets of the body; `null` where nothing of the filter's text is in it. */
  readonly preview: string | null;
}
