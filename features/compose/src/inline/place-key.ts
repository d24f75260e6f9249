/** Names the place below a message where it is answered. */
export const placeKey = (accountId: string, emailId: string): string => `${accountId} ${emailId}`;
