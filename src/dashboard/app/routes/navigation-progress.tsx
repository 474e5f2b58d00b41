import { useLocation, useNavigation } from "react-router";

/** A line along the top: grows while the next screen is under way, completes when it is there. */
export const NavigationProgress = () => {
  const { state } = useNavigation();
  const { key } = useLocation();
  if (state !== "idle")
    return <div className="fh-navigation is-under-way" role="progressbar" aria-label="Loading page" />;
  return key === "default" ? null : <div key={key} className="fh-navigation is-done" aria-hidden="true" />;
};
