/**
 * A web or mail address in text that becomes a link as it is typed or pasted: the first group holds the former. Bounded
 * everywhere, so that no text that others wrote makes it search for long.
 */
export const TYPED_LINK =
  /\b(?:((?:(?:https?|ftps?):\/\/|www\d{0,3}\.|(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\/)[^\s()<>]{0,1000}(?:\([^\s()<>]{1,100}\)|[^\s?&`!()[\]{};:'".,<>«»“”‘’]))|([\w.%+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}\b))/i;
