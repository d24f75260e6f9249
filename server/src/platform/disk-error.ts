/**
 * What a failure says of the disk below: that there is no room on it, or that it cannot be written at all; null when it is
 * about something else. The system has words for it, and PostgreSQL has others (its appendix A).
 */
export function diskFault(error: unknown): "full" | "unwritable" | null {
  const { code, message } = error as { code?: unknown; message?: string };
  if (code === "ENOSPC" || code === "EDQUOT" || code === DISK_FULL) return "full";
  if (code === "EROFS" || code === "EIO" || code === IO_ERROR) return "unwritable";
  // PostgreSQL counts a disk that was made read-only among missing privileges.
  const isReadOnly = code === INSUFFICIENT_PRIVILEGE && message?.includes("Read-only file system");
  return isReadOnly === true ? "unwritable" : null;
}

const DISK_FULL = "53100";
const IO_ERROR = "58030";
const INSUFFICIENT_PRIVILEGE = "42501";
