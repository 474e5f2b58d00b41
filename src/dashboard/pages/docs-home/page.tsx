import { documents } from "../../../../resources/cloud/documents.ts";
import { useSignedIn } from "../../flows/signed-in/use-signed-in.ts";
import { useLoad } from "../../framework/data/use-load.ts";
import { PublicFrame } from "../public-frame/public-frame.tsx";
import { DocsHomePage } from "./docs-home-page.tsx";

export const Component = () => {
  const { data, error } = useLoad(documents);
  return (
    <PublicFrame signedIn={useSignedIn()}>
      <DocsHomePage documents={data?.items} failed={error !== undefined} />
    </PublicFrame>
  );
};
