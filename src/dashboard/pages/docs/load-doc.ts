/** Renders the document at that path below docs/. Rejects when there is none. Loads the renderer with it, not with the page. */
export const loadDoc = async (path: string, signal: AbortSignal) => {
  if (path === "") throw new Error("No document is chosen.");
  const [response, { renderDoc }] = await Promise.all([
    fetch(`/docs-source/${path}`, { signal }),
    import("./render-doc.ts"),
  ]);
  if (!response.ok) throw new Error(`There is no document "${path}".`);
  return renderDoc(await response.text(), location.origin);
};
