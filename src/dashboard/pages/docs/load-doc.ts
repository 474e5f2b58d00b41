/** Loads and renders the document at a path in docs/. Rejects if it doesn't exist. Loads the renderer on demand. */
export const loadDoc = async (path: string, signal: AbortSignal) => {
  if (path === "") throw new Error("No document selected.");
  const [response, { renderDoc }] = await Promise.all([
    fetch(`/docs-source/${path}`, { signal }),
    import("./render-doc.ts"),
  ]);
  if (!response.ok) throw new Error(`Document not found: ${path}`);
  return renderDoc(await response.text(), location.origin);
};
