import { useParams } from "react-router";
import { useSignedIn } from "../../flows/signed-in/use-signed-in.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { PublicFrame } from "../public-frame/public-frame.tsx";
import { DocsPage } from "./docs-page.tsx";
import { loadDoc } from "./load-doc.ts";

export const Component = () => {
  const { name = "" } = useParams();
  return (
    <PublicFrame signedIn={useSignedIn()}>
      <DocsPage doc={useLoaded(name, loadDoc)} />
    </PublicFrame>
  );
};
