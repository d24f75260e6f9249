import { createHash } from "node:crypto";
import type { TypeDescription } from "@atrium/contract/types/define";
import {
  CAPABILITY,
  type JmapSession,
  type JsonObject,
  type SessionAccount,
} from "@atrium/contract/types/wire";
import type { Limits } from "./limits.ts";
import { isOpenTo } from "./scope.ts";
import type { Actor, Served } from "./serve.ts";
import { accountsChanged } from "./shown.ts";

/** A capability that a feature brings to the session resource (RFC 8620 §2). */
export interface Capability {
  readonly urn: string;
  /** What the server says of it in general; `null` for one that stands at accounts only. */
  readonly server: JsonObject | null;
  /** What it says of one account; `null` where the account does not have it. */
  account(actor: Actor, accountId: string): JsonObject | null;
}

/** A capability, and whom it is for. */
type OfferedCapability = Capability & Pick<TypeDescription, "capability" | "access">;

/** What the server offers. */
interface Offered {
  readonly limits: Limits;
  readonly capabilities: readonly OfferedCapability[];
  readonly types: readonly Served[];
}

/** URL templates (RFC 6570 level 1), absolute. */
export interface SessionUrls {
  readonly api: string;
  readonly download: string;
  readonly upload: string;
  readonly eventSource: string;
  /** Where the server speaks WebSocket too (RFC 8887). */
  readonly webSocket?: string;
}

type SessionBody = Omit<
  JmapSession,
  "apiUrl" | "downloadUrl" | "uploadUrl" | "eventSourceUrl" | "state"
>;

/** RFC 8620 §2, with all that is shared with the actor. */
export function describeSession(actor: Actor, urls: SessionUrls, offered: Offered): JmapSession {
  const body = sessionBody(actor, offered);
  const { webSocket: url } = urls;
  // RFC 8887 §3. Its address is that of the request, like the others, and no part of the state.
  const webSocket: Record<string, JsonObject> =
    url === undefined ? {} : { [CAPABILITY.websocket]: { url, supportsPush: true } };
  return {
    ...body,
    capabilities: { ...body.capabilities, ...webSocket },
    apiUrl: urls.api,
    downloadUrl: urls.download,
    uploadUrl: urls.upload,
    eventSourceUrl: urls.eventSource,
    state: sessionState(actor, offered),
  };
}

/**
 * Changes whenever the session resource would; sent with every response (RFC 8620 §3.4). The versions of the principals stand
 * for what is shared with them, which is not read for it.
 */
export function sessionState(
  { partialAccounts: _partialAccounts, ...actor }: Actor,
  offered: Offered,
): string {
  const seen = { ...sessionBody(actor, offered), principals: actor.principals };
  return createHash("sha256").update(JSON.stringify(seen)).digest("base64url").slice(0, 16);
}

function sessionBody(actor: Actor, { limits, capabilities, types }: Offered): SessionBody {
  const changed = accountsChanged(actor, types);
  const accounts: Record<string, SessionAccount> = {};
  const primaryAccounts: Record<string, string> = {};
  const parts = Object.entries(actor.partialAccounts ?? {}).map(
    ([id, { name, isReadOnly }]) => [id, { name, isReadOnly, isPersonal: false }] as const,
  );
  // An account of which only part is in reach is nobody's default, and to a guest it is no home.
  const isWhole = (accountId: string): boolean => Object.hasOwn(actor.accounts, accountId);
  for (const [accountId, { name, isPersonal, isReadOnly }] of [
    ...Object.entries(actor.accounts),
    ...parts,
  ]) {
    const accountCapabilities: Record<string, JsonObject> = {};
    for (const capability of capabilities) {
      const has = isOpenTo(actor, capability) ? capability.account(actor, accountId) : null;
      if (has === null) continue;
      accountCapabilities[capability.urn] = has;
      if (!isWhole(accountId)) continue;
      if (primaryAccounts[capability.urn] === undefined || accountId === actor.accountId)
        primaryAccounts[capability.urn] = accountId;
    }
    accounts[accountId] = {
      name,
      isPersonal,
      // RFC 8620 §2: when all of it is.
      isReadOnly: isReadOnly && !changed.has(accountId),
      accountCapabilities,
    };
  }
  return {
    capabilities: {
      [CAPABILITY.core]: { ...limits },
      ...Object.fromEntries(
        capabilities.flatMap((one) =>
          one.server === null || !isOpenTo(actor, one) ? [] : [[one.urn, one.server]],
        ),
      ),
    },
    accounts,
    primaryAccounts,
    username: actor.username ?? actor.accounts[actor.accountId]?.name ?? actor.personId,
  };
}
