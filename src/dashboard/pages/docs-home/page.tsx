import { documents } from "../../../../resources/cloud/documents.ts";
import { useSignedIn } from "../../flows/signed-in/use-signed-in.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { PublicFrame } from "../public-frame/public-frame.tsx";
import { DocsHomePage } from "./docs-home-page.tsx";

export const Component = () => {
  const { data, error } = useCall(documents);
  return (
    <PublicFrame signedIn={useSignedIn()}>
      <DocsHomePage documents={data?.items} failed={error !== undefined} />
    </PublicFrame>
  );
};
