import { appendUpload, createUpload, showUpload } from "../../../../resources/hosting/uploads.ts";
import { route, type Route } from "../route.ts";
import type { Uploads } from "./service.ts";

export const uploadRoutes = (uploads: Uploads): Route[] => [
  route(createUpload, ({ db, caller, body }) => uploads.create(db, caller.teamId, body)),
  route(showUpload, ({ db, caller, params }) => uploads.show(db, caller.teamId, params.uploadId!)),
  route(appendUpload, ({ caller, params, query, stream, headers }) => {
    const length = headers["content-length"];
    const lengthBytes = length === undefined ? undefined : Number(length);
    return uploads.append(caller.teamId, params.uploadId!, { offset: query.offset, stream, lengthBytes });
  }),
];
