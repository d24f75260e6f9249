import { createTransport } from "nodemailer";
import type { SendMailOptions } from "nodemailer";
import type { SeedKey, TestSuite } from "../../server/src/testing/suite.ts";

/** Sends mail to the suite over its SMTP port, as another server would; resolves when each is acknowledged. */
export async function post(
  { smtpPort }: TestSuite,
  mails: readonly SendMailOptions[],
): Promise<void> {
  const transport = createTransport({
    pool: true,
    maxConnections: Math.min(4, mails.length),
    maxMessages: Infinity,
    host: "127.0.0.1",
    port: smtpPort,
    ignoreTLS: true,
  });
  try {
    await Promise.all(
      mails.map((mail) =>
        transport.sendMail({ from: "Olga Other <olga@elsewhere.example>", ...mail }),
      ),
    );
  } finally {
    transport.close();
  }
}

/** Sends a user mails about nothing but their subjects, each once the one before is acknowledged. */
export async function postPlain(
  suite: TestSuite,
  who: SeedKey,
  ...subjects: readonly string[]
): Promise<void> {
  const to = suite.people[who].address;
  for (const subject of subjects) await post(suite, [{ to, subject, text: `About ${subject}.` }]);
}
