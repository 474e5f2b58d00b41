import { CodeBlock } from "../../ui/code-block.tsx";
import { curlOf } from "./curl-of.ts";
import type { ApiCall } from "./open-api.ts";

/** A call of the open API as a curl command; a browser session can't make it. */
export const CurlExample = ({ call }: { readonly call: ApiCall }) => (
  <div className="fh-stack">
    <h3>From a script</h3>
    <CodeBlock label={`curl for ${call.method} ${call.path}`} code={curlOf(call, window.location.origin)} />
  </div>
);
