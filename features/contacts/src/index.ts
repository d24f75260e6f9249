export { AddressBookWindow } from "./address-book-window.tsx";
export { t } from "./strings/index.ts";
