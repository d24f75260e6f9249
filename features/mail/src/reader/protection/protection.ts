import type { EmailBodyPart, EmailRecord } from "@atrium/contract/types/email";

/** The property of a message that says how it is built. */
export const BUILD = "header:Content-Type";

/** How a message is protected beyond the way that it took. */
export interface Protection {
  readonly method: "S/MIME" | "PGP";
  /** `wrapped`: signed, with the text inside of what is signed. */
  readonly kind: "signed" | "wrapped" | "encrypted";
  /** It stands in the text itself. */
  readonly isInline: boolean;
}

type Built = Partial<
  Pick<EmailRecord, "textBody" | "bodyValues"> & { readonly [BUILD]: string | null }
>;

/** Characters of a type with its parameters, and of a text's beginning, that are looked at. */
const MAX_LOOK = 2000;

/** What S/MIME (RFC 8551) or PGP (RFC 3156, RFC 9580 §7) has made of a message. */
export function protectionOf(email: Built): Protection | undefined {
  const build = (email[BUILD] ?? "").slice(0, MAX_LOOK).toLowerCase();
  const type = build.split(";", 1)[0]!.trim();
  const whole = (method: Protection["method"], kind: Protection["kind"]): Protection => ({
    method,
    kind,
    isInline: false,
  });
  if (type === "multipart/signed") {
    if (/pkcs7-signature/.test(build)) return whole("S/MIME", "signed");
    return build.includes("application/pgp-signature") ? whole("PGP", "signed") : undefined;
  }
  if (type === "multipart/encrypted")
    return build.includes("application/pgp-encrypted") ? whole("PGP", "encrypted") : undefined;
  if (type === "application/pkcs7-mime" || type === "application/x-pkcs7-mime") {
    const [, form = "enveloped-data"] =
      /smime-type\s{0,9}=\s{0,9}"?([\w-]{1,40})/.exec(build) ?? [];
    if (form === "signed-data") return whole("S/MIME", "wrapped");
    return /^(?:auth)?enveloped-data$/.test(form) ? whole("S/MIME", "encrypted") : undefined;
  }
  return inlineOf(email);
}

/** PGP in the text, as before there were parts for it. */
function inlineOf({ textBody, bodyValues }: Built): Protection | undefined {
  const text = (textBody ?? [])
    .slice(0, 3)
    .map(({ partId }) => (bodyValues?.[partId ?? ""]?.value ?? "").slice(0, MAX_LOOK))
    .join("\n");
  const found = /^-----BEGIN PGP (SIGNED )?MESSAGE-----/m.exec(text);
  return found
    ? { method: "PGP", kind: found[1] === undefined ? "encrypted" : "signed", isInline: true }
    : undefined;
}

const STRUCTURE = new Set([
  "application/pkcs7-signature",
  "application/x-pkcs7-signature",
  "application/pgp-signature",
  "application/pgp-encrypted",
]);

/** Whether a part is how a message is protected, and nothing that its sender has attached. */
export function isStructure(
  { type, name }: Pick<EmailBodyPart, "type" | "name">,
  email: Built,
): boolean {
  if (!STRUCTURE.has(type) || !/^\s*multipart\/(?:signed|encrypted)\b/i.test(email[BUILD] ?? ""))
    return false;
  // The signature of a file that is attached is called after that.
  return (
    name === null ||
    /^(?:smime\.p7s|(?:openpgp_)?signature(?:\.(?:asc|sig|pgp))?|pgpmime[\w .]{0,40}|version\.txt)$/i.test(
      name,
    ) ||
    type === "application/pgp-encrypted"
  );
}
