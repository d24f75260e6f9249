import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { navigate } from "./history.ts";

/** A link inside the suite: an ordinary anchor whose plain click moves the window without loading a page. */
export function Link({
  href,
  onClick,
  ...rest
}: ComponentProps<"a"> & { readonly href: string }): ReactNode {
  const goOn = follow(href);
  const elsewhere = rest.target !== undefined && rest.target !== "_self";
  const onPlainClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (!elsewhere) goOn(event);
  };
  return <a {...rest} href={href} onClick={onPlainClick} />;
}

/**
 * What an anchor of a kit does on a click, so that it works as `Link`: the window moves to the path. Clicks with a
 * modifier or another button stay the browser's (new tab, download).
 */
export function follow(href: string): (event: MouseEvent<HTMLAnchorElement>) => void {
  return (event) => {
    const asked = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || asked) return;
    event.preventDefault();
    navigate(href);
  };
}
