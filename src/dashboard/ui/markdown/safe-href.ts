/**
 * Returns a safe link target of untrusted text: a web or email address. Undefined for scripts, files and paths of this
 * page.
 */
export const safeHref = (href: string): string | undefined => {
  if (!URL.canParse(href)) return undefined;
  const { protocol } = new URL(href);
  return ["http:", "https:", "mailto:"].includes(protocol) ? href : undefined;
};
