import { PREVIEW_LIMITS, previewOf } from "@atrium/file-preview";
import { useState, type ReactNode } from "react";
import { useDrive } from "../drive-context.tsx";
import type { DriveNode } from "../nodes/definitions.ts";
import { NodeIcon } from "./node-icon.tsx";

/** A picture as it looks, anything else by its icon. */
export function Thumbnail({ node }: { readonly node: DriveNode }): ReactNode {
  const { urlOf } = useDrive();
  const [broken, setBroken] = useState<string>();
  const isSmall = (node.size ?? 0) <= PREVIEW_LIMITS.largestThumbnail;
  const src = isSmall && previewOf(node) === "image" ? urlOf(node) : undefined;
  if (src === undefined || src === broken) return <NodeIcon node={node} />;
  return (
    <img
      className="drive-thumbnail"
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(src)}
    />
  );
}
