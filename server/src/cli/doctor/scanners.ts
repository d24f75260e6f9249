import { askRspamd, clamdVersion } from "../../features/junk/index.ts";
import { fail, ok, reason, type Check } from "./finding.ts";

/** A message in which there is nothing. */
const MESSAGE = Buffer.from("Subject: Atrium doctor\r\n\r\n");

/** Whether the scanners that are configured answer. */
export const scanners: Check = {
  name: "scanners",
  async look({ config }) {
    const { rspamd, clamd, unscanned } = config;
    if (rspamd === null && clamd === null)
      return [
        ok("no rspamd and no ClamAV: Atrium decides what is junk, and nothing looks for viruses"),
      ];
    const found = [];
    if (rspamd !== null)
      try {
        await askRspamd(
          rspamd,
          {
            message: { header: MESSAGE, size: MESSAGE.length, body: async function* () {} },
            envelope: { transactionId: "doctor", mailFrom: "" },
            recipients: [],
          },
          new AbortController().signal,
        );
        found.push(ok(`rspamd answers at ${rspamd}`));
      } catch (error) {
        found.push(
          fail(
            `rspamd does not answer at ${rspamd} (${reason(error)})`,
            "start it, or correct ATRIUM_RSPAMD; meanwhile Atrium decides what is junk",
          ),
        );
      }
    if (clamd !== null)
      try {
        found.push(ok(`clamd answers: ${await clamdVersion(clamd)}`));
      } catch (error) {
        const meanwhile =
          unscanned === "defer" ? "no mail from outside is accepted" : "mail is not scanned";
        found.push(
          fail(
            `clamd does not answer (${reason(error)})`,
            `start it, or correct ATRIUM_CLAMD; meanwhile ${meanwhile}`,
          ),
        );
      }
    return found;
  },
};
