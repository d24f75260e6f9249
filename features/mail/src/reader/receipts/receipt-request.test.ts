import type { EmailRecord } from "@atrium/contract/types/email";
import { expect, test } from "vitest";
import { receiptRequest } from "./receipt-request.ts";

const mail = (to: readonly string[] | null, returnPath: string | null) =>
  receiptRequest({
    "header:Disposition-Notification-To:asAddresses":
      to?.map((email) => ({ name: null, email })) ?? null,
    "header:Return-Path": returnPath,
  } as unknown as EmailRecord);
const ANN = { name: null, email: "ann@x.example" };

test("a receipt to where the message came from is asked for without a warning", () => {
  expect(mail(["ann@x.example"], " <Ann@X.example>")).toEqual({ to: [ANN], isElsewhere: false });
  expect(mail(["ann@x.example", "ANN@x.example"], " <ann@x.example>")?.isElsewhere).toBe(false);
});

test("one to anybody else, to several, or to nobody knows whom has one", () => {
  expect(mail(["ann@x.example"], " <bounces@x.example>")?.isElsewhere).toBe(true);
  expect(mail(["ann@x.example", "eve@x.example"], "<ann@x.example>")?.isElsewhere).toBe(true);
  expect(mail(["ann@x.example"], null)?.isElsewhere).toBe(true);
});

test("what names no address, or came from nobody, asks for none", () => {
  for (const to of [null, [], ["nobody"]]) expect(mail(to, "<ann@x.example>")).toBeUndefined();
  expect(mail(["ann@x.example"], " <>")).toBeUndefined();
});
