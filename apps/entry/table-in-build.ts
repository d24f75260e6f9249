import { NAVIGATION } from "@atrium/contract/navigation";
import { PUBLIC, ROUTES } from "@atrium/contract/routes";

/** What stands in the place of the table of applications where every byte counts. */
export const TABLE_IN_BUILD = {
  ATRIUM_NAVIGATION: JSON.stringify(NAVIGATION),
  ATRIUM_PUBLIC: JSON.stringify(PUBLIC),
  ATRIUM_ROUTES: JSON.stringify(ROUTES),
};
