/** Why a message is where it is. */
export const en = {
  you: "Sent to you",
  address: "Sent to {address}",
  copy: "In copy (Cc): {address}",
  blind: "Blind copy (Bcc) to {address}, which is not among the recipients",
  group: "Sent to the group {name} ({address})",
  list: "Mailing list: {list}",
} as const;
