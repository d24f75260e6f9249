/**
 * What one text of a message may cost the window that shows it. What is beyond a limit is left out or loses its looks, and
 * the window says so.
 */

/** Characters, those of pictures in it aside. */
export const MAX_CHARACTERS = 1_000_000;
/** Lines that it has where each end of a line counts. */
export const MAX_LINES = 50_000;
/** Elements, those among them that the browser would add by itself. */
export const MAX_ELEMENTS = 20_000;
/** Elements inside one another: browsers lay them out by recursion, and crash in the end. */
export const MAX_DEPTH = 150;
/** Bold, italic and the like inside one another. */
export const MAX_FORMATTING = 30;
/** Attributes of one element. */
export const MAX_ATTRIBUTES = 60;
/** Characters of an attribute that is no picture. */
export const MAX_ATTRIBUTE = 8000;
/** Columns that one cell spans. */
export const MAX_SPAN = 100;
/** Pictures, and addresses of such on other servers. */
export const MAX_PICTURES = 1000;

/** Texts of one message that are shown. */
export const MAX_TEXTS = 20;
/** Blocks that plain text is taken apart into. */
export const MAX_BLOCKS = 500;
/** Addresses in plain text that become links. */
export const MAX_LINKS = 2000;
/** Characters of what is pasted into a message in which links are looked for: the editor cuts each out of the text again. */
export const MAX_SEARCHED = 20_000;
/** Characters of a conversation that is drawn before it is opened. */
export const MAX_AHEAD = 100_000;

/** `style` elements. */
export const MAX_SHEETS = 100;
/** Rules of all sheets. */
export const MAX_RULES = 5000;
/** Brackets of a sheet inside one another: browsers read them by recursion. */
export const MAX_SHEET_DEPTH = 16;
/** Simple selectors of all rules times elements that the browser holds against them. */
export const MAX_MATCHES = 10_000_000;
/** Declarations in one block. */
export const MAX_DECLARATIONS = 500;
/** Characters of a value without a picture. */
export const MAX_VALUE = 1000;
/** Characters that a style may put before or behind an element, … */
export const MAX_CONTENT = 20;
/** … and elements beyond which it may not. */
export const MAX_GENERATED = 3000;

/** Signs above and below one letter, after which a line may break. */
export const MAX_MARKS = 32;
/** Letters of a script without spaces, after which a line may break: browsers look for words in all of them. */
export const MAX_UNSPACED = 250;
