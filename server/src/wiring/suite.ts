import { createEngine } from "../engine/index.ts";
import type { Engine } from "../engine/index.ts";
import { createAccounts } from "../features/accounts/index.ts";
import type { Accounts } from "../features/accounts/index.ts";
import { createPush, vapidOf, vapidSubject } from "../features/push/index.ts";
import type { Push } from "../features/push/index.ts";
import { createDkim, type Dkim } from "../features/outbound/index.ts";
import { createRecorder, type Recorder } from "../features/operations/index.ts";
import type { Job } from "../platform/jobs/index.ts";
import { closeAll, openPlatform } from "./platform.ts";
import type { StoreOptions } from "../platform/store/index.ts";
import type { Platform } from "./platform.ts";
import { ACCOUNT_PARTS, served } from "./served.ts";
import { seenBy } from "./seen-by.ts";
import { createTaskKinds } from "./task-kinds.ts";
import { createTelemetry, type Telemetry } from "./telemetry.ts";
import { createJobs } from "./jobs.ts";

/** Everything but the protocols: what the command line and the server have in common. */
export interface Suite {
  readonly platform: Platform;
  readonly engine: Engine;
  readonly accounts: Accounts;
  readonly push: Push;
  /** The keys with which outgoing mail is signed. */
  readonly dkim: Dkim;
  readonly jobs: readonly Job[];
  /** What the process counts, and the observers to which the protocols report their work. */
  readonly telemetry: Telemetry;
  /** What administrators see of that. A server starts it. */
  readonly recorder: Recorder;
  close(): Promise<void>;
}

/** Opens the store and builds the features upon it. */
export async function openSuite(options: StoreOptions): Promise<Suite> {
  const platform = await openPlatform(options);
  const undo = [() => platform.close()];
  try {
    const vapid = vapidOf(platform.secrets, vapidSubject(options.config));
    const limits = { maxSizeUpload: options.config.maxUploadSize };
    const recorder = createRecorder(platform);
    const telemetry = createTelemetry(platform, recorder);
    const taskKinds = createTaskKinds(platform);
    const engine = createEngine({
      stateKey: platform.secrets.key("states"),
      observed: telemetry.observers.method,
      statementTime: options.config.statementTime,
      ...platform,
      ...served({
        ...platform,
        sending: options.config,
        trash: options.config,
        limits,
        vapid,
        recorder,
        taskKinds,
      }),
      limits,
      quota: { octets: options.config.quota, emails: options.config.quotaEmails },
    });
    undo.push(() => engine.close());
    const accounts = createAccounts({
      ...platform,
      engine,
      ...ACCOUNT_PARTS,
    });
    const push = createPush({
      ...platform,
      engine,
      vapid,
      onAccess: accounts.access.onChanged,
      seenBy: seenBy({ accounts, engine }),
    });
    return {
      platform,
      engine,
      accounts,
      push,
      dkim: createDkim(platform),
      telemetry,
      recorder,
      jobs: createJobs({ ...platform, engine, accounts, push, taskKinds }),
      close: () => closeAll(undo),
    };
  } catch (error) {
    await closeAll(undo);
    throw error;
  }
}
