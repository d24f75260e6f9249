const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What one SMTP server and one of its clients may use. Times in milliseconds. */
export interface SmtpLimits {
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  readonly maxMessagesPerConnection: number;
  /** RFC 5321 §4.5.3.1.8 asks for at least 100; more get 452, and the client sends the rest in another message. */
  readonly maxRecipients: number;
  /** So many refused recipients end a connection: someone guesses addresses. */
  readonly maxRefusedRecipients: number;
  /** Without a byte from the client (RFC 5321 §4.5.3.2.7: at least five minutes). */
  readonly idleTimeout: number;
  /** From DATA to its end. */
  readonly dataTimeout: number;
  /** Of a whole connection, whatever it does. */
  readonly connectionTimeout: number;
  /** What a message in the middle of arriving gets when the server stops. */
  readonly closeTimeout: number;
  /** How long one that may speak PROXY has for beginning to. */
  readonly proxyTimeout: number;
}

export const SMTP_LIMITS: SmtpLimits = {
  maxConnections: 500,
  maxConnectionsPerAddress: 50,
  maxMessagesPerConnection: 1000,
  maxRecipients: 100,
  maxRefusedRecipients: 20,
  idleTimeout: 5 * MINUTE,
  dataTimeout: 15 * MINUTE,
  connectionTimeout: 60 * MINUTE,
  closeTimeout: 10 * SECOND,
  proxyTimeout: 300,
};
