import { ExploreView } from "./explore-view.tsx";

/** /boost/explore */
export const Component = () => <ExploreView />;
