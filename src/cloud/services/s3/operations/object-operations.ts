import type { Operation } from "../routing.ts";
import { completeUpload } from "./complete-upload.ts";
import { copyObject } from "./copy-object.ts";
import { deleteObject } from "./delete-objects.ts";
import { getObject } from "./get-object.ts";
import { abortUpload, copyPart, createUpload, uploadPart } from "./multipart.ts";
import { listParts } from "./multipart-lists.ts";
import { deleteTags, getObjectAcl, getObjectAttributes, getTags, putObjectAcl, putTags } from "./object-reads.ts";
import { putObject } from "./put-object.ts";

const read = (run: Operation["run"]): Operation => ({ right: "read", run });
const write = (run: Operation["run"]): Operation => ({ right: "write", run });

/** By method, which is COPY for a PUT with a source, and subresource. */
export const objectOperations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["GET ", read(getObject)],
  ["HEAD ", read(getObject)],
  ["PUT ", write(putObject)],
  ["COPY ", write(copyObject)],
  ["DELETE ", { right: "delete", run: deleteObject }],
  ["GET attributes", read(getObjectAttributes)],
  ["GET tagging", read(getTags)],
  ["PUT tagging", write(putTags)],
  ["DELETE tagging", write(deleteTags)],
  ["GET acl", read(getObjectAcl)],
  ["PUT acl", write(putObjectAcl)],
  ["POST uploads", write(createUpload)],
  ["PUT uploadId", write(uploadPart)],
  ["COPY uploadId", write(copyPart)],
  ["POST uploadId", write(completeUpload)],
  ["DELETE uploadId", write(abortUpload)],
  ["GET uploadId", write(listParts)],
]);
