import { selectApp } from "@atrium/contract/routes";
import { installDomGuard } from "./dom-guard.ts";
import { open } from "./open.ts";

// The application is known before a byte of it, or of federation, is asked for.
const app = selectApp(location.pathname);
document.documentElement.dataset.app = app;
installDomGuard();
void open(app);
