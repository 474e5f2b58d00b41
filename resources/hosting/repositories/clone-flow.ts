/** Path of New Project. */
export const newProjectPath = "/hosting/new";

/** `?type=` of New Project when a link provides the template or repository. */
export const cloneFlowType = "clone-flow";
