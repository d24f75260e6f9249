import type { ReactNode } from "react";
import { keyLabels } from "./keys.ts";
import "./label.css";

/** The keys of a shortcut, drawn as keys: `<KeyHint keys="mod+k" />`. */
export function KeyHint({ keys }: { readonly keys: string }): ReactNode {
  return (
    <span className="a-keys">
      {keyLabels(keys).map((label, index) => (
        <kbd key={`${index} ${label}`}>{label}</kbd>
      ))}
    </span>
  );
}
