/** IDs of a document's headings, used by its page and by links to its sections. */

/** For the headings of one document in their order: "The data folder" → "the-data-folder"; a second one gets "-2". */
export const headingIds = (): ((text: string) => string) => {
  const uses = new Map<string, number>();
  return (text) => {
    const slug = text.toLowerCase().replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-");
    const trimmed = slug.replaceAll(/^-|-$/g, "");
    const use = (uses.get(trimmed) ?? 0) + 1;
    uses.set(trimmed, use);
    return use === 1 ? trimmed : `${trimmed}-${use}`;
  };
};
