import { api } from "@atrium/contract/api/index";
import type { ChangePreferences } from "@atrium/contract/api/session";
import { rest } from "@atrium/shell";
import { toast } from "@atrium/ui";
import { t } from "./strings/index.ts";

/** Keeps on the server, for the person's other devices, what was chosen here; here it holds in any case. */
export async function keepChoice(choice: ChangePreferences): Promise<void> {
  try {
    await rest(api.preferences.change, { body: choice });
  } catch {
    toast({ severity: "warning", message: t("keepFailed") });
  }
}
