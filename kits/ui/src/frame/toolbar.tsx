import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import "./frame.css";

const CONTROLS = "button:not(:disabled), a[href], select:not(:disabled)";

/** A row of actions that is one stop for Tab; arrow keys move inside it (ARIA APG, Toolbar). */
export function Toolbar({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  const controls = (): HTMLElement[] => [
    ...(bar.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? []),
  ];
  const makeStop = (stop: HTMLElement | undefined): void => {
    for (const control of controls()) control.tabIndex = control === stop ? 0 : -1;
  };
  // After every render, because actions come and go with the selection.
  useEffect(() => {
    const all = controls();
    if (all.filter((control) => control.tabIndex === 0).length !== 1)
      makeStop(all.find((control) => control === document.activeElement) ?? all[0]);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = controls();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at === -1 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };
  return (
    <div
      className="a-toolbar"
      role="toolbar"
      aria-label={label}
      ref={bar}
      onKeyDown={onKeyDown}
      onFocus={(event) => makeStop(event.target.closest<HTMLElement>(CONTROLS) ?? undefined)}
    >
      {children}
    </div>
  );
}
