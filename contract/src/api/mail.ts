/** One mail of an account that the person may read. */
export interface MailNamed {
  readonly accountId: string;
  readonly emailId: string;
}

/** Pictures that a mail wants from other servers, by their addresses as the mail writes them; at most 200. */
export interface MailPictures extends MailNamed {
  readonly urls: readonly string[];
}
