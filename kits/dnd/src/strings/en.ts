export const en = {
  carried: "{what} picked up. Go to a target and press Enter to drop, Escape to put back.",
  dropped: "{what} dropped on {where}.",
  putBack: "{what} put back.",
} as const;
