/** Below it are the pages of links to files, each with its token. */
export const SHARE_FILE_PREFIX = "/share/file/";

/** Where strangers find what a link is to. */
export const fileLinkPath = (token: string): string => `${SHARE_FILE_PREFIX}${token}`;
