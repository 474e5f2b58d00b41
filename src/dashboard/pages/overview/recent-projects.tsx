import type { Row } from "../../../../resources/define.ts";
import { href } from "../../../../resources/href.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { usePrefetch } from "../../framework/prefetch.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { cell } from "../../framework/widgets/cell.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { projectCells } from "../projects/cells.tsx";
import styles from "./overview.module.css";

type Project = Row<typeof projects>;

const shownProjects = 5;

const columns: readonly Column<Project>[] = (["name", "production", "state", "mainLink", "updatedAt"] as const).map(
  (key) => ({
    key,
    title: projects.fields[key].label,
    cell: projectCells[key] ?? ((row) => cell(projects.fields[key], row[key])),
  }),
);

const hrefOf = ({ id, name }: Project): string => href(projects, "show", { projName: name, id });

/** Recent projects, or a prompt to create the first one. */
export const RecentProjects = () => {
  const mayCreate = useAllows()("create", "projects");
  const prefetch = usePrefetch();
  const { rows, total, error, reload } = useRecords(projects, { size: shownProjects });
  return (
    <section className={styles.recent}>
      <header>
        <h2>Recent projects</h2>
        {total > shownProjects && (
          <LinkButton kind="plain" size="small" to={href(projects, "list")}>
            View all {total}
          </LinkButton>
        )}
      </header>
      <DataTable<Project>
        label="Recent projects"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={hrefOf}
        onRowHover={(row) => prefetch(hrefOf(row))}
        skeletonRows={3}
        error={error && <ErrorState message={error.message} onRetry={reload} />}
        empty={
          <Empty
            icon="rocket"
            title={mayCreate ? "Deploy your first site" : projects.list.empty.title}
            text={mayCreate && projects.list.empty.text}
            action={
              mayCreate && (
                <LinkButton kind="primary" icon="plus" to={href(projects, "create")}>
                  {projects.titles.create}
                </LinkButton>
              )
            }
          />
        }
      />
    </section>
  );
};
