import type { OrganisationRecord } from "@atrium/contract/types/organisation";
import type { RemoteRecord } from "@atrium/contract/types/remote";
import { accentTokens } from "@atrium/formats/accent";
import { REMOTE_CHANGED } from "./remote-changed.ts";
import { useOrganisation } from "./organisation.tsx";

/**
 * Makes the window's document say of the drive remote what its record says: no address where it is switched off, and
 * behind `#` the version that alone is wanted. `data-back`: it is on, but only a new document knows where.
 */
export function showDriveRemote({
  isEnabled,
  reason,
  pinnedVersion,
}: Pick<RemoteRecord, "isEnabled" | "reason" | "pinnedVersion">): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="atrium-drive"]')!;
  // A document that was made while it was off does not know where it is, nor may it go there.
  const [address = ""] = (meta.dataset["address"] ??= meta.content).split("#");
  const wanted = pinnedVersion === null ? address : `${address}#${pinnedVersion}`;
  const content = isEnabled && address !== "" ? wanted : "";
  const isBack = isEnabled && address === "";
  const { dataset } = meta;
  if (
    meta.content === content &&
    (dataset["reason"] ?? "") === (reason ?? "") &&
    "back" in dataset === isBack
  )
    return;
  meta.content = content;
  if (isBack) dataset["back"] = "";
  else delete dataset["back"];
  meta.dataset["reason"] = reason ?? "";
  document.dispatchEvent(new Event(REMOTE_CHANGED));
}

/** Every token that an accent decides, whatever it is. */
const NAMES = Object.keys(accentTokens("#000000"));

/** Makes the window look as the organisation's record says. */
export function showOrganisation({
  name,
  accent,
  logos: { light, dark },
}: Pick<OrganisationRecord, "name" | "accent" | "logos">): void {
  useOrganisation.setState({ name, ...(light && { light }), ...(dark && { dark }) }, true);
  const { style } = document.documentElement;
  const tokens = accent === null ? {} : accentTokens(accent);
  for (const name of NAMES) style.setProperty(name, tokens[name] ?? null);
}
