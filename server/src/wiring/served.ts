import type { EngineOptions, Limits } from "../engine/index.ts";
import { accountCapabilities, accountTypes, createReadShares } from "../features/accounts/index.ts";
import {
  backgroundTaskCapabilities,
  backgroundTaskTypes,
  type TaskKind,
} from "../features/background-tasks/index.ts";
import { contactCapabilities, contactTypes } from "../features/contacts/index.ts";
import { blobCapabilities, blobTypes } from "../features/blobs/index.ts";
import { filterCapabilities, filterTypes } from "../features/filters/index.ts";
import { junkTypes } from "../features/junk/index.ts";
import { endLinks, fileCapabilities, fileTypes, handOverFiles } from "../features/drive/index.ts";
import {
  createRoleMailboxes,
  mailCapabilities,
  mailTypes,
  toMail,
  unpackTnef,
} from "../features/mail/index.ts";
import {
  operationsCapabilities,
  operationsTypes,
  type Recorder,
} from "../features/operations/index.ts";
import { queuedMailType } from "../features/outbound/index.ts";
import { pushTypes, vapidCapability, type Vapid } from "../features/push/index.ts";
import { quotaCapabilities, quotaTypes } from "../features/quota/index.ts";
import {
  submissionCapabilities,
  submissionTypes,
  syncIdentities,
  type SendingLimits,
} from "../features/submission/index.ts";
import type { Notify } from "../platform/db/index.ts";
import type { Secrets } from "../platform/secrets/index.ts";

/** What features do when there is a new account, one gets other addresses, its files go to another, or it is removed. */
export const ACCOUNT_PARTS = {
  prepareAccount: [createRoleMailboxes, syncIdentities],
  addressesChanged: [syncIdentities],
  handOver: [handOverFiles],
  accountRemoved: [endLinks],
};

/** All that JMAP serves. A new feature is a line in each list that concerns it; the tests of all types follow. */
export function served(options: {
  readonly sending: SendingLimits;
  readonly trash: Parameters<typeof fileCapabilities>[0];
  readonly limits: Pick<Limits, "maxSizeUpload">;
  readonly vapid: Vapid;
  readonly recorder: Pick<Recorder, "write">;
  readonly notify: Pick<Notify, "send">;
  readonly secrets: Pick<Secrets, "sign" | "verify">;
  readonly taskKinds: readonly TaskKind[];
}): Required<Pick<EngineOptions, "types" | "capabilities" | "unpack" | "readShares">> {
  const { sending, trash, limits, vapid, recorder, notify, secrets, taskKinds } = options;
  const types = [
    ...accountTypes({ ...ACCOUNT_PARTS, secrets }),
    ...contactTypes,
    ...mailTypes,
    ...filterTypes,
    ...junkTypes,
    ...fileTypes,
    ...quotaTypes,
    ...submissionTypes(sending),
    ...operationsTypes(recorder),
    queuedMailType({ notify }),
    ...backgroundTaskTypes(taskKinds, toMail),
  ];
  return {
    unpack: unpackTnef,
    readShares: createReadShares(),
    types: [...types, ...blobTypes(types), ...pushTypes],
    capabilities: [
      ...accountCapabilities,
      ...contactCapabilities,
      ...mailCapabilities,
      ...filterCapabilities,
      ...fileCapabilities(trash),
      ...quotaCapabilities,
      ...submissionCapabilities(sending),
      ...operationsCapabilities,
      ...backgroundTaskCapabilities(toMail),
      ...blobCapabilities(types, limits),
      vapidCapability(vapid),
    ],
  };
}
