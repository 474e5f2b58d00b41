import type { Operation } from "../routing.ts";
import { completeUpload } from "./complete-upload.ts";
import { copyObject } from "./copy-object.ts";
import { deleteObject } from "./delete-objects.ts";
import { getObject } from "./get-object.ts";
import { abortUpload, copyPart, createUpload, uploadPart } from "./multipart.ts";
import { listParts } from "./multipart-lists.ts";
import { deleteTags, getObjectAcl, getObjectAttributes, getTags, putObjectAcl, putTags } from "./object-reads.ts";
import { putObject } from "./put-object.ts";

const read = (name: Operation["name"], run: Operation["run"]): Operation => ({ name, right: "read", run });
const write = (name: Operation["name"], run: Operation["run"]): Operation => ({ name, right: "write", run });

/** Object operations by method and subresource. The method is COPY for a PUT with a source. */
export const objectOperations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["GET ", read("GetObject", getObject)],
  ["HEAD ", read("HeadObject", getObject)],
  ["PUT ", write("PutObject", putObject)],
  ["COPY ", write("CopyObject", copyObject)],
  ["DELETE ", { name: "DeleteObject", right: "delete", run: deleteObject }],
  ["GET attributes", read("GetObjectAttributes", getObjectAttributes)],
  ["GET tagging", read("GetObjectTagging", getTags)],
  ["PUT tagging", write("PutObjectTagging", putTags)],
  ["DELETE tagging", write("DeleteObjectTagging", deleteTags)],
  ["GET acl", read("GetObjectAcl", getObjectAcl)],
  ["PUT acl", write("PutObjectAcl", putObjectAcl)],
  ["POST uploads", write("CreateMultipartUpload", createUpload)],
  ["PUT uploadId", write("UploadPart", uploadPart)],
  ["COPY uploadId", write("UploadPartCopy", copyPart)],
  ["POST uploadId", write("CompleteMultipartUpload", completeUpload)],
  ["DELETE uploadId", write("AbortMultipartUpload", abortUpload)],
  ["GET uploadId", write("ListParts", listParts)],
]);
