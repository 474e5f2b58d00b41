import { Link } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { Banner } from "../../ui/banner.tsx";

/** What a rollup of the cloud's own engine is, and what it is not. */
export const EmbeddedNote = () => (
  <Banner title="What a rollup of this cloud's own engine is">
    A real chain with one sequencer, run by this cloud: whoever runs the cloud orders its transactions. Batches and
    state roots are written to the settlement chain, but there are no fault proofs, so nobody can challenge them there.
    Its coins are test coins without value. <Link to={pageHref(docs, { name: "raas" })}>More about this</Link>
  </Banner>
);
