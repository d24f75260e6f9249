import { guard, isWeb } from "../link-guard/guarded.ts";

/** Guards every link in the document of a message. Returns what gives them their addresses back. */
export function guardLinks(document: Document, ask: (address: string) => void): () => void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].filter(({ href }) =>
    isWeb(href),
  );
  const back = links.map((link) => {
    const address = link.href;
    const hasRole = link.hasAttribute("role");
    guard(link, address, ask);
    link.removeAttribute("href");
    link.tabIndex = 0;
    if (!hasRole) link.setAttribute("role", "link");
    return (): void => {
      guard(link, address, undefined);
      link.href = address;
      link.removeAttribute("tabindex");
      if (!hasRole) link.removeAttribute("role");
    };
  });
  return () => {
    for (const one of back) one();
  };
}
