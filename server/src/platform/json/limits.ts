/** Arrays and objects inside one another; what is deeper, no parser of JSON has to take (RFC 8259 §9). */
export const MAX_JSON_DEPTH = 256;

/** Values of one text, names of members among them. What is done for each of them is done at once. */
export const MAX_JSON_VALUES = 100_000;
