import { useLocation, useNavigation } from "react-router";

/** Progress bar at the top: grows while the next screen loads, completes when it is ready. */
export const NavigationProgress = () => {
  const { state } = useNavigation();
  const { key } = useLocation();
  if (state !== "idle")
    return <div className="fh-navigation is-under-way" role="progressbar" aria-label="Loading page" />;
  return key === "default" ? null : <div key={key} className="fh-navigation is-done" aria-hidden="true" />;
};
