import { useSignedIn } from "../../flows/signed-in/use-signed-in.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { PublicFrame } from "../public-frame/public-frame.tsx";
import { ApiReferencePage } from "./api-reference-page.tsx";
import { readOpenApi } from "./open-api.ts";

export const Component = () => (
  <PublicFrame signedIn={useSignedIn()}>
    <ApiReferencePage api={useLoaded("/openapi.json", loadApi)} />
  </PublicFrame>
);

const loadApi = async (url: string, signal: AbortSignal) => readOpenApi(await (await fetch(url, { signal })).json());
