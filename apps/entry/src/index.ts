import { selectApp } from "@atrium/contract/routes";
import { open } from "./open.ts";

// Chunks lie beside this script, wherever the asset base is (`ATRIUM_ASSET_BASE`).
// oxlint-disable-next-line no-underscore-dangle, no-global-assign -- the bundler's name for it
__webpack_public_path__ = new URL(".", (document.currentScript as HTMLScriptElement).src).href;

// The application is known before a byte of it, or of federation, is asked for.
const app = selectApp(location.pathname);
document.documentElement.dataset.app = app;
void open(app);
