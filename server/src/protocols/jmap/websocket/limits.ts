/** Names of types that one WebSocketPushEnable may hold; there are far fewer, and what is given is kept. */
export const MAX_DATA_TYPES = 100;
