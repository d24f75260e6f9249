/** Domains of authors whose policies are asked for; a mail that claims to be from more is refused. */
export const MAX_AUTHOR_DOMAINS = 8;
