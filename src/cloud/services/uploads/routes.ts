import { appendUpload, createUpload, showUpload } from "../../../../resources/hosting/uploads.ts";
import { route, type Route } from "../route.ts";
import type { Uploads } from "./service.ts";

export const uploadRoutes = (uploads: Uploads): Route[] => [
  route(createUpload, async ({ db, caller, body, logged }) => {
    const upload = await uploads.create(db, caller.teamId, body);
    const { files } = body;
    const { uploadId, sizeBytes } = upload;
    logged({ target: files.length === 1 ? files[0]!.path : `${files.length} files`, details: { uploadId, sizeBytes } });
    return upload;
  }),
  route(showUpload, ({ db, caller, params }) => uploads.show(db, caller.teamId, params.uploadId!)),
  route(appendUpload, ({ caller, params, query, stream, headers }) => {
    const length = headers["content-length"];
    const lengthBytes = length === undefined ? undefined : Number(length);
    return uploads.append(caller.teamId, params.uploadId!, { offset: query.offset, stream, lengthBytes });
  }),
];
