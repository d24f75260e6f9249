import { CAPABILITY } from "@atrium/contract/types/wire";
import {
  serveMethods,
  typesWithBlobs,
  type Actor,
  type Capability,
  type Limits,
  type Served,
} from "../../engine/index.ts";
import { copyBlobs } from "./copy.ts";
import { DIGEST_ALGORITHMS, getBlobs } from "./get.ts";
import { MAX_DATA_SOURCES } from "./limits.ts";
import { lookupBlobs } from "./lookup.ts";
import { uploadBlobs } from "./upload.ts";

export { blobJobs } from "./jobs.ts";
export { sweepBlobs } from "./sweep.ts";

const holdsBlobs = (actor: Actor, accountId: string): boolean =>
  actor.accounts[accountId] !== undefined && actor.accounts[accountId].kind !== "organisation";

/** The methods of blobs (RFC 8620 §6.3, RFC 9404). `types` are all others, in which blobs are looked up. */
export function blobTypes(types: readonly Served[]): readonly Served[] {
  const access = (actor: Actor, _verb: unknown, accountId: string): boolean =>
    holdsBlobs(actor, accountId);
  return [
    serveMethods(
      { name: "Blob", capability: CAPABILITY.blob },
      {
        access,
        worksInPartialAccounts: true,
        methods: {
          copy: { ...copyBlobs(access), capability: CAPABILITY.core },
          upload: uploadBlobs,
          get: getBlobs,
          lookup: lookupBlobs(types),
        },
      },
    ),
  ];
}

/** RFC 9404 §3. */
export const blobCapabilities = (
  types: readonly Served[],
  { maxSizeUpload }: Pick<Limits, "maxSizeUpload">,
): readonly Capability[] => [
  {
    urn: CAPABILITY.blob,
    server: {},
    account: (actor, accountId) =>
      holdsBlobs(actor, accountId) || actor.partialAccounts?.[accountId] !== undefined
        ? {
            maxSizeBlobSet: maxSizeUpload,
            maxDataSources: MAX_DATA_SOURCES,
            supportedTypeNames: typesWithBlobs(actor, accountId, types).map(
              ({ type }) => type.name,
            ),
            supportedDigestAlgorithms: DIGEST_ALGORITHMS,
          }
        : null,
  },
];
