import { useMemo, type ReactNode } from "react";
import { qrCode } from "./matrix.ts";
import "./qr-code.css";

/** Light modules around the code (ISO/IEC 18004 §9.1), without which readers don't find it. */
const QUIET = 4;
/** Pixels of a module: whole ones, so that all modules are of one size. */
const MODULE = 4;

/** A text as a QR code, dark on light in every theme. */
export function QrCode({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}): ReactNode {
  const matrix = useMemo(() => qrCode(text), [text]);
  const size = matrix.length + 2 * QUIET;
  const dark = matrix
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
    )
    .join("");
  return (
    <svg
      className="settings-qr-code"
      role="img"
      aria-label={label}
      width={size * MODULE}
      height={size * MODULE}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={dark} />
    </svg>
  );
}
