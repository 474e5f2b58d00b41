import { documents } from "../../../../resources/cloud/documents.ts";
import { useSignedIn } from "../../flows/signed-in/use-signed-in.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { DocsSidebar } from "../docs/docs-sidebar.tsx";
import { PublicFrame } from "../public-frame/public-frame.tsx";
import styles from "./api-reference.module.css";
import { ApiReferencePage } from "./api-reference-page.tsx";
import { readOpenApi } from "./open-api.ts";

export const Component = () => (
  <PublicFrame signedIn={useSignedIn()}>
    <div className={styles.layout}>
      <DocsSidebar list={useCall(documents).data?.items} current="api" />
      <ApiReferencePage api={useLoaded("/openapi.json", loadApi)} />
    </div>
  </PublicFrame>
);

const loadApi = async (url: string, signal: AbortSignal) => readOpenApi(await (await fetch(url, { signal })).json());
