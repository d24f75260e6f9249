import type { Address, AddressGroup } from "../mime/addresses.ts";
import { field, oneLine } from "./fold.ts";
import { phraseTokens } from "./words.ts";

/** An address field (RFC 5322 §3.4) from the Addresses form of RFC 8621 §4.1.2.3. */
export function addressField(name: string, addresses: readonly Address[]): string {
  return field(name, listTokens(addresses));
}

/** An address field from the GroupedAddresses form of RFC 8621 §4.1.2.4. */
export function groupedAddressField(name: string, groups: readonly AddressGroup[]): string {
  const tokens = groups.map((group) => {
    const members = listTokens(group.addresses);
    const phrase = group.name === null ? [] : phraseTokens(group.name);
    // A group has to have a name to be one.
    if (phrase.length === 0) return members;
    return after(after(phrase, ":").concat(members), ";");
  });
  return field(name, joined(tokens));
}

function listTokens(addresses: readonly Address[]): string[] {
  return joined(addresses.map(mailboxTokens));
}

/** With commas between those that there are. */
function joined(lists: readonly (readonly string[])[]): string[] {
  const present = lists.filter((tokens) => tokens.length > 0);
  return present.flatMap((tokens, index) =>
    index < present.length - 1 ? after(tokens, ",") : tokens,
  );
}

function after(tokens: readonly string[], mark: string): string[] {
  return [...tokens.slice(0, -1), `${tokens.at(-1) ?? ""}${mark}`];
}

function mailboxTokens({ name, email }: Address): string[] {
  const phrase = name === null ? [] : phraseTokens(name);
  const address = addrSpec(email);
  // Half a draft: a recipient of whom there is only a name.
  if (address === "") return phrase;
  if (phrase.length > 0) return [...phrase, ` <${address}>`];
  return address.includes("@") && !address.includes('"') ? [` ${address}`] : [` <${address}>`];
}

// What needs no quotes. RFC 6532 lets characters beyond ASCII stand as they are.
const LOCAL = /^[^\s"(),:;<>@[\\\]]+$/;
const DOMAIN = /^(?:[^\s"(),:;<>@[\\\]]+|\[[^\s"(),;<>[\\\]]*\])$/;

/** An address that can do no harm: whatever is no address becomes a quoted local part, as text for its author. */
function addrSpec(email: string): string {
  const text = oneLine(email).trim();
  if (text === "") return "";
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  if (at > 0 && DOMAIN.test(domain)) return `${localPart(text.slice(0, at))}@${domain}`;
  return localPart(text);
}

function localPart(text: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(text);
  const plain = quoted === null ? text : quoted[1]!.replace(/\\(.)/g, "$1");
  return LOCAL.test(plain) ? plain : `"${plain.replace(/["\\]/g, "\\$&")}"`;
}
