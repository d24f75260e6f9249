import type { SetError } from "@atrium/contract/types/wire";

/** A refusal of `FileNode/set`, by its SetError type (RFC 8620 §5.3). */
export class NodeRefused extends Error {
  override readonly name = "NodeRefused";
  readonly type: string;
  readonly existingId: string | undefined;

  constructor(error: SetError) {
    super(error.description ?? error.type);
    this.type = error.type;
    const { existingId } = error as { readonly existingId?: unknown };
    this.existingId = typeof existingId === "string" ? existingId : undefined;
  }
}

/** The type of a refusal, also of one that the host's cache rejects with for a single record. */
export function refusalType(error: unknown): string | undefined {
  if (error instanceof NodeRefused) return error.type;
  if (typeof error !== "object" || error === null || !("refused" in error)) return undefined;
  const refused = Object.values(error.refused as Record<string, SetError>);
  return refused[0]?.type;
}
