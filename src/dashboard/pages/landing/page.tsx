import { cloudNumbers } from "../../../../resources/cloud/overview.ts";
import { useSignedIn } from "../../flows/signed-in/use-signed-in.ts";
import { useLoad } from "../../framework/data/use-load.ts";
import { Landing } from "./landing.tsx";

/** The page hides the numbers if they don't load in time. */
const once = { retries: 0 };

export const Component = () => {
  const { data, error } = useLoad(cloudNumbers, once);
  return <Landing signedIn={useSignedIn()} numbers={data ?? (error ? undefined : "counting")} />;
};
