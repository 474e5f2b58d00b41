import { Link } from "react-router";
import { pageHref } from "../../../../resources/declare/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { Banner } from "../../ui/states/banner.tsx";

/** Explains the limits of rollups on the embedded engine. */
export const EmbeddedNote = () => (
  <Banner title="About embedded rollups">
    A real chain with one sequencer: the operator orders its transactions. Batches and state roots are posted to the
    settlement chain without fault proofs, so they can&apos;t be challenged. Its coins are test coins without value.{" "}
    <Link to={pageHref(docs, { name: "rollups" })}>Learn more</Link>
  </Banner>
);
