import { cloudNumbers } from "../../../../resources/cloud/overview.ts";
import { useSignedIn } from "../../flows/signed-in/use-signed-in.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Landing } from "./landing.tsx";

export const Component = () => {
  // The page hides the numbers if they don't load in time.
  const { data, error } = useCall(cloudNumbers, { retries: 0 });
  return <Landing signedIn={useSignedIn()} numbers={data ?? (error ? undefined : "counting")} />;
};
