/** A decision's number tells it from a guide. */
const isDecision = (name: string): boolean => /^\d{3}-/.test(name);

/** Renders the document of that name. Rejects when there is none. The renderer is loaded with it, not with the page. */
export const loadDoc = async (name: string, signal: AbortSignal) => {
  const [response, { renderDoc }] = await Promise.all([
    fetch(`/docs-source/${isDecision(name) ? "decisions/" : ""}${name}.md`, { signal }),
    import("./render-doc.ts"),
  ]);
  if (!response.ok) throw new Error(`There is no document "${name}".`);
  return renderDoc(await response.text());
};
