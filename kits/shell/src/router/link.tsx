import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { navigate } from "./history.ts";

/** A link inside the suite: an ordinary anchor whose plain click moves the window without loading a page. */
export function Link({
  href,
  onClick,
  ...rest
}: ComponentProps<"a"> & { readonly href: string }): ReactNode {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const asked = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const elsewhere = rest.target !== undefined && rest.target !== "_self";
    if (event.defaultPrevented || event.button !== 0 || asked || elsewhere) return;
    event.preventDefault();
    navigate(href);
  };
  return <a {...rest} href={href} onClick={follow} />;
}
