/** What of an email matches a search, as HTML in which only `<mark>` stands (RFC 8621 §5). */
export interface SearchSnippet {
  readonly emailId: string;
  /** `null` where nothing of the filter's text is in the subject. */
  readonly subject: string | null;
  /** At most 255 octets of the body; `null` where nothing of the filter's text is in it. */
  readonly preview: string | null;
}
