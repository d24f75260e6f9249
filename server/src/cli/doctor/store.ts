import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import { fail, ok, reason, type Finding, type Patient } from "./finding.ts";

export async function checkStore({ config: { data } }: Patient): Promise<readonly Finding[]> {
  const folder = join(data, "blobs");
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return [ok(`messages and files in ${folder}`)];
  } catch (error) {
    return [fail(`${folder}: ${reason(error)}`, "mend its owner and mode")];
  }
}
