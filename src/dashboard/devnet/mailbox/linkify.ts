interface TextPart {
  readonly text: string;
  /** A path of this dashboard. */
  readonly to?: string;
  /** External URL. */
  readonly href?: string;
}

/** Splits plain text into words and http(s) links, without the period after a link. */
export const linkify = (text: string, origin: string): readonly TextPart[] =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .filter((part) => part !== "")
    .map((part) => {
      if (!/^https?:\/\//.test(part) || !URL.canParse(part)) return { text: part };
      const url = new URL(part);
      return url.origin === origin
        ? { text: part, to: url.pathname + url.search + url.hash }
        : { text: part, href: part };
    });
