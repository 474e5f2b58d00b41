import { appendUpload, createUpload, showUpload } from "../../../../resources/hosting/uploads.ts";
import { inPhases, route, type Route } from "../../kernel/calls/route.ts";
import type { Uploads } from "./service.ts";

export const uploadRoutes = (uploads: Uploads): Route[] => [
  route(
    createUpload,
    inPhases({
      prepare: ({ caller, body }) => uploads.prepare(caller.teamId, body),
      write: async ({ db, body: { files }, logged }, create) => {
        const upload = await create(db);
        const { uploadId, sizeBytes } = upload;
        const target = files.length === 1 ? files[0]!.path : `${files.length} files`;
        logged({ target, details: { uploadId, sizeBytes } });
        return upload;
      },
    }),
  ),
  route(showUpload, ({ db, caller, params }) => uploads.show(db, caller.teamId, params.uploadId)),
  route(appendUpload, ({ caller, params, query, stream, headers }) => {
    const length = headers["content-length"];
    const lengthBytes = length === undefined ? undefined : Number(length);
    return uploads.append(caller.teamId, params.uploadId, { offset: query.offset, stream, lengthBytes });
  }),
];
