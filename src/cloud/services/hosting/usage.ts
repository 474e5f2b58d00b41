import type { Db } from "../../engines/database/database.ts";
import type { HostingContext } from "./deps.ts";

/**
 * Returns a project's total usage: bytes served, seconds built, and bytes stored by its deployments (each root once).
 */
export const usedByProject = async (
  { usage }: Pick<HostingContext, "usage">,
  db: Db,
  teamId: string,
  projectId: string,
): Promise<{ usedBandwidth: number; usedBuildSeconds: number; usedStorage: number }> => {
  const roots = db
    .selectFrom("deployment")
    .select("size_bytes")
    .distinctOn("cid")
    .where("project_id", "=", projectId)
    .where("state", "=", "success");
  const [traffic, buildSeconds, stored] = await Promise.all([
    usage.ofSubject(db, teamId, "TRAFFIC", projectId),
    usage.ofSubject(db, teamId, "BUILD_TIME", projectId),
    db
      .selectFrom(roots.as("root"))
      .select((eb) => eb.fn.sum<bigint | null>("root.size_bytes").as("bytes"))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    usedBandwidth: Number(traffic),
    usedBuildSeconds: Number(buildSeconds),
    usedStorage: Number(stored.bytes ?? 0),
  };
};
