// Features: mail
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { SIGNATURES, SIGNED } from "../../server/src/features/mail/smime/signatures.fixture.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { reader, row } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { host, open } = useHost();

const raw = (subject: string, type: string, parts: readonly string[]): string =>
  [
    "From: Olga Other <olga@elsewhere.example>",
    `To: ${host.people.alice.address}`,
    `Subject: ${subject}`,
    `Message-ID: <${subject.replaceAll(" ", ".")}@elsewhere.example>`,
    "Date: Mon, 23 Nov 2026 09:00:00 +0000",
    "MIME-Version: 1.0",
    `Content-Type: ${type}; boundary="B"`,
    "",
    ...parts.map((part) => `--B\n${part}`),
    "--B--\n",
  ]
    .join("\n")
    .replaceAll("\n", "\r\n");

/** Waits for a notice, and opens those that are out of sight. */
async function notice(page: Page, words: string | RegExp): Promise<void> {
  const more = reader(page).getByRole("button", { name: /^and \d+ more$/ });
  await expect
    .poll(async () => {
      if (await reader(page).getByText(words).first().isVisible()) return true;
      if (await more.isVisible()) await more.click();
      return false;
    })
    .toBe(true);
}

const signature = (base64: string): string =>
  `Content-Type: application/pkcs7-signature; name="smime.p7s"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="smime.p7s"\n\n${base64.replaceAll(/.{76}/g, "$&\n")}`;
const SIGNED_TYPE = 'multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256';

testWhole(
  "signatures are checked, encrypted messages are named, and what they are made of is no file",
  async () => {
    const envelope = { from: "olga@elsewhere.example", to: host.people.alice.address };
    const signed = SIGNED.replaceAll("\r\n", "\n");
    await post(host, [
      { envelope, raw: raw("Signed letter", SIGNED_TYPE, [signed, signature(SIGNATURES.rsa)]) },
      {
        envelope,
        raw: raw("Changed letter", SIGNED_TYPE, [
          signed.replace("words", "lords"),
          signature(SIGNATURES.ec),
        ]),
      },
      {
        envelope,
        raw: raw("Secret letter", 'multipart/encrypted; protocol="application/pgp-encrypted"', [
          "Content-Type: application/pgp-encrypted\nContent-Disposition: attachment\n\nVersion: 1",
          'Content-Type: application/octet-stream; name="encrypted.asc"\nContent-Disposition: inline; filename="encrypted.asc"\n\n-----BEGIN PGP MESSAGE-----\n\nwcBM\n-----END PGP MESSAGE-----',
        ]),
      },
    ]);
    const opened = await open("alice");
    const { page } = opened;
    await row(page, "Signed letter").click();
    await notice(page, "Signed with S/MIME, and unchanged since");
    await notice(page, /certificate for olga@elsewhere\.example was made by the signer/);
    expect(await reader(page).getByText("smime.p7s").count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);

    await row(page, "Changed letter").click();
    await notice(page, "The S/MIME signature does not match this message");
    expect(await axeFaults(page)).toEqual([]);

    await row(page, "Secret letter").click();
    await notice(page, "Encrypted with PGP");
    // The file that other programs can open is there, and it alone.
    await reader(page).getByText("encrypted.asc").first().waitFor();
    await reader(page)
      .getByText(/^1 attachment/)
      .first()
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await opened.expectQuiet();
    await opened.close();
  },
);
