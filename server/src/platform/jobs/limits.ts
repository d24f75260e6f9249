/** Octets of a payload as JSON: it names what is to be done, and the records say the rest. */
export const MAX_PAYLOAD = 4096;
