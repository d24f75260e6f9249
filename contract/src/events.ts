/** Events that windows of one browser send each other over one BroadcastChannel. */
export const CHANNEL = "atrium";

export type WindowEvent =
  | { readonly type: "signed-in"; readonly personId: string }
  | { readonly type: "signed-out" }
  | { readonly type: "preferences-changed" }
  /** Records of an account changed; every window asks for `/changes`. Shape of RFC 8620 §7.1 `changed`. */
  | { readonly type: "state-changed"; readonly changed: Record<string, Record<string, string>> };
