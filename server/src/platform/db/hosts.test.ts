import { expect, test } from "vitest";
import { readHosts } from "./hosts.ts";

test("an address names one server or several, each with a port of its own", () => {
  expect(
    readHosts(
      "postgresql://u:p%40ss@one:5433,two,[fd00::1]:6000/db?target_session_attrs=read-write",
    ),
  ).toEqual({
    hosts: [
      { host: "one", port: 5433 },
      { host: "two", port: 5432 },
      { host: "fd00::1", port: 6000 },
    ],
    plain: "postgresql://u:p%40ss@one:5433/db?target_session_attrs=read-write",
    name: "one:5433, two, [fd00::1]:6000",
    database: "db",
  });
  expect(readHosts("postgres://u@%2Frun%2Fpostgresql:5432,%2Ftmp%2Fother/db")?.hosts).toEqual([
    { host: "/run/postgresql", port: 5432 },
    { host: "/tmp/other", port: 5432 },
  ]);
});

test.each([
  "mysql://one/db",
  "postgres://one:port/db",
  "postgres://one,two:70000/db",
  "postgres://one,two/db?target_session_attrs=standby",
])("what is no address of a server that takes writes is refused: %s", (address) => {
  expect(readHosts(address)).toBeNull();
});
