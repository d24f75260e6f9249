/** A message of the list from which a window was opened. */
export interface PopupRow {
  readonly id: string;
  /** The shared account that it is of. */
  readonly account?: string | undefined;
}

const KEY = "atrium.mail.popup-rows";

/** A window that is opened meanwhile has its own copy of this, also after a reload. */
export function handRows(rows: readonly PopupRow[], open: () => void): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(rows));
    open();
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage it leads nowhere else.
    open();
  }
}

/** The messages before and behind one, as far as the list was known when the window was opened. */
export function rowsBeside(opened: PopupRow): {
  readonly previous: PopupRow | undefined;
  readonly next: PopupRow | undefined;
} {
  const rows = handedRows();
  const at = rows.findIndex(({ id, account }) => id === opened.id && account === opened.account);
  return at < 0
    ? { previous: undefined, next: undefined }
    : { previous: rows[at - 1], next: rows[at + 1] };
}

/** Leads to that message no more, which has left the list. */
export function forgetRow(gone: PopupRow): void {
  try {
    const rows = handedRows().filter(
      ({ id, account }) => id !== gone.id || account !== gone.account,
    );
    sessionStorage.setItem(KEY, JSON.stringify(rows));
  } catch {
    // Without storage it leads nowhere.
  }
}

function handedRows(): readonly PopupRow[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as readonly PopupRow[];
  } catch {
    return [];
  }
}
