import type { Mailer, MailFixture } from "../../../server/src/features/mail/mail.fixture.ts";
import type { TestPlatform } from "../../../server/src/testing/index.ts";

/** More than so many come at once. */
const MANY = 50;

/** Messages with these subjects come to a person's inbox, each a second after the one before; answers their ids. */
export async function deliverSubjects(
  to: {
    readonly mail: MailFixture;
    readonly platform: Pick<TestPlatform, "clock">;
    readonly person: Mailer;
  },
  subjects: readonly string[],
): Promise<string[]> {
  const { mail, platform, person } = to;
  if (subjects.length > MANY) {
    const ids = await mail.fill(
      person,
      subjects.map((subject) => ({ subject })),
    );
    platform.clock.advance(subjects.length * 1000);
    return ids;
  }
  const ids: string[] = [];
  for (const subject of subjects) {
    platform.clock.advance(1000);
    ids.push(await mail.deliver(person, { subject }));
  }
  return ids;
}
