/**
 * Words of which the passwords are made that are tried first: chosen from what leaked lists agree on. Whole passwords
 * need not stand here: any joining of these with years and repeated signs counts as common.
 */
export const COMMON_WORDS: readonly string[] = `
  password passwort passw0rd pass word motdepasse contrasena senha wachtwoord salasana haslo parola
  secret secure security login signin logon welcome willkommen bienvenue hello hallo letmein changeme change
  admin administrator root user guest test testing tester demo temp temporary default system server
  qwerty qwertz azerty asdfgh asdf zxcvbn zxcv qazwsx 1q2w3e4r 1qaz2wsx q1w2e3r4 qwer
  123456789 12345678 1234567 123456 12345 1234 123 321 4321 54321 654321 987654321 112233 123123 abc123 abcdef abcd abc
  iloveyou love lovely loveyou sunshine princess dragon monkey football baseball basketball soccer hockey master
  shadow superman batman pokemon starwars spiderman ninja michael jennifer jordan jessica ashley daniel thomas charlie
  andrew robert matthew joshua george hunter killer trustno trustnoone mustang harley ranger buster tigger pepper
  ginger cookie cheese banana orange purple yellow silver golden flower summer winter spring autumn herbst sommer
  january february march april june july august september october november december monday friday sunday
  computer internet google facebook microsoft windows apple samsung linux office company business mail email
  freedom whatever nothing forever family mother father sister brother friend friends angel baby lucky happy
  money dollar account access private house correct horse battery staple blahblah lorem ipsum
  비밀번호 사랑해 안녕하세요 관리자 dkssudgktpdy tkfkdgo qlalfqjsgh wpgmldnjs
  atrium mailbox workplace suite
`
  .trim()
  .split(/\s+/);
