import { plural } from "@atrium/i18n";

export const en = {
  sharedOne: "{owner} shared “{name}” with you.",
  sharedMany: ({ count }: { count: number }) =>
    plural(count, {
      one: "{count} item was shared with you.",
      other: "{count} items were shared with you.",
    }),
} as const;
