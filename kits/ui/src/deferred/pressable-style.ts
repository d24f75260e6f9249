/**
 * React Aria adds a `<style>` element for the touch behaviour of what can be pressed, unless an element with its id
 * is there; the page's Content-Security-Policy forbids the element. `base.css` has the rule instead.
 */
const ID = "react-aria-pressable-style";

if (document.getElementById(ID) === null) {
  const mark = document.createElement("meta");
  mark.id = ID;
  document.head.append(mark);
}
