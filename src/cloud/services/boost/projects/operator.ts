/** Projects managed by operators. */
import type { Row } from "../../../../../resources/define.ts";
import { boostProjects } from "../../../../../resources/operator/boost-projects.ts";
import { AppError } from "../../../app-error.ts";
import type { Route } from "../../route.ts";
import { tableRoutes } from "../../table-routes.ts";
import { microOf, sixDecimals } from "../../../../../resources/boost/micro-amounts.ts";
import type { Clock } from "../nodes.ts";
import type { ProjectRow } from "./list.ts";

/** The operator's resource. A project from which a node has claimed stays. */
export const operatorProjectRoutes = (clock: Clock): Route[] =>
  tableRoutes(boostProjects, "boost_project", {
    team: null,
    sort: "startsAt",
    target: "name",
    present: (row) => present(row, clock()),
    // Given rewards are kept: no total can be reduced below them.
    before: (project, _change, row) =>
      columnsFrom(project, {
        starts: row ? Number(row.starts_at) : clock(),
        points: BigInt(row?.points_given ?? 0),
        usd: BigInt(row?.usd_given ?? 0),
      }),
    beforeDelete: ({ points_given, usd_given }) => {
      if (points_given !== "0" || usd_given !== "0") throw new AppError("BOOST_PROJECT_USED");
    },
  });

type ProjectInput = Pick<
  Row<typeof boostProjects>,
  "startsAt" | "endsAt" | "leastPoints" | "pointsEach" | "pointsPot" | "usdEach" | "usdPot"
>;

const columnsFrom = (
  input: ProjectInput,
  minimum: { readonly starts: number; readonly points: bigint; readonly usd: bigint },
) => {
  const [pointsEach, pointsPot, usdEach, usdPot] = [input.pointsEach, input.pointsPot, input.usdEach, input.usdPot].map(
    (typed) => microOf(typed || "0"),
  ) as [bigint, bigint, bigint, bigint];
  const starts = input.startsAt ?? minimum.starts;
  const fields: Record<string, string[]> = {
    ...(pointsEach === 0n &&
      usdEach === 0n && { pointsEach: ["Points: enter the reward per node, in points or USDT."] }),
    ...(pointsPot < max(pointsEach, minimum.points) && {
      pointsPot: [tooSmall("Total points", max(pointsEach, minimum.points))],
    }),
    ...(usdPot < max(usdEach, minimum.usd) && { usdPot: [tooSmall("Total USDT", max(usdEach, minimum.usd))] }),
    ...(input.endsAt <= starts && { endsAt: ["Until: choose a time after the start."] }),
  };
  if (Object.keys(fields).length > 0) throw new AppError("INVALID_INPUT", { fields });
  return {
    starts_at: starts,
    ends_at: input.endsAt,
    least_points: microOf(input.leastPoints || "0").toString(),
    points_each: pointsEach.toString(),
    points_pot: pointsPot.toString(),
    usd_each: usdEach.toString(),
    usd_pot: usdPot.toString(),
  };
};

const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const tooSmall = (label: string, least: bigint): string => `${label}: enter at least ${sixDecimals(least)}.`;

const present = (row: ProjectRow, at: number) => {
  const [points, usd] = [sixDecimals(BigInt(row.points_each)), sixDecimals(BigInt(row.usd_each))];
  const gives = [points !== "0" && `${points} points`, usd !== "0" && `${usd} USDT`].filter((one) => one !== false);
  return {
    leastPoints: sixDecimals(BigInt(row.least_points)),
    pointsEach: points,
    pointsPot: sixDecimals(BigInt(row.points_pot)),
    pointsGiven: sixDecimals(BigInt(row.points_given)),
    usdEach: usd,
    usdPot: sixDecimals(BigInt(row.usd_pot)),
    usdGiven: sixDecimals(BigInt(row.usd_given)),
    gives: gives.join(", "),
    state: stateAt(row, at),
  };
};

const stateAt = ({ starts_at, ends_at }: ProjectRow, at: number): Row<typeof boostProjects>["state"] => {
  if (Number(starts_at) > at) return "scheduled";
  return Number(ends_at) <= at ? "ended" : "online";
};
