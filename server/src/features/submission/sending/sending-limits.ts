/** What may be sent; from the configuration. */
export interface SendingLimits {
  /** How long a mail is held back so that sending can be undone (milliseconds). */
  readonly undoSend: number;
  /** Octets. */
  readonly maxMessageSize: number;
  /** Of one mail. */
  readonly maxRecipients: number;
  /** To how many recipients a person may send in an hour. */
  readonly sendLimit: number;
}
