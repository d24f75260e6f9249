/** Files and folders that one ZIP download names, as they all stand in its address. What lies in the folders is not counted. */
export const MAX_ZIPPED = 200;

/** Where files and folders of an account, with all that lies in them, are downloaded as one ZIP file of that name. */
export const zipHref = (accountId: string, name: string, ids: readonly string[]): string =>
  `/jmap/zip/${accountId}/${encodeURIComponent(name)}?ids=${ids.join(",")}`;
