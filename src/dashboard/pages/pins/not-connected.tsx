import { Link } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { Banner } from "../../ui/banner.tsx";

/** Shows what can be pinned without a connection to the public IPFS network. */
export const NotConnected = () => (
  <Banner title="Not connected to the public IPFS network">
    You can pin public content on this server, your buckets and sites, uploaded CAR files, and content from HTTP
    origins. To pin other content, your administrator can set <code>IPFS_GATEWAYS</code>:{" "}
    <Link to={pageHref(docs, { name: "pinning" })}>Pinning</Link>.
  </Banner>
);
