import { expect, test } from "vitest";
import { BY_REQUEST, newStatementNames } from "./statements.ts";

test("the first texts that follow from requests have names, and leave room for the program's own", () => {
  const statementName = newStatementNames();
  const texts = Array.from({ length: 250 }, (_, at) => `${BY_REQUEST} select ${at}`);
  const named = texts.map(statementName);
  expect(named.filter((name) => name !== undefined)).toHaveLength(200);
  expect(new Set(named.slice(0, 200)).size).toBe(200);
  expect(texts.map(statementName)).toEqual(named);
  expect(statementName("select 1")).toMatch(/^[0-9a-f]{20}$/);
});

test("a program that writes values into its statements comes to an end of names", () => {
  const statementName = newStatementNames();
  const texts = Array.from({ length: 2100 }, (_, at) => `select ${at}`);
  expect(texts.map(statementName).filter((name) => name !== undefined)).toHaveLength(2000);
});
