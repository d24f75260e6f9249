import type { AppName } from "@atrium/contract/routes";
import type { Mount } from "@atrium/shell";

export type Load = () => Promise<{ readonly mount: Mount }>;

/** How each application is loaded. The build writes it from the table in `@atrium/contract/applications`. */
export const LOAD: Readonly<Record<AppName, Load>>;
