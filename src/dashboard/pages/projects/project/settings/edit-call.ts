import { callOf } from "../../../../../../resources/endpoints.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";

/** The call that changes a project's settings: those that are named, and no others. */
export const editCall = callOf(projects, "edit");
