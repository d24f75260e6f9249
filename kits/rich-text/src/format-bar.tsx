import { useEffect, useState, type ReactNode } from "react";
import type { FormatBarProps } from "./bar/format-bar.tsx";
import { loadBar } from "./load-bar.ts";
import "./rich-text.css";

type Bar = (typeof import("./bar/format-bar.tsx"))["FormatBar"];

let here: Bar | undefined;

/** How the text looks: the bar comes when there is text to write in. Without it the keys do the same. */
export function FormatBar(props: FormatBarProps): ReactNode {
  const [Part, setPart] = useState<Bar | undefined>(() => here);
  useEffect(() => {
    if (Part) return undefined;
    let isOver = false;
    loadBar().then(
      (module) => {
        here = module.FormatBar;
        if (!isOver) setPart(() => here);
        return undefined;
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [Part]);
  return <div className="rich-formats">{Part && <Part {...props} />}</div>;
}
