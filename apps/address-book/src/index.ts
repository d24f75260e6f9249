import { draftsOnDevice } from "@atrium/feature-compose/parts";
import { defineApp, route } from "@atrium/shell";
import { AddressBook } from "./frame.tsx";

/** The address book. */
export const { mount } = defineApp({
  name: "address-book",
  routes: [route("/*", AddressBook)],
  onDevice: [draftsOnDevice],
});
