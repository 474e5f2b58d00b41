import { useParams } from "react-router";
import { documents } from "../../../../resources/cloud/documents.ts";
import { useSignedIn } from "../../flows/signed-in/use-signed-in.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { PublicFrame } from "../public-frame/public-frame.tsx";
import { DocsPage } from "./docs-page.tsx";
import { findDocument } from "./find-document.ts";

export const Component = () => {
  const { name = "" } = useParams();
  const { data, error } = useCall(documents);
  const entry = data && findDocument(data.items, name);
  const doc = useLoaded(entry ? `${entry.folder}${entry.name}.md` : "", loadDoc);
  const missing = { state: data || error ? "failed" : "loading" } as const;
  return (
    <PublicFrame signedIn={useSignedIn()}>
      <DocsPage list={data?.items} entry={entry} doc={entry ? doc : missing} />
    </PublicFrame>
  );
};

/** Loads and renders the document at a path in docs/. Rejects if it doesn't exist. Loads the renderer on demand. */
const loadDoc = async (path: string, signal: AbortSignal) => {
  if (path === "") throw new Error("No document selected.");
  const [response, { renderDoc }] = await Promise.all([
    fetch(`/docs-source/${path}`, { signal }),
    import("./render-doc.ts"),
  ]);
  if (!response.ok) throw new Error(`Document not found: ${path}`);
  return renderDoc(await response.text(), location.origin);
};
