import type { Engine, UnitOfWork } from "../../../engine/index.ts";
import {
  forgetFormer,
  giveCode,
  giveLink,
  newRecoveryCode,
  newRecoveryToken,
  ORGANISATION,
  readRecovery,
  type RecoveryMail,
} from "../../accounts/index.ts";
import { serverMessage, timeInWords } from "../../mail/index.ts";
import { enqueueMessage } from "../../outbound/index.ts";
import { WORDS } from "./strings.ts";

/**
 * Puts a message to a recovery address on its way, if there is still one to write; twice it is not written.
 * @param origin where people open Atrium, such as `https://atrium.example.org`.
 */
export async function sendRecoveryMail(
  engine: Engine,
  origin: string,
  mail: RecoveryMail,
): Promise<void> {
  const found = await readRecovery(engine, mail);
  if (found === null) return;
  const { identity, to } = found;
  const { accountId, address, name, organisation, preferences } = identity;
  const locale = preferences.locale === "ko" ? "ko" : "en";
  const at = engine.services.clock.now();
  const about = { organisation, address };
  const { subject, paragraphs, give } = written(mail.what, WORDS[locale], {
    ...about,
    origin,
    when: timeInWords(at, { locale, timeZone: preferences.timeZone }),
    to,
    identity,
  });
  const bytes = serverMessage({
    sender: organisation,
    domain: address.slice(address.lastIndexOf("@") + 1),
    to: { name, email: to },
    at,
    subject,
    paragraphs,
  });
  const { hash, size } = await engine.services.blobs.put(bytes);
  await engine.write([ORGANISATION, accountId], async (w) => {
    if (!(await give(w))) return;
    await enqueueMessage(w, {
      accountId,
      hash,
      size,
      // Whatever becomes of it, no report with the message in it comes back.
      mailFrom: "",
      recipients: [{ address: to, params: { NOTIFY: "NEVER" } }],
      origin: "recovery",
    });
  });
}

interface Written {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Makes what it says true, in the transaction that sends it. */
  readonly give: (w: UnitOfWork) => Promise<boolean>;
}

function written(
  what: RecoveryMail["what"],
  words: (typeof WORDS)["en"],
  about: {
    readonly organisation: string;
    readonly address: string;
    readonly origin: string;
    readonly when: string;
    readonly to: string;
    readonly identity: { readonly personId: string };
  },
): Written {
  const { identity, to, origin } = about;
  switch (what) {
    case "link": {
      const token = newRecoveryToken();
      // In the fragment, so that it reaches no log.
      const link = `${origin}/setting/recovery#${token}`;
      return {
        subject: words.linkSubject(about.organisation),
        paragraphs: words.link({ ...about, link }),
        give: (w) => giveLink(w, identity, { to, token }),
      };
    }
    case "code": {
      const code = newRecoveryCode();
      return {
        subject: words.codeSubject,
        paragraphs: words.code({ ...about, code }),
        give: (w) => giveCode(w, identity, { to, code }),
      };
    }
    default:
      return {
        subject: words.formerSubject,
        paragraphs: words.former(about),
        give: (w) => forgetFormer(w, identity, { to }),
      };
  }
}
