/** The subset of XML that S3 uses, by the browser's own parser. */

/** Returns the root element; undefined for malformed XML. */
export const parseXml = (text: string): Element | undefined => {
  if (!text.trimStart().startsWith("<")) return undefined;
  const root = new DOMParser().parseFromString(text, "application/xml").documentElement;
  return root.getElementsByTagName("parsererror").length > 0 || root.localName === "parsererror" ? undefined : root;
};

/** Returns the direct children of one name. */
export const childrenOf = (parent: Element, name: string): Element[] =>
  [...parent.children].filter(({ localName }) => localName === name);

/** Returns the text of the first direct child of that name. */
export const textIn = (parent: Element, name: string): string | undefined => {
  for (let child = parent.firstElementChild; child; child = child.nextElementSibling)
    if (child.localName === name) return child.textContent;
  return undefined;
};

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for XML. Characters that XML 1.0 allows only as references are written as references. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (character) => entities[character]!)
    // oxlint-disable-next-line no-control-regex -- these are the ones that need it
    .replaceAll(/[\u0001-\u001f\u007f-\u009f]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Decodes keys listed with encoding-type=url. */
export const decodeKey = (text: string): string => decodeURIComponent(text.replaceAll("+", "%20"));
