import { APPLE_ICON, MANIFEST_PATH } from "@atrium/contract/manifest";
import { useOrganisation } from "../organisation/organisation.tsx";

/** Lets browsers install the suite. None of it need be in the document: browsers look for it when the page is there. */
export function offerInstalling(): void {
  link("manifest", MANIFEST_PATH);
  link("apple-touch-icon", `/${APPLE_ICON}`);
  // Safari before it read manifests, and for the name also later.
  meta("mobile-web-app-capable", "yes");
  meta("apple-mobile-web-app-title", useOrganisation.getState().name ?? "Atrium");
}

function link(rel: string, address: string): void {
  if (document.head.querySelector(`link[rel="${rel}"]`)) return;
  const element = document.createElement("link");
  element.rel = rel;
  element.setAttribute("href", address);
  document.head.append(element);
}

function meta(name: string, content: string): void {
  if (document.head.querySelector(`meta[name="${name}"]`)) return;
  const element = document.createElement("meta");
  element.name = name;
  element.content = content;
  document.head.append(element);
}
