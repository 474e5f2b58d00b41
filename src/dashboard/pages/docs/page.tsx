import { useParams } from "react-router";
import { documents } from "../../../../resources/cloud/documents.ts";
import { useSignedIn } from "../../flows/signed-in/use-signed-in.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { PublicFrame } from "../public-frame/public-frame.tsx";
import { DocsPage } from "./docs-page.tsx";
import { findDocument } from "./find-document.ts";
import { loadDoc } from "./load-doc.ts";

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
