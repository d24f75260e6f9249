/** Connections of one process to the database, for all that asks it; one more is for what is asked of it in between. */
export const MAX_CONNECTIONS = 20;
/** Of these, what is kept for people's requests from all else, as arriving mail and pushes, and for all else from requests. */
export const KEPT_CONNECTIONS = 4;
/** Of these, what the requests of one person take at most. */
export const CONNECTIONS_OF_PERSON = 6;
