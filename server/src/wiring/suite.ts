import { createEngine } from "../engine/index.ts";
import type { Engine } from "../engine/index.ts";
import { accountCapabilities, accountTypes, createAccounts } from "../features/accounts/index.ts";
import type { Accounts } from "../features/accounts/index.ts";
import { blobCapabilities, blobTypes } from "../features/blobs/index.ts";
import { fileCapabilities, fileTypes } from "../features/files/index.ts";
import { createRoleMailboxes, mailCapabilities, mailTypes } from "../features/mail/index.ts";
import { quotaCapabilities, quotaTypes } from "../features/quota/index.ts";
import {
  createDkim,
  submissionCapabilities,
  submissionTypes,
  syncIdentities,
  type Dkim,
} from "../features/submission/index.ts";
import type { AnyJob } from "../platform/jobs/index.ts";
import { closeAll, openPlatform } from "./platform.ts";
import type { Platform, PlatformOptions } from "./platform.ts";
import { upkeep } from "./upkeep.ts";

/** Everything but the doors: what the command line and the server have in common. */
export interface Suite {
  readonly platform: Platform;
  readonly engine: Engine;
  readonly accounts: Accounts;
  /** The keys with which outgoing mail is signed. */
  readonly dkim: Dkim;
  readonly jobs: readonly AnyJob[];
  close(): Promise<void>;
}

/** Opens the store and builds the features upon it. A new feature is a line in each list that concerns it. */
export async function openSuite(options: PlatformOptions): Promise<Suite> {
  const platform = await openPlatform(options);
  const undo = [() => platform.close()];
  try {
    const limits = { maxSizeUpload: options.config.maxUploadSize };
    const types = [
      ...accountTypes,
      ...mailTypes,
      ...fileTypes,
      ...quotaTypes,
      ...submissionTypes(options.config),
    ];
    const engine = createEngine({
      ...platform,
      types: [...types, ...blobTypes(types)],
      capabilities: [
        ...accountCapabilities,
        ...mailCapabilities,
        ...fileCapabilities,
        ...quotaCapabilities,
        ...submissionCapabilities(options.config),
        ...blobCapabilities(types, limits),
      ],
      limits,
      quota: { octets: options.config.quota, emails: options.config.quotaEmails },
    });
    undo.push(() => engine.close());
    const accounts = createAccounts({
      ...platform,
      engine,
      prepareAccount: [createRoleMailboxes, syncIdentities],
      addressesChanged: [syncIdentities],
    });
    return {
      platform,
      engine,
      accounts,
      dkim: createDkim(platform),
      jobs: [...upkeep({ ...platform, engine, accounts })],
      close: () => closeAll(undo),
    };
  } catch (error) {
    await closeAll(undo);
    throw error;
  }
}
