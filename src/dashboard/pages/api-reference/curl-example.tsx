import { CodeBlock } from "../../ui/code-block.tsx";
import { curlOf } from "./curl-of.ts";
import type { ApiCall } from "./open-api.ts";

/** A call of the open API as a script makes it; a browser's session does not open it. */
export const CurlExample = ({ call }: { readonly call: ApiCall }) => (
  <div className="fh-stack">
    <h3>From a script</h3>
    <CodeBlock label={`curl for ${call.method} ${call.path}`} code={curlOf(call, window.location.origin)} />
  </div>
);
