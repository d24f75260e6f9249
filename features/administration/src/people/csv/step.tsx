import { useEffect, useRef, type ReactNode } from "react";

/** What follows something that was pressed and is gone: it takes the focus, and is read by its name. */
export function Step({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} className="people-import-step" role="group" aria-label={label} tabIndex={-1}>
      {children}
    </div>
  );
}
