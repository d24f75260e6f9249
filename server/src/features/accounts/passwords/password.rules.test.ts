import { expect, test } from "vitest";
import { weakness } from "./password.rules.ts";

const context = { words: ["alice.hartley@demo.test", "Alice Hartley", "Lanternfield"] };

test.each([
  ["short", /shorter/],
  ["aaaaaaaaaaaa", /few different/],
  ["abababababab", /few different/],
  ["1234567890123", /run/],
  ["qwertyuiopas", /run/],
  ["zyxwvutsrqpo", /run/],
  ["1q2w3e4r5t6y", /run/],
  ["가나다라마바사아자차카타", /run/],
  ["password12345", /common/],
  ["P@ssw0rd2024!", /common/],
  ["Welcome2Password", /common/],
  ["correcthorsebatterystaple", /common/],
  ["비밀번호비밀번호1234", /common/],
  ["alice.hartley1", /common/],
  ["Lanternfield2026!!", /common/],
  ["HartleyDemo123", /common/],
  ["chickenwing101", /leaked/],
  ["finalfantasy", /leaked/],
  ["Contortionist7!", /leaked/],
  ["ghbdtnrfrltkf", /leaked/],
  ["f1n@lf@nt@$y12", /leaked/],
  ["yankeesyankees", /leaked/],
])("%s is weak", (password, why) => expect(weakness(password, context)).toMatch(why));

test.each([
  "violet tractor seldom",
  "k7pm2vqx9dts4wzb",
  "우산을 접고 걷는 고양이",
  "Summer rain on tin roofs",
  "alice likes green trams",
])("%s is good", (password) => expect(weakness(password, context)).toBeNull());

test("more than 1,024 characters are refused", () => {
  expect(weakness("violet tractor ".repeat(80), context)).toMatch(/longer/);
});

test("length is counted after NFKC, in characters", () => {
  // Twelve full-width letters are twelve letters; ten code units of five emoji are five.
  expect(weakness("ｚｋｖｑｗｒｔｐｍｌｇｄ", context)).toBeNull();
  expect(weakness("🦊🐙🌵🎈🧭", context)).toMatch(/shorter/);
});
