import type { ReactNode } from "react";
import "./brand.css";

/** The suite's mark: the plan of a house around its court. */
export function BrandMark({ size = 24 }: { readonly size?: 24 | 32 }): ReactNode {
  return (
    <svg className="a-brand" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" className="a-brand-ground" />
      <path d="M7 18V8.5A1.5 1.5 0 0 1 8.5 7h7A1.5 1.5 0 0 1 17 8.5V18" className="a-brand-walls" />
      <rect x="10.5" y="10.5" width="3" height="3" rx="0.75" className="a-brand-court" />
    </svg>
  );
}
