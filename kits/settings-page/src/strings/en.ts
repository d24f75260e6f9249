export const en = {
  title: "Settings",
  loadFailed: "This could not be loaded",

  yourPassword: "Your password",
  next: "Next",
  codeOfApp: "Code that the app shows",

  badRequest: "The server did not understand this request",
  notSignedIn: "You are signed out",
  wrongCredentials: "The password is not right",
  secondFactorRequired: "A code of your authenticator app is needed",
  wrongCode: "This code is not right. Take the one that the app shows now.",
  passkeyUnknown: "This browser knows no passkeys. Try a newer one.",
  passkeyAddress:
    "There can be passkeys only where Atrium is opened by a name and with https://, not by a number.",
  passkeyStopped: "No passkey was made: it was stopped, or it took too long. Try again.",
  passkeyOther: "That is somebody else's passkey.",
  passkeyThere: "This device has a passkey for you already.",
  passkeyDevice:
    "This device could make no passkey. It needs a screen lock, or try another device or a password manager.",
  passkeyRequired: "Your passkey is needed",
  wrongPasskey: "This passkey was not taken. Try again.",
  proof: "Is it you?",
  proofMore:
    "You signed in a while ago. Before you change how others get in, type your password again; then it is done.",
  proofRequired: "Nothing was changed, as your password was not typed again",
  secondFactorMissing: "Set up two-step sign-in first",
  forbidden: "You may not do this",
  wrongOrigin: "The request came from another site and was refused",
  unencrypted: "The connection is not encrypted; open Atrium by its https:// address",
  notFound: "It is not there any more",
  alreadyExists: "It exists already",
  setUpDone: "The organisation has been set up already",
  tooLarge: "That is too large",
  invalid: "Please check what you entered",
  weakPassword:
    "Too easy to guess: leaked lists hold this password or one much like it, or it is made of common words, names or neighbouring keys. Take several unrelated words.",
  tooManyRequests: "Too many tries. Wait a moment, then try again.",
  overQuota: "There is no room left",
  serverFail: "Something went wrong on the server",
  unavailable: "The server cannot be reached",
} as const;
