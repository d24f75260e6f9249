export const en = {
  signed: "Signed with {method}",
  signedWhy:
    "Atrium does not check this kind of signature. It tells you nothing about the sender until another program has checked it.",
  checking: "Checking the signature…",
  unreadable: "The signature can’t be checked: it can’t be read.",
  algorithm: "The signature can’t be checked: its method is too weak or unknown.",
  certificate: "The signature can’t be checked: there is no certificate for it.",
  wrong: "The S/MIME signature does not match this message",
  wrongWhy:
    "The message was changed after it was signed, perhaps by a mailing list. Don’t rely on the signature.",
  other: "Signed with S/MIME, but not by {address}",
  otherWhy: "The certificate is for {address}.",
  right: "Signed with S/MIME, and unchanged since",
  selfSigned:
    "The certificate for {address} was made by the signer, and no one known vouches for it.",
  issued: "The certificate for {address} was issued by {issuer}, which Atrium can’t check.",
  expired: "It has expired.",
  wrapped: "Signed with {method}, in a form that Atrium can’t show",
  wrappedWhy:
    "The text is inside the attached file. Open the file with a mail app that supports {method}.",
  encrypted: "Encrypted with {method}",
  encryptedWhy:
    "Atrium can’t read it. Open the attached file with a mail app that has your {method} key.",
  encryptedText: "Atrium can’t read it. Copy the text into a program that has your {method} key.",
} as const;
