import { Link } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { Banner } from "../../ui/banner.tsx";

/** Says plainly what can be pinned here, and what helps. */
export const NotConnected = () => (
  <Banner title="This cloud is not connected to the public IPFS network">
    It pins what it holds itself: files of your buckets and sites, CARs that you upload, and what an origin serves by
    HTTP. Whoever runs this cloud can name a gateway in <code>IPFS_GATEWAYS</code> to fetch everything else:{" "}
    <Link to={pageHref(docs, { name: "pinning" })}>Pinning</Link>.
  </Banner>
);
